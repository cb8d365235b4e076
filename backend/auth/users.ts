import { type Selectable, sql } from 'kysely';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import type { PlatformTables } from '#backend/database/platform-tables.ts';
import { HttpError } from '#backend/http-error.ts';

/** A row of auth.users. */
export type UserRow = Selectable<PlatformTables['auth.users']>;

/** GoTrue's user object: https://supabase.com/docs/guides/auth/users#the-user-object */
export type User = ReturnType<typeof toUser>;

/** An MFA factor as clients see it, without its secret. */
export type Factor = Awaited<ReturnType<typeof readFactors>>[number];

type Metadata = Record<string, unknown>;

/** In bytes of JSON. Access tokens carry the metadata in every request, and headers are limited to 16 KiB. */
const maxUserMetadataBytes = 2048;

/** The MFA factors of an account, oldest first. */
export async function readFactors(owner: Database['owner'], userId: string) {
  const rows = await owner
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, friendly_name, factor_type, status, ...row }) => ({
    id,
    friendly_name: friendly_name ?? '',
    factor_type,
    status,
    ...(row.last_challenged_at ? { last_challenged_at: row.last_challenged_at.toISOString() } : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** Converts a row to the user object that clients get; unknown fields are left out, as GoTrue does. */
export function toUser(row: UserRow, factors: Factor[]) {
  const confirmedAt = row.email_confirmed_at?.toISOString();
  const times = {
    ...(row.last_sign_in_at ? { last_sign_in_at: row.last_sign_in_at.toISOString() } : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email,
    ...(row.new_email ? { new_email: row.new_email } : {}),
    ...(row.email_change_sent_at
      ? { email_change_sent_at: row.email_change_sent_at.toISOString() }
      : {}),
    ...(confirmedAt ? { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt } : {}),
    phone: '',
    app_metadata: row.raw_app_meta_data,
    user_metadata: row.raw_user_meta_data,
    identities: [toEmailIdentity(row, times)],
    ...(factors.length > 0 ? { factors } : {}),
    ...times,
    is_anonymous: false,
  };
}

/** The one identity that every account has: its email address. */
function toEmailIdentity({ id, email, email_confirmed_at: confirmedAt }: UserRow, times: object) {
  const emailVerified = confirmedAt !== null;
  return {
    identity_id: id,
    id,
    user_id: id,
    identity_data: { email, email_verified: emailVerified, phone_verified: false, sub: id },
    provider: 'email',
    email,
    ...times,
  };
}

/**
 * Locks accounts until the transaction ends, by id. A transaction that changes several of an account's
 * sessions, links, factors or codes calls it first, so that no two wait for each other.
 *
 * @returns the accounts that exist, by id
 */
export function lockUsers(
  transaction: OwnerTransaction,
  ...ids: [string, ...string[]]
): Promise<UserRow[]> {
  return transaction
    .selectFrom('auth.users')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Finds the account with this email address, ignoring case. */
export function findUserByEmail(
  owner: Database['owner'],
  email: string,
): Promise<UserRow | undefined> {
  return owner
    .selectFrom('auth.users')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email}::text)`)
    .executeTakeFirst();
}

export function findUserById(owner: Database['owner'], id: string): Promise<UserRow | undefined> {
  return owner.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Merges an update into the stored user metadata; null removes a key.
 *
 * @throws HttpError 422 `validation_failed` if the result has more than 2 KiB of JSON
 */
export function mergeUserMetadata(stored: Metadata, update: Metadata | null | undefined): Metadata {
  if (!update) return stored;
  const entries = Object.entries({ ...stored, ...update }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(entries);
  if (!isTooLarge(merged)) return merged;
  throw new HttpError(
    422,
    'validation_failed',
    `User metadata cannot be larger than ${maxUserMetadataBytes} bytes`,
  );
}

/** Returns the metadata for an access token: all of it, or nothing if the stored value is too large. */
export function toTokenMetadata(stored: Metadata): Metadata {
  return isTooLarge(stored) ? {} : stored;
}

function isTooLarge(metadata: Metadata): boolean {
  return Buffer.byteLength(JSON.stringify(metadata)) > maxUserMetadataBytes;
}
