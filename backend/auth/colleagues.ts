import { sql } from 'kysely';
import { z } from 'zod';
import type { OwnerTransaction } from '#backend/database/database.ts';
import {
  changeAsStaff,
  confirmation,
  confirmationCode,
  findOwnFactor,
} from './confirmed-change.ts';
import { authError, invalid } from './errors.ts';
import { sendInBackground, sendMail } from './mails.ts';
import { deleteFactors } from './mfa.ts';
import { createPassword, hashPassword } from './passwords.ts';
import { takeRateLimit } from './rate-limits.ts';
import { type AuthContext, readBody, requireEmail, text } from './request.ts';
import { requireSignedIn } from './sessions.ts';
import { addAccount, addStaffRow, endSessions } from './staff.ts';
import { createOneTimeToken, deleteOneTimeTokens } from './tokens.ts';
import { setPassword } from './update-user.ts';
import { findUserByEmail, findUserById } from './users.ts';

const email = text.max(255);
const invitation = confirmation.extend({ email });
const removal = confirmation.extend({ id: z.uuid() });
const reset = confirmation.extend({ email, code: confirmationCode });

/**
 * POST /colleagues: staff invite somebody to the back office, or send the invitation again. The account is created if there
 * is none, and an email has a link to choose a password within three days. The caller gets an email as well.
 *
 * @returns the link if there is no mail server, for the caller to pass on
 * @throws HttpError `email_exists` for a colleague who has accepted, and the errors of changeAsStaff
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
  const token = await changeAsStaff(context, request, signedIn, body, {
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
  return (await mailer.hasServer()) ? { email: address } : { email: address, link };
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
 * @throws HttpError `validation_failed` for the caller's own account, and the errors of changeAsStaff
 */
export async function removeColleague(
  context: AuthContext,
  request: Request,
): Promise<{ email: string }> {
  const body = await readBody(request, removal);
  const signedIn = await requireSignedIn(context, request);
  if (body.id === signedIn.user.id) throw invalid('Another member of staff must remove you');
  const removed = await changeAsStaff(context, request, signedIn, body, {
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
 *   and the errors of changeAsStaff
 */
export async function resetColleague(
  context: AuthContext,
  request: Request,
): Promise<{ email: string }> {
  const body = await readBody(request, reset);
  const signedIn = await requireSignedIn(context, request);
  if (!findOwnFactor(signedIn)) throw authError('mfa_factor_not_found');
  const address = requireEmail(body.email);
  await changeAsStaff(context, request, signedIn, body, {
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
