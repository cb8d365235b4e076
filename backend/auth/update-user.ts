import { sql } from 'kysely';
import { z } from 'zod';
import { getNetwork } from '#backend/client-network.ts';
import { isDatabaseError, type OwnerTransaction } from '#backend/database/database.ts';
import { authError } from './errors.ts';
import { getVerifyUrl, sendInBackground, sendMail, toSafeRedirect } from './mails.ts';
import {
  hashPassword,
  limitPasswordRequests,
  requireAcceptablePassword,
  verifyPassword,
} from './passwords.ts';
import { type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import {
  type AuthContext,
  codeChallenge,
  readBody,
  rejectCodeChallenge,
  requireEmail,
  text,
} from './request.ts';
import { requireAal2, requireSignedIn, type SignedIn } from './sessions.ts';
import { createOneTimeToken, deleteOneTimeTokens, oneTimeTokenLifetimeSeconds } from './tokens.ts';
import { findUserByEmail, mergeUserMetadata, toUser, type User, type UserRow } from './users.ts';

const userUpdate = z.object({
  email: text.nullish(),
  password: z.string().nullish(),
  current_password: z.string().max(1024).nullish(),
  phone: text.nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  code_challenge: codeChallenge,
});

/**
 * PUT /user: a new password (which ends the account's other sessions, and needs the current one
 * unless the session began with a mailed link within the last hour), a new e-mail address (which
 * takes effect once its mailed link is opened), further user metadata (null removes a key).
 *
 * @throws HttpError `insufficient_aal`, `validation_failed`, `weak_password`, `same_password`,
 *   `current_password_required`, `current_password_invalid`, `email_exists`
 */
export async function updateUser(context: AuthContext, request: Request): Promise<User> {
  const signedIn = await requireSignedIn(context, request);
  const { user, factors, sessionId } = signedIn;
  const body = await readBody(request, userUpdate);
  rejectCodeChallenge(body.code_challenge);
  if (body.app_metadata != null) {
    throw authError('not_admin');
  }
  if (body.phone) throw authError('phone_provider_disabled');
  const email = body.email ? requireEmail(body.email) : undefined;
  const { password, current_password: currentPassword } = body;
  if (email !== undefined || password != null) {
    requireAal2(
      signedIn,
      401,
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  requireAal2(signedIn, 403, 'AAL2 session is required to update a user with MFA enabled.');
  const metadata = mergeUserMetadata(user.raw_user_meta_data, body.data);
  const passwordHash =
    password == null
      ? undefined
      : await limitPasswordRequests(
          getNetwork(request),
          async () => true,
          () => hashNewPassword(context, signedIn, password, currentPassword),
        );

  const updated = await context.database.owner.transaction().execute(async (transaction) => {
    if (passwordHash) await setPassword(transaction, user.id, passwordHash, sessionId);
    return transaction
      .updateTable('auth.users')
      .set({
        raw_user_meta_data: sql<Record<string, unknown>>`${JSON.stringify(metadata)}::text::jsonb`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  if (passwordHash) sendInBackground(context, sendMail(context, 'passwordChanged', user.email));
  if (email === undefined || email === user.email.toLowerCase()) return toUser(updated, factors);
  const redirectTo = new URL(request.url).searchParams.get('redirect_to');
  return toUser(await requestEmailChange(context, user.id, email, redirectTo), factors);
}

async function hashNewPassword(
  { database }: AuthContext,
  { user, methods }: SignedIn,
  password: string,
  currentPassword: string | null | undefined,
): Promise<string> {
  await requireAcceptablePassword(password);
  const earliest = Date.now() / 1000 - oneTimeTokenLifetimeSeconds;
  const hasJustUsedLink = methods.some(
    ({ method, timestamp }) => method === 'otp' && timestamp > earliest,
  );
  if (currentPassword) {
    const counters: Counter[] = [['currentPasswordPerAccount', user.id]];
    await takeRateLimit(database, counters);
    if (!(await verifyPassword(user.encrypted_password, currentPassword))) {
      throw authError('current_password_invalid');
    }
    await resetRateLimit(database, counters);
  } else if (!hasJustUsedLink) {
    throw authError('current_password_required');
  }
  if (await verifyPassword(user.encrypted_password, password)) {
    throw authError('same_password');
  }
  return hashPassword(password);
}

/**
 * Stores a password's hash. The account's sessions end, and links mailed to it are invalidated.
 *
 * @param exceptSessionId the session that requested it, which goes on
 */
export async function setPassword(
  transaction: OwnerTransaction,
  userId: string,
  passwordHash: string,
  exceptSessionId?: string,
): Promise<void> {
  await transaction
    .updateTable('auth.users')
    .set({ encrypted_password: passwordHash, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
  await transaction
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .execute();
  await deleteOneTimeTokens(transaction, userId);
}

/** Stores the new address as `new_email` and mails the link that confirms it there. */
async function requestEmailChange(
  context: AuthContext,
  userId: string,
  email: string,
  redirectTo: string | null,
): Promise<UserRow> {
  const { database, siteUrl } = context;
  await takeRateLimit(database, [['changeEmailPerAccount', userId]], 'over_email_send_rate_limit');
  if (await findUserByEmail(database.owner, email)) throw authError('email_exists');
  const updated = await database.owner
    .updateTable('auth.users')
    .set({ new_email: email, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const token = await createOneTimeToken(database.owner, userId, 'email_change', email);
  const url = getVerifyUrl(siteUrl, token, 'email_change', toSafeRedirect(siteUrl, redirectTo));
  await sendMail(context, 'emailChange', email, url);
  return updated;
}

/**
 * Makes the confirmed address the account's, and invalidates links mailed to the old one.
 *
 * @throws HttpError 422 `email_exists` if another account took the address in the meantime
 */
export async function confirmEmailChange(
  transaction: OwnerTransaction,
  { id, new_email: email }: UserRow,
): Promise<void> {
  if (!email) throw authError('otp_expired');
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
    if (isDatabaseError(error) && error.code === '23505') throw authError('email_exists');
    throw error;
  }
  await deleteOneTimeTokens(transaction, id);
}
