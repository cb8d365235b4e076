import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import { authError } from './errors.ts';
import type { UserRow } from './users.ts';

/** What a mailed link is for. */
export type OneTimeTokenType = 'recovery' | 'email_change';

/** How long a mailed link is valid, in seconds. */
export const oneTimeTokenLifetimeSeconds = 3600;

/** A random token of 256 bits. Only its hash is ever stored. */
export function createOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database stores of a token: SHA-256 in hexadecimal. The token's entropy needs no salt. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The time so many seconds ago, by the database's clock. */
export function secondsAgo(seconds: number) {
  return sql<Date>`now() - make_interval(secs => ${seconds}::double precision)`;
}

/**
 * Creates the token of a mailed link, and invalidates an earlier one of the same type.
 *
 * @param email the address that it is mailed to
 * @returns the token, of which only the hash is stored
 */
export async function createOneTimeToken(
  owner: Database['owner'],
  userId: string,
  type: OneTimeTokenType,
  email: string,
): Promise<string> {
  const token = createOpaqueToken();
  const row = {
    token_hash: hashOpaqueToken(token),
    relates_to: email,
    created_at: sql<Date>`now()`,
    expires_at: secondsAgo(-oneTimeTokenLifetimeSeconds),
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
 * @param email if given, the address that the token was mailed to
 * @returns the account it belongs to
 * @throws HttpError 403 `otp_expired` if there is no such token, or not any more
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
  if (!used) throw authError('otp_expired');
  return transaction
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', used.user_id)
    .executeTakeFirstOrThrow();
}

/** Invalidates every link mailed to the account so far. */
export async function deleteOneTimeTokens(owner: Database['owner'], userId: string): Promise<void> {
  await owner.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute();
}
