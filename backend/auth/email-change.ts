import { sql } from 'kysely';
import {
  type Database,
  isDatabaseError,
  type OwnerTransaction,
} from '#backend/database/database.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { sendEmailChangeMail, verifyLink } from './mails.ts';
import { createOneTimeToken, dropOneTimeTokens } from './one-time-token.ts';
import { takeRateLimit } from './rate-limits.ts';
import { safeRedirect } from './redirect.ts';
import { findUserByEmail, type UserRow } from './user.ts';

/**
 * Remembers the wanted address and mails the link that confirms it there.
 *
 * @throws AuthError 422 `email_exists` where another account has the address
 */
export async function requestEmailChange(
  context: AuthContext,
  user: UserRow,
  email: string,
  redirectTo: string | null,
): Promise<UserRow> {
  const { database, siteUrl } = context;
  await takeRateLimit(
    database,
    [{ limit: 'changeEmailOfAccount', of: [user.id] }],
    'over_email_send_rate_limit',
  );
  if (await findUserByEmail(database.owner, email)) throw emailExists();
  const updated = await setWantedEmail(database.owner, user.id, email);
  const token = await createOneTimeToken(database.owner, {
    userId: user.id,
    type: 'email_change',
    relatesTo: email,
  });
  const link = verifyLink(siteUrl, token, 'email_change', safeRedirect(siteUrl, redirectTo));
  await sendEmailChangeMail(context, email, link);
  return updated;
}

/**
 * Puts the confirmed address in force; links mailed to the old one are worthless from then on.
 *
 * @throws AuthError 422 `email_exists` where another account took the address in the meantime
 */
export async function confirmEmailChange(
  transaction: OwnerTransaction,
  { id, new_email: email }: UserRow,
): Promise<void> {
  if (!email) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  try {
    await transaction
      .updateTable('auth.users')
      .set({
        email,
        new_email: null,
        email_confirmed_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') throw emailExists();
    throw error;
  }
  await dropOneTimeTokens(transaction, id);
}

function setWantedEmail(owner: Database['owner'], userId: string, email: string): Promise<UserRow> {
  return owner
    .updateTable('auth.users')
    .set({ new_email: email, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function emailExists(): AuthError {
  return new AuthError(
    422,
    'email_exists',
    'A user with this email address has already been registered',
  );
}
