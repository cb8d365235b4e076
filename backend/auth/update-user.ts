import { sql } from 'kysely';
import { z } from 'zod';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { requestEmailChange } from './email-change.ts';
import { dropOneTimeTokens } from './one-time-token.ts';
import { hashPassword, requireAcceptablePassword, verifyPassword } from './passwords.ts';
import {
  codeChallenge,
  readBody,
  refuseCodeChallenge,
  requireEmail,
  text,
} from './request-body.ts';
import { requireSignedIn } from './signed-in.ts';
import { toUser, type User, type UserRow } from './user.ts';

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
 * PUT /user: a new password (which ends the account's other sessions), a new e-mail address (in force
 * once its mailed link is opened), further user metadata (null removes a key).
 *
 * @throws AuthError `weak_password`, `same_password`, `current_password_invalid`, `email_exists`
 */
export async function updateUser(context: AuthContext, request: Request): Promise<User> {
  const { user, sessionId } = await requireSignedIn(context, request);
  const body = await readBody(request, userUpdate);
  refuseCodeChallenge(body.code_challenge);
  if (body.app_metadata != null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (body.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const email = body.email ? requireEmail(body.email) : undefined;
  const passwordHash =
    body.password == null
      ? undefined
      : await hashNewPassword(user, body.password, body.current_password);

  const updated = await context.database.owner.transaction().execute(async (transaction) => {
    if (passwordHash) await setPassword(transaction, user.id, passwordHash, sessionId);
    return updateMetadata(transaction, user, body.data ?? {});
  });
  if (email === undefined || email === user.email.toLowerCase()) return toUser(updated);
  const redirectTo = new URL(request.url).searchParams.get('redirect_to');
  return toUser(await requestEmailChange(context, updated, email, redirectTo));
}

async function hashNewPassword(
  user: UserRow,
  password: string,
  currentPassword: string | null | undefined,
): Promise<string> {
  requireAcceptablePassword(password);
  if (currentPassword && !(await verifyPassword(user.encrypted_password, currentPassword))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is not correct.');
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
  data: Record<string, unknown>,
): Promise<UserRow> {
  const merged = Object.entries({ ...user.raw_user_meta_data, ...data });
  const kept = JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== null)));
  return transaction
    .updateTable('auth.users')
    .set({
      raw_user_meta_data: sql<Record<string, unknown>>`${kept}::text::jsonb`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
