import type { Session } from '#backend/database/database.ts';
import { BackupError } from './backup-error.ts';
import { quoted } from './catalog.ts';

// The platform's own table of accounts, https://github.com/supabase/auth/tree/master/migrations. It
// reads our passwords: argon2id with version 19 (internal/crypto/password.go there).

/** The columns that the platform's accounts have in common with ours. */
export const userColumns = [
  'id',
  'aud',
  'role',
  'email',
  'encrypted_password',
  'email_confirmed_at',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'created_at',
  'updated_at',
];

/** Columns without a default that the platform reads as text, and fails on where they are null. */
const emptyTexts = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change',
];

/** @throws BackupError where the project has accounts */
export async function requireNoUsers(session: Session): Promise<void> {
  const rows = await session.query('select 1 from auth.users limit 1');
  if (rows.length === 0) return;
  throw new BackupError(
    'The project has accounts already. A site is moved into a project without any: remove them there first.',
  );
}

/** Makes accounts that were copied with userColumns into such as the platform makes itself. */
export async function adoptUsers(session: Session): Promise<void> {
  const columns = await columnsOf(session, 'users');
  const values = [
    ...(columns.has('instance_id') ? [`instance_id = '00000000-0000-0000-0000-000000000000'`] : []),
    ...emptyTexts.filter((name) => columns.has(name)).map((name) => `${quoted(name)} = ''`),
  ];
  if (values.length > 0) await session.exec(`update auth.users set ${values.join(', ')}`);
  if ((await columnsOf(session, 'identities')).size === 0) return;
  await session.exec(`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select id::text, id, jsonb_build_object('sub', id::text, 'email', email, 'email_verified', true),
      'email', last_sign_in_at, created_at, updated_at
    from auth.users`);
}

async function columnsOf(session: Session, table: string): Promise<Set<string>> {
  const rows = await session.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'auth' and table_name = $1::text`,
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}
