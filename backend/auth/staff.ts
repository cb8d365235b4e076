import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import { dropFactors } from './factors.ts';
import { isLeaked } from './leaked-passwords.ts';
import {
  createPassword,
  hashPassword,
  maximumPasswordLength,
  minimumPasswordLength,
} from './passwords.ts';
import { setPassword } from './update-user.ts';
import { findUserByEmail, type UserRow } from './user.ts';

/** The address of the first staff account where the settings name none. */
const defaultEmail = 'owner@example.com';

/** What is wanted for staff can't be done; the message is a sentence for people. */
export class StaffError extends Error {
  override readonly name = 'StaffError';
}

/** An account's address with its password in clear, where it was made just now. */
export type Credentials = { email: string; password: string };

/** Someone who may use the back office. */
export type StaffMember = { email: string; addedAt: Date; lastSignInAt: Date | null };

/**
 * Lets an e-mail address into the back office, with an account made for it where there is none.
 *
 * @param password the account's new password; left out, a new account gets a random one and an
 *   existing one keeps its own
 * @returns `password`: the random password, to be shown once, or null
 * @throws StaffError for an address or password that won't do
 */
export async function addStaff(
  database: Database,
  { email: given, password }: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string | null; alreadyStaff: boolean }> {
  const email = requireStaffEmail(given);
  const random = createPassword();
  const hash = await hashPassword(
    password === undefined ? random : await requirePassword(password),
  );
  return database.owner.transaction().execute(async (transaction) => {
    await actAsCommand(transaction);
    const known = await findUserByEmail(transaction, email);
    const user = known ?? (await addAccount(transaction, email, hash));
    if (known && password !== undefined) await setPassword(transaction, user.id, hash);
    const added = await addStaffRow(transaction, user.id);
    const isRandom = !known && password === undefined;
    return { email: user.email, password: isRandom ? random : null, alreadyStaff: !added };
  });
}

/** Who may use the back office, in the order they were added. */
export async function listStaff(database: Database): Promise<StaffMember[]> {
  return database.owner
    .selectFrom('public.staff')
    .innerJoin('auth.users', 'auth.users.id', 'public.staff.user_id')
    .select([
      'auth.users.email',
      'public.staff.created_at as addedAt',
      'auth.users.last_sign_in_at as lastSignInAt',
    ])
    .orderBy('public.staff.created_at')
    .orderBy('auth.users.email')
    .execute();
}

/**
 * Closes the back office to an account and ends its sessions. The account itself stays.
 *
 * @throws StaffError where the address is not staff's
 */
export async function removeStaff(database: Database, email: string): Promise<void> {
  await database.owner.transaction().execute(async (transaction) => {
    await actAsCommand(transaction);
    const user = await requireStaff(transaction, email);
    await transaction.deleteFrom('public.staff').where('user_id', '=', user.id).execute();
    await transaction.deleteFrom('auth.sessions').where('user_id', '=', user.id).execute();
  });
}

/**
 * Sets the password of a member of staff, a random one where none is given, and ends the sessions.
 *
 * @returns the password now in force
 * @throws StaffError where the address is not staff's, or the password won't do
 */
export async function setStaffPassword(
  database: Database,
  email: string,
  password: string = createPassword(),
): Promise<Credentials> {
  const hash = await hashPassword(await requirePassword(password));
  return database.owner.transaction().execute(async (transaction) => {
    await actAsCommand(transaction);
    const user = await requireStaff(transaction, email);
    await setPassword(transaction, user.id, hash);
    return { email: user.email, password };
  });
}

/**
 * Turns the second factor of a member of staff off, for who has lost it, and ends the sessions.
 *
 * @throws StaffError where the address is not staff's, or has none
 */
export async function removeStaffFactor(database: Database, email: string): Promise<void> {
  await database.owner.transaction().execute(async (transaction) => {
    await actAsCommand(transaction);
    const user = await requireStaff(transaction, email);
    const removed = await dropFactors(transaction, user.id);
    if (removed === 0) throw new StaffError(`${user.email} has no second step to turn off.`);
    await transaction.deleteFrom('auth.sessions').where('user_id', '=', user.id).execute();
  });
}

/**
 * Makes the first staff account where there is no staff at all. Processes that start at once make
 * one account between them.
 *
 * @returns what to sign in with, to be shown once; null where there is staff already
 * @throws StaffError for an address or password that won't do
 */
export async function ensureFirstStaff(
  database: Database,
  wanted: { email?: string | undefined; password?: string | undefined },
): Promise<Credentials | null> {
  if (await hasStaff(database.owner)) return null;
  const email = requireStaffEmail(wanted.email ?? defaultEmail);
  const password = await requirePassword(wanted.password ?? createPassword());
  const hash = await hashPassword(password);
  return database.owner.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ridgeline first staff', 0))`.execute(
      transaction,
    );
    if (await hasStaff(transaction)) return null;
    await actAsCommand(transaction);
    const known = await findUserByEmail(transaction, email);
    const user = known ?? (await addAccount(transaction, email, hash));
    if (known) await setPassword(transaction, user.id, hash);
    await addStaffRow(transaction, user.id);
    return { email: user.email, password };
  });
}

/** Tells the trail of staff's actions that nobody signed in does what follows, but the server's own command. */
async function actAsCommand(transaction: OwnerTransaction): Promise<void> {
  await sql`select set_config('ridgeline.actor', 'command', true)`.execute(transaction);
}

async function hasStaff(owner: Database['owner']): Promise<boolean> {
  const row = await owner.selectFrom('public.staff').select('user_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

function addAccount(
  transaction: OwnerTransaction,
  email: string,
  passwordHash: string,
): Promise<UserRow> {
  return transaction
    .insertInto('auth.users')
    .values({ email, encrypted_password: passwordHash, email_confirmed_at: sql<Date>`now()` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function addStaffRow(transaction: OwnerTransaction, userId: string): Promise<boolean> {
  const added = await transaction
    .insertInto('public.staff')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

async function requireStaff(transaction: OwnerTransaction, given: string): Promise<UserRow> {
  const user = await findUserByEmail(transaction, requireStaffEmail(given));
  const row =
    user &&
    (await transaction
      .selectFrom('public.staff')
      .select('user_id')
      .where('user_id', '=', user.id)
      .executeTakeFirst());
  if (!user || !row) throw new StaffError(`There is no staff account ${given}.`);
  return user;
}

function requireStaffEmail(email: string): string {
  const parsed = z.email().max(255).safeParse(email.trim());
  if (!parsed.success) throw new StaffError(`${JSON.stringify(email)} is no e-mail address.`);
  return parsed.data.toLowerCase();
}

async function requirePassword(password: string): Promise<string> {
  if (password.length < minimumPasswordLength || password.length > maximumPasswordLength) {
    throw new StaffError(
      `The password must have ${minimumPasswordLength} to ${maximumPasswordLength} characters.`,
    );
  }
  if (await isLeaked(password)) {
    throw new StaffError(
      'The password is on a list of passwords that have leaked, and would be guessed. Take another one.',
    );
  }
  return password;
}
