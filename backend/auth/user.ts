import { type Selectable, sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';
import type { PlatformTables } from '#backend/database/platform-tables.ts';

/** A row of auth.users. */
export type UserRow = Selectable<PlatformTables['auth.users']>;

/** GoTrue's user object: https://supabase.com/docs/guides/auth/users#the-user-object */
export type User = {
  id: string;
  aud: string;
  role: string;
  email: string;
  new_email?: string;
  email_confirmed_at?: string;
  phone: '';
  confirmed_at?: string;
  last_sign_in_at?: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities: [];
  factors?: Factor[];
  created_at: string;
  updated_at: string;
  is_anonymous: false;
};

/** A second factor as clients get it: without its secret. */
export type Factor = {
  id: string;
  friendly_name: string;
  factor_type: 'totp';
  status: 'unverified' | 'verified';
  last_challenged_at?: string;
  created_at: string;
  updated_at: string;
};

/** The second factors of an account, oldest first. */
export async function readFactors(owner: Database['owner'], userId: string): Promise<Factor[]> {
  const rows = await owner
    .selectFrom('auth.mfa_factors')
    .select([
      'id',
      'friendly_name',
      'factor_type',
      'status',
      'last_challenged_at',
      'created_at',
      'updated_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    friendly_name: row.friendly_name ?? '',
    factor_type: row.factor_type,
    status: row.status,
    ...(row.last_challenged_at ? { last_challenged_at: row.last_challenged_at.toISOString() } : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** Writes a row as the user object that clients get; what is not known is left out, as GoTrue does. */
export function toUser(row: UserRow, factors: Factor[]): User {
  const confirmedAt = row.email_confirmed_at?.toISOString();
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email,
    ...(row.new_email ? { new_email: row.new_email } : {}),
    ...(confirmedAt ? { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt } : {}),
    phone: '',
    ...(row.last_sign_in_at ? { last_sign_in_at: row.last_sign_in_at.toISOString() } : {}),
    app_metadata: row.raw_app_meta_data,
    user_metadata: row.raw_user_meta_data,
    identities: [],
    ...(factors.length > 0 ? { factors } : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_anonymous: false,
  };
}

/** The account with this e-mail address, whatever its case. */
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
