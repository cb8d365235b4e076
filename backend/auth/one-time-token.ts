import { sql } from 'kysely';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import { AuthError } from './auth-error.ts';
import { createOpaqueToken, hashOpaqueToken } from './opaque-token.ts';
import type { UserRow } from './user.ts';

/** What a mailed link is for. */
export type OneTimeTokenType = 'recovery' | 'email_change';

/** How long a mailed link is good for, in seconds. */
export const oneTimeTokenLifetime = 3600;

/**
 * Makes the token of a mailed link; an earlier one of the same kind is good no more.
 *
 * @param relatesTo the e-mail address that it is mailed to
 * @returns the token, of which only the hash is stored
 */
export async function createOneTimeToken(
  owner: Database['owner'],
  { userId, type, relatesTo }: { userId: string; type: OneTimeTokenType; relatesTo: string },
): Promise<string> {
  const token = createOpaqueToken();
  const row = {
    token_hash: hashOpaqueToken(token),
    relates_to: relatesTo,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(secs => ${oneTimeTokenLifetime}::double precision)`,
  };
  await owner
    .insertInto('auth.one_time_tokens')
    .values({ user_id: userId, token_type: type, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_type']).doUpdateSet(row))
    .execute();
  return token;
}

/**
 * Uses a token up.
 *
 * @param email where given, the address that the token was mailed to
 * @returns the account it belongs to
 * @throws AuthError 403 `otp_expired` where there is no such token, or not any more
 */
export async function useOneTimeToken(
  transaction: OwnerTransaction,
  { token, type, email }: { token: string; type: OneTimeTokenType; email?: string | undefined },
): Promise<UserRow> {
  const used = await transaction
    .deleteFrom('auth.one_time_tokens')
    .where('token_hash', '=', hashOpaqueToken(token))
    .where('token_type', '=', type)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(email !== undefined, (query) =>
      query.where(sql<string>`lower(relates_to)`, '=', sql<string>`lower(${email}::text)`),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!used) {
    throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  }
  return transaction
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', used.user_id)
    .executeTakeFirstOrThrow();
}

/** Makes every link mailed to the account so far worthless. */
export async function dropOneTimeTokens(owner: Database['owner'], userId: string): Promise<void> {
  await owner.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute();
}
