import { createHash, randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import type { PlatformTables } from '#backend/database/platform-tables.ts';
import { authError } from './errors.ts';
import { lockUsers } from './users.ts';

/** The purpose of a mailed link. */
export type OneTimeTokenType = PlatformTables['auth.one_time_tokens']['token_type'];

/** How long a link that was asked for is valid, in seconds. */
export const oneTimeTokenLifetimeSeconds = 3600;

const threeDays = 3 * 24 * 3600;

/** How long a change of the email address can be undone, in seconds. */
export const undoLifetimeSeconds = threeDays;

/** How long a mailed link is valid, in seconds. */
const lifetimes: Record<OneTimeTokenType, number> = {
  recovery: oneTimeTokenLifetimeSeconds,
  invite: threeDays,
  email_change_current: oneTimeTokenLifetimeSeconds,
  email_change_new: oneTimeTokenLifetimeSeconds,
  email_change_undo: undoLifetimeSeconds,
};

/** Returns a random token of 256 bits. Only its hash is stored. */
export function createOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash that the database stores: SHA-256 in hexadecimal. A random token needs no salt. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A time in the past, by the database's clock. */
export function secondsAgo(seconds: number) {
  return sql<Date>`now() - make_interval(secs => ${seconds}::double precision)`;
}

/**
 * Creates the token of a mailed link. It replaces an earlier one of the same type, except for undo
 * links.
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
  const isUndo = type === 'email_change_undo';
  const row = {
    token_hash: hashOpaqueToken(token),
    relates_to: email,
    created_at: sql<Date>`now()`,
    expires_at: secondsAgo(-lifetimes[type]),
  };
  await owner
    .insertInto('auth.one_time_tokens')
    .values({ user_id: userId, token_type: type, ...row })
    .$if(!isUndo, (query) =>
      query.onConflict((conflict) =>
        conflict
          .columns(['user_id', 'token_type'])
          .where(sql<SqlBool>`token_type <> 'email_change_undo'`)
          .doUpdateSet(row),
      ),
    )
    .execute();
  return token;
}

/**
 * Locks the account of a token, and uses it up.
 *
 * @param types the accepted purposes
 * @param email if given, the address that the token was mailed to
 * @returns its purpose, the address it was mailed to and when, and the account
 * @throws HttpError 403 `otp_expired` if the token is unknown or expired
 */
export async function useOneTimeToken(
  transaction: OwnerTransaction,
  {
    token,
    types,
    email,
  }: { token: string; types: readonly OneTimeTokenType[]; email?: string | undefined },
) {
  const hash = hashOpaqueToken(token);
  const found = await transaction
    .selectFrom('auth.one_time_tokens')
    .select('user_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (!found) throw authError('otp_expired');
  const [user] = await lockUsers(transaction, found.user_id);
  const used = await transaction
    .deleteFrom('auth.one_time_tokens')
    .where('token_hash', '=', hash)
    .where('token_type', 'in', types)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(email !== undefined, (query) =>
      query.where(sql<string>`lower(relates_to)`, '=', sql<string>`lower(${email}::text)`),
    )
    .returning(['token_type', 'relates_to', 'created_at'])
    .executeTakeFirst();
  if (!user || !used) throw authError('otp_expired');
  const { token_type: type, relates_to: mailedTo, created_at: createdAt } = used;
  return { type, mailedTo, createdAt, user };
}

/** Invalidates every link mailed to the account so far, except those that undo an email change. */
export async function deleteOneTimeTokens(owner: Database['owner'], userId: string): Promise<void> {
  await owner
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('token_type', '!=', 'email_change_undo')
    .execute();
}
