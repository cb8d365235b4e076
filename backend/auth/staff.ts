import { sql } from 'kysely';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import { deleteFactors } from './mfa.ts';
import {
  createPassword,
  hashPassword,
  isLeaked,
  maxPasswordLength,
  minPasswordLength,
} from './passwords.ts';
import { parseAccountEmail } from './request.ts';
import { setPassword } from './update-user.ts';
import { findUserByEmail, type UserRow } from './users.ts';

/** The email address of the first staff account if the settings name none. */
const defaultEmail = 'owner@example.com';

/** An operator's command was invalid. The message says why. */
export class StaffError extends Error {
  override readonly name = 'StaffError';
}

/** An account's email address with its new password in clear text. */
type Credentials = { email: string; password: string };

/** A person who may use the back office. */
type StaffMember = { email: string; addedAt: Date; lastSignInAt: Date | null };

/**
 * Adds an email address to the staff, and creates its account if there is none.
 *
 * @param password the account's new password; if left out, a new account gets a random one and an
 *   existing one stays as it is
 * @returns `password`: the random password, to be shown once, or null
 * @throws StaffError for an invalid email address or password
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
  return runAsCommand(database, async (transaction) => {
    const known = await findUserByEmail(transaction, email);
    const user =
      known ?? (await addAccount(transaction, { email, passwordHash: hash, isConfirmed: true }));
    if (known && password !== undefined) await setPassword(transaction, user.id, hash);
    const added = await addStaffRow(transaction, user.id);
    const isRandom = !known && password === undefined;
    return { email: user.email, password: isRandom ? random : null, alreadyStaff: !added };
  });
}

/** Returns everyone who may use the back office, in the order they were added. */
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
 * Removes an account from the staff and ends its sessions. The account itself stays.
 *
 * @throws StaffError if nobody on the staff has the address
 */
export async function removeStaff(database: Database, email: string): Promise<void> {
  await runAsCommand(database, async (transaction) => {
    const user = await requireStaff(transaction, email);
    await transaction.deleteFrom('public.staff').where('user_id', '=', user.id).execute();
    await endSessions(transaction, user.id);
  });
}

/**
 * Sets the password of a member of staff, by default a random one, and ends the sessions.
 *
 * @returns the new password
 * @throws StaffError if the address is not staff's, or for an invalid password
 */
export async function setStaffPassword(
  database: Database,
  email: string,
  password: string = createPassword(),
): Promise<Credentials> {
  const hash = await hashPassword(await requirePassword(password));
  return runAsCommand(database, async (transaction) => {
    const user = await requireStaff(transaction, email);
    await setPassword(transaction, user.id, hash);
    return { email: user.email, password };
  });
}

/**
 * Turns MFA off for a member of staff who lost their phone, and ends their sessions.
 *
 * @throws StaffError if the address is not staff's, or MFA is off
 */
export async function removeStaffMfa(database: Database, email: string): Promise<void> {
  await runAsCommand(database, async (transaction) => {
    const user = await requireStaff(transaction, email);
    const removed = await deleteFactors(transaction, user.id);
    if (removed === 0) throw new StaffError(`Two-step sign-in is already off for ${user.email}.`);
    await endSessions(transaction, user.id);
  });
}

/**
 * Creates the first staff account if there is none. Processes that start at the same time create
 * only one.
 *
 * @returns the credentials, to be shown once; null if there is staff already
 * @throws StaffError for an invalid email address or password
 */
export async function ensureFirstStaff(
  database: Database,
  requested: { email?: string | undefined; password?: string | undefined },
): Promise<Credentials | null> {
  if (await hasStaff(database.owner)) return null;
  const email = requireStaffEmail(requested.email ?? defaultEmail);
  const password = await requirePassword(requested.password ?? createPassword());
  const hash = await hashPassword(password);
  return runAsCommand(database, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ridgeline first staff', 0))`.execute(
      transaction,
    );
    if (await hasStaff(transaction)) return null;
    const known = await findUserByEmail(transaction, email);
    const user =
      known ?? (await addAccount(transaction, { email, passwordHash: hash, isConfirmed: true }));
    if (known) await setPassword(transaction, user.id, hash);
    await addStaffRow(transaction, user.id);
    return { email: user.email, password };
  });
}

/** Runs a transaction whose changes the audit log attributes to a command on the server. */
function runAsCommand<Result>(
  { owner }: Database,
  work: (transaction: OwnerTransaction) => Promise<Result>,
): Promise<Result> {
  return owner.transaction().execute(async (transaction) => {
    await sql`select set_config('ridgeline.actor', 'command', true)`.execute(transaction);
    return work(transaction);
  });
}

export async function endSessions(transaction: OwnerTransaction, userId: string) {
  await transaction.deleteFrom('auth.sessions').where('user_id', '=', userId).execute();
}

async function hasStaff(owner: Database['owner']): Promise<boolean> {
  const row = await owner.selectFrom('public.staff').select('user_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** @param isConfirmed whether somebody has vouched for the address; an invited colleague does by the mailed link */
export function addAccount(
  transaction: OwnerTransaction,
  {
    email,
    passwordHash,
    isConfirmed,
  }: { email: string; passwordHash: string; isConfirmed: boolean },
): Promise<UserRow> {
  return transaction
    .insertInto('auth.users')
    .values({
      email,
      encrypted_password: passwordHash,
      email_confirmed_at: isConfirmed ? sql<Date>`now()` : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function addStaffRow(transaction: OwnerTransaction, userId: string): Promise<boolean> {
  const added = await transaction
    .insertInto('public.staff')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The account of a member of staff, locked. */
async function requireStaff(transaction: OwnerTransaction, email: string): Promise<UserRow> {
  const user = await transaction
    .selectFrom('auth.users')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', requireStaffEmail(email))
    .where('id', 'in', (query) => query.selectFrom('public.staff').select('user_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new StaffError(`There is no staff account ${email}.`);
  return user;
}

function requireStaffEmail(email: string): string {
  const parsed = parseAccountEmail(email);
  if (!parsed) throw new StaffError(`${JSON.stringify(email)} is not an email address.`);
  return parsed;
}

async function requirePassword(password: string): Promise<string> {
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    throw new StaffError(
      `The password must have ${minPasswordLength} to ${maxPasswordLength} characters.`,
    );
  }
  if (await isLeaked(password)) {
    throw new StaffError('The password is on a list of leaked passwords. Choose another one.');
  }
  return password;
}
