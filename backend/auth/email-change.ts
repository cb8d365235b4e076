import { sql } from 'kysely';
import { isDatabaseError, type OwnerTransaction } from '#backend/database/database.ts';
import { authError } from './errors.ts';
import { getEmailChangeUrl, sendInBackground, sendMail } from './mails.ts';
import { deleteFactors } from './mfa.ts';
import { takeRateLimit } from './rate-limits.ts';
import type { AuthContext } from './request.ts';
import { lockSignedIn, type SignedIn } from './sessions.ts';
import {
  createOneTimeToken,
  deleteOneTimeTokens,
  undoLifetimeSeconds,
  type useOneTimeToken,
} from './tokens.ts';
import { findUserByEmail, type UserRow } from './users.ts';

type UsedToken = Awaited<ReturnType<typeof useOneTimeToken>>;

/** The result of following a link: GoTrue's message, and the emails to send. */
type EmailChangeStep = { message: string; notify: (context: AuthContext) => void };

/**
 * Nobody can read mail at the domains that RFC 2606 reserves for examples. The first account has such an address
 * unless the settings name another one.
 */
export const reservedDomain = /@(?:[^@]+\.)?example\.(?:com|net|org)$/i;

/**
 * Stores the new address as `new_email`, and emails a link to it and another to the current
 * address. The change takes effect once both are confirmed, or the new one alone if the current one is at a
 * reserved domain.
 *
 * @param signedIn the account as it was when the request's credential was checked
 * @throws HttpError `email_exists`, `session_not_found`, `current_password_invalid`, 429
 */
export async function requestEmailChange(
  context: AuthContext,
  signedIn: SignedIn,
  email: string,
): Promise<UserRow> {
  const { database, siteUrl } = context;
  const userId = signedIn.user.id;
  await takeRateLimit(database, [['changeEmailPerAccount', userId]], 'over_email_send_rate_limit');
  if (await findUserByEmail(database.owner, email)) throw authError('email_exists');
  const { updated, links } = await database.owner.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, signedIn);
    const updated = await transaction
      .updateTable('auth.users')
      .set({
        new_email: email,
        email_change_sent_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const current = reservedDomain.test(updated.email)
      ? undefined
      : await createOneTimeToken(transaction, userId, 'email_change_current', updated.email);
    if (!current) await deleteOneTimeTokens(transaction, userId);
    const next = await createOneTimeToken(transaction, userId, 'email_change_new', email);
    return { updated, links: { current, next } };
  });
  const { current, next } = links;
  if (!current) {
    await sendMail(context, 'emailChangeAlone', email, getEmailChangeUrl(siteUrl, next, 'alone'));
    return updated;
  }
  const getUrl = (token: string) => getEmailChangeUrl(siteUrl, token, 'confirm');
  await sendMail(context, 'emailChange', email, getUrl(next));
  await sendMail(context, 'emailChangeCurrent', updated.email, getUrl(current), email);
  return updated;
}

/**
 * Confirms the change at one of the two addresses, or undoes it.
 *
 * @throws HttpError 422 `email_exists` if another account has the address
 */
export function followEmailChangeLink(
  transaction: OwnerTransaction,
  used: UsedToken,
): Promise<EmailChangeStep> {
  return used.type === 'email_change_undo'
    ? undoEmailChange(transaction, used)
    : confirmEmailChange(transaction, used);
}

/** The last confirmation changes the account's address and invalidates earlier links. */
async function confirmEmailChange(
  transaction: OwnerTransaction,
  { user }: UsedToken,
): Promise<EmailChangeStep> {
  const { id, email: oldEmail, new_email: newEmail } = user;
  if (!newEmail) throw authError('otp_expired');
  const missing = await transaction
    .selectFrom('auth.one_time_tokens')
    .select('id')
    .where('user_id', '=', id)
    .where('token_type', 'in', ['email_change_current', 'email_change_new'])
    .executeTakeFirst();
  if (missing) {
    return {
      message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      notify: () => {},
    };
  }
  await setEmail(transaction, id, newEmail);
  await deleteOneTimeTokens(transaction, id);
  const message = 'Email address changed';
  if (reservedDomain.test(oldEmail)) return { message, notify: () => {} };
  const undo = await createOneTimeToken(transaction, id, 'email_change_undo', oldEmail);
  return {
    message,
    notify: (context) => {
      const url = getEmailChangeUrl(context.siteUrl, undo, 'undo');
      sendInBackground(context, sendMail(context, 'emailChanged', oldEmail, url, newEmail));
    },
  };
}

/**
 * Restores the account's former address and locks out an intruder: ends sessions, removes the
 * password and links, and deletes second factors and recovery codes added since, or in the three days
 * before. An intruder may enroll a factor first, which no recovery link gets past. Older ones stay:
 * otherwise whoever has the former mailbox could get past the owner's. Links that undo an earlier
 * change stay valid, because the intruder may have changed the address twice.
 */
async function undoEmailChange(
  transaction: OwnerTransaction,
  { user: { id, email }, mailedTo, createdAt }: UsedToken,
): Promise<EmailChangeStep> {
  if (!mailedTo) throw authError('otp_expired');
  await setEmail(transaction, id, mailedTo, { encrypted_password: null });
  await transaction.deleteFrom('auth.sessions').where('user_id', '=', id).execute();
  await deleteOneTimeTokens(transaction, id);
  await transaction
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', id)
    .where('created_at', '>=', createdAt)
    .execute();
  const since = new Date(createdAt.getTime() - undoLifetimeSeconds * 1000);
  await deleteFactors(transaction, id, { since });
  return {
    message: 'Email change undone. Please set a new password',
    notify: (context) =>
      sendInBackground(context, sendMail(context, 'emailRestored', email, mailedTo)),
  };
}

async function setEmail(
  transaction: OwnerTransaction,
  id: string,
  email: string,
  values: { encrypted_password?: null } = {},
) {
  try {
    await transaction
      .updateTable('auth.users')
      .set({
        ...{ email, new_email: null, email_change_sent_at: null, ...values },
        email_confirmed_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw authError('email_exists');
    throw error;
  }
}
