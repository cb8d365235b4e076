import { sql } from 'kysely';
import { z } from 'zod';
import { getNetwork } from '#backend/client-network.ts';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { requestEmailChange } from './email-change.ts';
import { authError } from './errors.ts';
import { hasFreshCode, hasFreshRecoveryLink, requirePassword } from './fresh-credentials.ts';
import { sendInBackground, sendMail } from './mails.ts';
import {
  hashPassword,
  limitPasswordRequests,
  requireAcceptablePassword,
  verifyPassword,
} from './passwords.ts';
import {
  type AuthContext,
  codeChallenge,
  readBody,
  rejectCodeChallenge,
  requireEmail,
  text,
} from './request.ts';
import { lockSignedIn, requireAal2, requireSignedIn, type SignedIn } from './sessions.ts';
import { deleteOneTimeTokens } from './tokens.ts';
import { mergeUserMetadata, toUser, type User } from './users.ts';

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
 * unless the session began with a recovery link within the last hour), a new email address (which needs
 * the current password or a code of the last five minutes, and takes effect once the links mailed to the
 * new and the present address are confirmed), further user metadata (null removes a key).
 *
 * @throws HttpError `insufficient_aal`, `validation_failed`, `weak_password`, `same_password`,
 *   `current_password_required`, `current_password_invalid`, `email_exists`, `session_not_found`
 */
export async function updateUser(context: AuthContext, request: Request): Promise<User> {
  const body = await readBody(request, userUpdate);
  const signedIn = await requireSignedIn(context, request);
  const { user, factors, sessionId } = signedIn;
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
  const isNewPassword = password != null;
  const isNewEmail = email !== undefined && email !== user.email.toLowerCase();
  const change = { currentPassword, isNewPassword, isNewEmail };
  const passwordHash =
    isNewPassword || isNewEmail
      ? await limitPasswordRequests(
          getNetwork(request),
          async () => true,
          async () => {
            if (isNewPassword) await requireAcceptablePassword(password);
            await requireCredential(context, signedIn, change);
            return isNewPassword ? hashNewPassword(signedIn, password) : undefined;
          },
        )
      : undefined;

  const updated = await context.database.owner.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, signedIn);
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
  if (!isNewEmail) return toUser(updated, factors);
  return toUser(await requestEmailChange(context, { ...signedIn, user: updated }, email), factors);
}

type Change = {
  currentPassword: string | null | undefined;
  isNewPassword: boolean;
  isNewEmail: boolean;
};

async function hashNewPassword({ user }: SignedIn, password: string): Promise<string> {
  if (await verifyPassword(user.encrypted_password, password)) throw authError('same_password');
  return hashPassword(password);
}

/**
 * Requires the current password. Without it, a recovery link opened within the last hour allows a
 * new password, and a code entered within the last five minutes allows a new address.
 */
async function requireCredential(
  context: AuthContext,
  signedIn: SignedIn,
  { currentPassword, isNewPassword, isNewEmail }: Change,
): Promise<void> {
  if (currentPassword) return requirePassword(context, signedIn, currentPassword);
  if (isNewPassword && !hasFreshRecoveryLink(signedIn)) {
    throw authError('current_password_required');
  }
  if (isNewEmail && !hasFreshCode(signedIn)) {
    throw authError(
      'current_password_required',
      'Current password or a new code required when changing email.',
    );
  }
}

/**
 * Stores a password's hash. The account's sessions end, and links mailed to it are invalidated.
 *
 * @param exceptSessionId the session that requested it, which continues
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
