import { sql } from 'kysely';
import { z } from 'zod';
import type { OwnerTransaction } from '#backend/database/database.ts';
import type { AuthenticationMethod } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { requestEmailChange } from './email-change.ts';
import { sendPasswordChangedNotice } from './mails.ts';
import { dropOneTimeTokens, oneTimeTokenLifetime } from './one-time-token.ts';
import { limitPasswordRequests } from './password-limit.ts';
import { hashPassword, requireAcceptablePassword, verifyPassword } from './passwords.ts';
import { addressOf, type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import {
  codeChallenge,
  readBody,
  refuseCodeChallenge,
  requireEmail,
  text,
} from './request-body.ts';
import { requireFactorShown, requireSignedIn, type SignedIn } from './signed-in.ts';
import { toUser, type User, type UserRow } from './user.ts';
import { mergeUserMetadata } from './user-metadata.ts';

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
 * unless the session began with a mailed link within the last hour), a new e-mail address (in force
 * once its mailed link is opened), further user metadata (null removes a key).
 *
 * @throws AuthError `insufficient_aal`, `validation_failed`, `weak_password`, `same_password`, `current_password_required`,
 *   `current_password_invalid`, `email_exists`
 */
export async function updateUser(context: AuthContext, request: Request): Promise<User> {
  const signedIn = await requireSignedIn(context, request);
  const { user, factors, sessionId } = signedIn;
  const body = await readBody(request, userUpdate);
  refuseCodeChallenge(body.code_challenge);
  if (body.app_metadata != null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (body.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const email = body.email ? requireEmail(body.email) : undefined;
  if (email !== undefined || body.password != null) {
    requireFactorShown(
      signedIn,
      401,
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  requireFactorShown(signedIn, 403, 'AAL2 session is required to update a user with MFA enabled.');
  const metadata = body.data
    ? mergeUserMetadata(user.raw_user_meta_data, body.data)
    : user.raw_user_meta_data;
  const { password, current_password: currentPassword } = body;
  const passwordHash =
    password == null
      ? undefined
      : await limitPasswordRequests(
          addressOf(request),
          async () => true,
          () => hashNewPassword(context, signedIn, password, currentPassword),
        );

  const updated = await context.database.owner.transaction().execute(async (transaction) => {
    if (passwordHash) await setPassword(transaction, user.id, passwordHash, sessionId);
    return updateMetadata(transaction, user, metadata);
  });
  if (passwordHash) {
    sendPasswordChangedNotice(context, user.email).catch((error: unknown) => {
      context.logger.error({ err: error }, 'The notice of a changed password could not be sent');
    });
  }
  if (email === undefined || email === user.email.toLowerCase()) return toUser(updated, factors);
  const redirectTo = new URL(request.url).searchParams.get('redirect_to');
  return toUser(await requestEmailChange(context, updated, email, redirectTo), factors);
}

async function hashNewPassword(
  context: AuthContext,
  { user, methods }: SignedIn,
  password: string,
  currentPassword: string | null | undefined,
): Promise<string> {
  await requireAcceptablePassword(password);
  if (currentPassword) await requireCurrentPassword(context, user, currentPassword);
  else if (!cameByMail(methods)) {
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    );
  }
  if (await verifyPassword(user.encrypted_password, password)) {
    throw new AuthError(
      422,
      'same_password',
      'New password should be different from the old password.',
    );
  }
  return hashPassword(password);
}

async function requireCurrentPassword(
  { database }: AuthContext,
  user: UserRow,
  currentPassword: string,
): Promise<void> {
  const counters: Counter[] = [{ limit: 'currentPasswordOfAccount', of: [user.id] }];
  await takeRateLimit(database, counters);
  if (!(await verifyPassword(user.encrypted_password, currentPassword))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is not correct.');
  }
  await resetRateLimit(database, counters);
}

/** Whoever has just opened a mailed link may have forgotten the password. */
function cameByMail(methods: AuthenticationMethod[]): boolean {
  const earliest = Date.now() / 1000 - oneTimeTokenLifetime;
  return methods.some(({ method, timestamp }) => method === 'otp' && timestamp > earliest);
}

/**
 * Stores a password's hash. The account's sessions end, and links mailed to it are worthless.
 *
 * @param keptSession the session that asked for it, which goes on
 */
export async function setPassword(
  transaction: OwnerTransaction,
  userId: string,
  passwordHash: string,
  keptSession?: string,
): Promise<void> {
  await transaction
    .updateTable('auth.users')
    .set({ encrypted_password: passwordHash, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
  await transaction
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .$if(keptSession !== undefined, (query) => query.where('id', '!=', keptSession ?? ''))
    .execute();
  await dropOneTimeTokens(transaction, userId);
}

function updateMetadata(
  transaction: OwnerTransaction,
  user: UserRow,
  metadata: Record<string, unknown>,
): Promise<UserRow> {
  return transaction
    .updateTable('auth.users')
    .set({
      raw_user_meta_data: sql<Record<string, unknown>>`${JSON.stringify(metadata)}::text::jsonb`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
