import { sql } from 'kysely';
import { z } from 'zod';
import { getNetwork } from '#backend/client-network.ts';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { HttpError } from '#backend/http-error.ts';
import { authError, invalid } from './errors.ts';
import { requirePassword } from './fresh-credentials.ts';
import { sendInBackground, sendMail } from './mails.ts';
import { deleteFactors, takeCode } from './mfa.ts';
import { createPassword, hashPassword, limitPasswordRequests } from './passwords.ts';
import { type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import { type AuthContext, readBody, requireEmail, text } from './request.ts';
import { lockSignedIn, requireAal2, requireSignedIn, type SignedIn } from './sessions.ts';
import { addAccount, addStaffRow, endSessions } from './staff.ts';
import { createOneTimeToken, deleteOneTimeTokens } from './tokens.ts';
import { setPassword } from './update-user.ts';
import { findUserByEmail, findUserById, type UserRow } from './users.ts';

const code = z.string().max(20);
const email = text.max(255);
/** The code is needed if the caller's own two-step sign-in is on. */
const confirmation = z.object({ current_password: z.string().max(1024), code: code.nullish() });
const invitation = confirmation.extend({ email });
const removal = confirmation.extend({ id: z.uuid() });
const reset = confirmation.extend({ email, code });

type Confirmation = z.infer<typeof confirmation>;

/** A second account that a request is about, and whether it is staff. */
type Colleague = { user: UserRow; isStaff: boolean };

/**
 * POST /colleagues: staff invite somebody to the back office, or send the invitation again. The account is created if there
 * is none, and an email has a link to choose a password within three days. The caller gets an email as well.
 *
 * @returns the link if there is no mail server, for the caller to pass on
 * @throws HttpError `email_exists` for a colleague who has accepted, and the errors of changeColleague
 */
export async function inviteColleague(
  context: AuthContext,
  request: Request,
): Promise<{ email: string; link?: string }> {
  const { database, siteUrl, mailer } = context;
  const body = await readBody(request, invitation);
  const address = requireEmail(body.email);
  const signedIn = await requireSignedIn(context, request);
  if (address === signedIn.user.email) throw authError('email_exists');
  await takeRateLimit(
    database,
    [
      ['invitePerAccount', signedIn.user.id],
      ['invitePerAddress', signedIn.user.id, address],
    ],
    'over_email_send_rate_limit',
  );
  const passwordHash = await hashPassword(createPassword());
  const token = await changeColleague(context, request, signedIn, body, {
    async find(transaction) {
      // Two invitations at once create one account.
      await sql`select pg_advisory_xact_lock(hashtextextended('ridgeline account ' || ${address}::text, 0))`.execute(
        transaction,
      );
      return findUserByEmail(transaction, address);
    },
    async change(transaction, colleague) {
      if (colleague?.isStaff && colleague.user.email_confirmed_at) throw authError('email_exists');
      const user =
        colleague?.user ??
        (await addAccount(transaction, { email: address, passwordHash, isConfirmed: false }));
      // Whoever knows the password of a former colleague must not come back with the invitation.
      if (colleague && !colleague.isStaff) await resetAccount(transaction, user.id, passwordHash);
      await addStaffRow(transaction, user.id);
      return createOneTimeToken(transaction, user.id, 'invite', user.email);
    },
  });
  const fragment = new URLSearchParams({ token_hash: token, type: 'recovery' });
  const link = `${siteUrl}/admin/password#${fragment}`;
  const inviter = signedIn.user.email;
  sendInBackground(context, sendMail(context, 'invitation', address, link, inviter));
  sendInBackground(context, sendMail(context, 'colleagueInvited', inviter, address));
  return mailer.hasServer ? { email: address } : { email: address, link };
}

/** Leaves an account nothing to sign in with but a mailed link. */
async function resetAccount(transaction: OwnerTransaction, id: string, passwordHash: string) {
  await setPassword(transaction, id, passwordHash);
  await deleteFactors(transaction, id);
  await transaction
    .updateTable('auth.users')
    .set({ email_confirmed_at: null, new_email: null })
    .where('id', '=', id)
    .execute();
}

/**
 * POST /colleagues/remove: staff take the back office from a colleague. The colleague's sessions and links end; the account
 * stays, as with `npm run staff`. Nobody removes themselves, so that somebody is always left. Both get an email.
 *
 * @throws HttpError `validation_failed` for the caller's own account, and the errors of changeColleague
 */
export async function removeColleague(
  context: AuthContext,
  request: Request,
): Promise<{ email: string }> {
  const body = await readBody(request, removal);
  const signedIn = await requireSignedIn(context, request);
  if (body.id === signedIn.user.id) throw invalid('Another member of staff must remove you');
  const removed = await changeColleague(context, request, signedIn, body, {
    find: (transaction) => findUserById(transaction, body.id),
    async change(transaction, colleague) {
      if (!colleague?.isStaff) throw authError('user_not_found');
      const { id } = colleague.user;
      await transaction.deleteFrom('public.staff').where('user_id', '=', id).execute();
      await deleteOneTimeTokens(transaction, id);
      await endSessions(transaction, id);
      return colleague.user.email;
    },
  });
  const remover = signedIn.user.email;
  sendInBackground(context, sendMail(context, 'accessRemoved', removed, remover));
  sendInBackground(context, sendMail(context, 'colleagueRemoved', remover, removed));
  return { email: removed };
}

/**
 * POST /factors/reset: a member of staff confirms with their own password and code, and turns
 * two-step sign-in off for a colleague who lost their phone. The colleague's sessions end, the
 * audit log names who did it, and both get an email.
 *
 * @throws HttpError `mfa_factor_not_found` if the caller or the colleague has no second step,
 *   and the errors of changeColleague
 */
export async function resetColleague(
  context: AuthContext,
  request: Request,
): Promise<{ email: string }> {
  const body = await readBody(request, reset);
  const signedIn = await requireSignedIn(context, request);
  if (!findOwnFactor(signedIn)) throw authError('mfa_factor_not_found');
  const address = requireEmail(body.email);
  await changeColleague(context, request, signedIn, body, {
    find: (transaction) => findUserByEmail(transaction, address),
    async change(transaction, colleague) {
      if (!colleague?.isStaff) throw authError('user_not_found');
      const { id } = colleague.user;
      if ((await deleteFactors(transaction, id)) === 0) throw authError('mfa_factor_not_found');
      await endSessions(transaction, id);
    },
  });
  const { user } = signedIn;
  sendInBackground(context, sendMail(context, 'secondStepReset', address, user.email));
  sendInBackground(context, sendMail(context, 'secondStepResetByYou', user.email, address));
  return { email: address };
}

const findOwnFactor = ({ factors }: SignedIn) =>
  factors.find(({ status }) => status === 'verified');

/**
 * Changes the account of another person, confirmed by the caller's own password, and a code if the caller's two-step sign-in
 * is on. Both accounts are locked; the audit log names the caller.
 *
 * @param find the other account
 * @param change gets that account; undefined if there is none, or if it is the caller's own
 * @throws HttpError `user_not_found` for a caller who is not staff, `insufficient_aal`, `current_password_invalid`,
 *   `mfa_verification_failed`, 429
 */
async function changeColleague<Result>(
  context: AuthContext,
  request: Request,
  signedIn: SignedIn,
  { current_password: password, code: given }: Confirmation,
  {
    find,
    change,
  }: {
    find: (transaction: OwnerTransaction) => Promise<UserRow | undefined>;
    change: (transaction: OwnerTransaction, colleague: Colleague | undefined) => Promise<Result>;
  },
): Promise<Result> {
  const { database } = context;
  const { user } = signedIn;
  requireAal2(signedIn, 403, "AAL2 required to change a colleague's account");
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
    const staff = await transaction
      .selectFrom('public.staff')
      .select('user_id')
      .where('user_id', 'in', ids)
      .execute();
    const isStaff = ({ id }: UserRow) => staff.some((row) => row.user_id === id);
    if (!isStaff(user)) throw authError('user_not_found');
    // The audit log reads the actor of auth's tables from the one, and of the website's from the other.
    await sql`select set_config('ridgeline.actor', ${user.id}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: user.id })}, true)`.execute(
      transaction,
    );
    // As it is now that it is locked.
    const current = other && (await findUserById(transaction, other.id));
    const colleague = current && { user: current, isStaff: isStaff(current) };
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
