import { sql } from 'kysely';
import { z } from 'zod';
import { getNetwork } from '#backend/client-network.ts';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { HttpError } from '#backend/http-error.ts';
import { authError } from './errors.ts';
import { requirePassword } from './fresh-credentials.ts';
import { takeCode } from './mfa.ts';
import { limitPasswordRequests } from './passwords.ts';
import { type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import { type AuthContext, readBody } from './request.ts';
import { lockSignedIn, requireAal2, requireSignedIn, type SignedIn } from './sessions.ts';
import { findUserById, type UserRow } from './users.ts';

/** A code from an authenticator app. */
export const confirmationCode = z.string().max(20);

/** The code is needed if the caller's own two-step sign-in is on. */
export const confirmation = z.object({
  current_password: z.string().max(1024),
  code: confirmationCode.nullish(),
});

type Confirmation = z.infer<typeof confirmation>;

/** A second account that a request is about, and whether it is staff. */
type Colleague = { user: UserRow; isStaff: boolean };

/**
 * Confirms a request of staff that changes no account, such as the download of a backup.
 *
 * @param counter what limits such requests, by account; strangers with a stolen session don't use it up
 * @returns the caller's session and account, and the request's body
 * @throws HttpError as changeAsStaff does
 */
export async function confirmAsStaff<Schema extends z.ZodObject<(typeof confirmation)['shape']>>(
  context: AuthContext,
  request: Request,
  schema: Schema,
  counter: Counter[0],
): Promise<{ signedIn: SignedIn; user: UserRow; body: z.infer<Schema> }> {
  const body = await readBody(request, schema);
  const signedIn = await requireSignedIn(context, request);
  await changeAsStaff(context, request, signedIn, body, {
    change: async () => undefined,
  });
  await takeRateLimit(context.database, [[counter, signedIn.user.id]]);
  return { signedIn, user: signedIn.user, body };
}

/**
 * Makes the change of a request that confirmAsStaff has confirmed. Between the two no row is locked, so that the request
 * can wait for the network.
 *
 * @throws HttpError `user_not_found`, `session_not_found`, `current_password_invalid` if the caller has lost the right since
 */
export async function changeConfirmed<Result>(
  { database }: AuthContext,
  signedIn: SignedIn,
  change: (transaction: OwnerTransaction) => Promise<Result>,
): Promise<Result> {
  return database.owner.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, signedIn);
    await actAsStaff(transaction, signedIn.user);
    return change(transaction);
  });
}

/** The caller's own second step. */
export const findOwnFactor = ({ factors }: SignedIn) =>
  factors.find(({ status }) => status === 'verified');

/**
 * Changes what staff share, or the account of a colleague, confirmed by the caller's own password, and a code if the caller's
 * two-step sign-in is on. The accounts are locked; the audit log names the caller.
 *
 * @param find the account of the colleague
 * @param change gets that account; undefined if there is none, or if it is the caller's own
 * @throws HttpError `user_not_found` for a caller who is not staff, `insufficient_aal`, `current_password_invalid`,
 *   `mfa_verification_failed`, 429
 */
export async function changeAsStaff<Result>(
  context: AuthContext,
  request: Request,
  signedIn: SignedIn,
  { current_password: password, code: given }: Confirmation,
  {
    find = async () => undefined,
    change,
  }: {
    find?: (transaction: OwnerTransaction) => Promise<UserRow | undefined>;
    change: (transaction: OwnerTransaction, colleague: Colleague | undefined) => Promise<Result>;
  },
): Promise<Result> {
  const { database } = context;
  const { user } = signedIn;
  requireAal2(signedIn, 403, 'AAL2 required for this change');
  await limitPasswordRequests(
    getNetwork(request),
    async () => true,
    () => requirePassword(context, signedIn, password),
  );
  const own = findOwnFactor(signedIn);
  const counters: Counter[] = own ? [['totpCodePerAccount', user.id]] : [];
  await takeRateLimit(database, counters);

  const outcome = await database.owner.transaction().execute(async (transaction) => {
    const found = await find(transaction);
    const other = found?.id === user.id ? undefined : found;
    const ids = other ? [user.id, other.id] : [user.id];
    await lockSignedIn(transaction, signedIn, ...ids);
    if (own && !(await takeCode(transaction, own.id, given ?? ''))) return 'wrong code';
    await actAsStaff(transaction, user);
    // As it is now that it is locked.
    const current = other && (await findUserById(transaction, other.id));
    const colleague = current && {
      user: current,
      isStaff: await isStaff(transaction, current),
    };
    try {
      return { value: await change(transaction, colleague) };
    } catch (error) {
      // The code counts as used.
      if (error instanceof HttpError) return { refusal: error };
      throw error;
    }
  });
  if (outcome === 'wrong code') throw authError('mfa_verification_failed');
  if (own) await resetRateLimit(database, counters);
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}

/**
 * Names the caller in the audit log.
 *
 * @throws HttpError `user_not_found` for a caller who is not staff
 */
async function actAsStaff(transaction: OwnerTransaction, user: UserRow): Promise<void> {
  if (!(await isStaff(transaction, user))) throw authError('user_not_found');
  // The audit log reads the actor of auth's tables from the one, and of the website's from the other.
  await sql`select set_config('ridgeline.actor', ${user.id}, true),
    set_config('request.jwt.claims', ${JSON.stringify({ sub: user.id })}, true)`.execute(
    transaction,
  );
}

async function isStaff(transaction: OwnerTransaction, { id }: UserRow): Promise<boolean> {
  const row = await transaction
    .selectFrom('public.staff')
    .select('user_id')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
