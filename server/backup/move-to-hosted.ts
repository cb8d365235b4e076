import { buffer } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Session } from '#backend/database/database.ts';
import { createServerDatabase } from '#backend/database/server-database.ts';
import { BackupError } from './backup-error.ts';
import { qualifiedFromFullName, quoted } from './catalog.ts';
import { compareCounts, inTransaction, loadRows, setSequences } from './load-backup.ts';
import { countAllRows, type Manifest } from './manifest.ts';
import { restoreInto } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

export type HostedTarget = { url: string; secretKey: string; databaseUrl: string };

/**
 * Not moved: the platform has its own counts and limits, ids of submissions last a day, and earlier
 * backups contain secrets.
 */
const tablesNotMoved = [
  'private.rate_limits',
  'private.form_secrets',
  'private.submissions',
  'private.visitor_storage',
];

// The platform's own table of accounts, https://github.com/supabase/auth/tree/master/migrations. It
// reads our passwords: argon2id with version 19 (internal/crypto/password.go there).
const userTable = 'auth.users';

const userColumns = [
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

/** Columns without a default that the platform reads as text, and fails on null. */
const textColumns = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change',
];

/**
 * Restores into an empty hosted project: images through its API, then rows and accounts in one
 * transaction, without triggers, so that nothing is mailed or counted again. It can be repeated.
 *
 * @throws BackupError if the project is not empty or lacks a table
 */
export async function moveToHosted(
  path: string,
  { url, secretKey, databaseUrl }: HostedTarget,
  logger: Logger,
  onFile: (done: number, total: number) => void = () => {},
): Promise<{ rows: number; files: number }> {
  const manifest = await verifyBackup(path);
  const { storage } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const database = createServerDatabase({ url: databaseUrl, logger });
  try {
    await database.session((session) => requireEmptyProject(session, manifest));
    let moved = 0;
    let rows = 0;
    await restoreInto(path, manifest, {
      writeFile: async ({ bucket, name, contentType }, content) => {
        const bytes = await buffer(content);
        const options = { upsert: true, ...(contentType ? { contentType } : {}) };
        const { error } = await storage.from(bucket).upload(name, bytes, options);
        if (error) {
          throw new BackupError(`The file ${name} failed to upload: ${error.message}.`);
        }
        moved += 1;
        onFile(moved, manifest.files.length);
      },
      loadRows: async (lines) => {
        rows = await database.session((session) => loadHostedRows(session, manifest, lines));
      },
    });
    return { rows, files: moved };
  } finally {
    await database.close();
  }
}

function isMoved(table: string): boolean {
  return /^(public|private)\./.test(table) && !tablesNotMoved.includes(table);
}

async function requireEmptyProject(session: Session, manifest: Manifest) {
  for (const table of Object.keys(manifest.tables).filter(isMoved)) {
    const [found] = await session.query<{ exists: boolean }>(
      'select to_regclass($1::text) is not null as exists',
      [qualifiedFromFullName(table)],
    );
    if (!found?.exists) {
      throw new BackupError(
        `The project has no table ${table}. Bring its tables up to date first: supabase db push.`,
      );
    }
    if (!(await hasRows(session, table))) continue;
    throw new BackupError(
      `The table ${table} of the project already has rows. A site can only be moved into an empty project.`,
    );
  }
  if (await hasRows(session, userTable)) {
    throw new BackupError(
      'The project already has accounts. A site can only be moved into a project without accounts: remove them there first.',
    );
  }
}

async function hasRows(session: Session, table: string): Promise<boolean> {
  return (await session.query(`select 1 from ${qualifiedFromFullName(table)} limit 1`)).length > 0;
}

async function loadHostedRows(
  session: Session,
  { tables, sequences }: Manifest,
  lines: AsyncIterable<string>,
): Promise<number> {
  return inTransaction(session, async () => {
    await session.query(`select set_config(name, value, true) from (values
      ('session_replication_role', 'replica'), ('search_path', ''), ('statement_timeout', '0'),
      ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres')) as setting (name, value)`);
    const counts = await loadRows(session, lines, (table, column) =>
      table === userTable ? column === undefined || userColumns.includes(column) : isMoved(table),
    );
    await completeUsers(session);
    await setSequences(
      session,
      sequences.filter(({ schema }) => schema === 'public' || schema === 'private'),
    );
    const expected = Object.keys(counts).map((table) => [table, tables[table] ?? 0] as const);
    compareCounts(counts, Object.fromEntries(expected));
    return countAllRows(counts);
  });
}

/** Fills the columns and identities that the platform sets for accounts it creates itself. */
async function completeUsers(session: Session) {
  const columns = await readAuthColumns(session, 'users');
  const values = [
    ...(columns.has('instance_id') ? [`instance_id = '00000000-0000-0000-0000-000000000000'`] : []),
    ...textColumns.filter((name) => columns.has(name)).map((name) => `${quoted(name)} = ''`),
  ];
  if (values.length > 0) await session.exec(`update auth.users set ${values.join(', ')}`);
  if ((await readAuthColumns(session, 'identities')).size === 0) return;
  await session.exec(`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select id::text, id, jsonb_build_object('sub', id::text, 'email', email, 'email_verified', true),
      'email', last_sign_in_at, created_at, updated_at
    from auth.users`);
}

async function readAuthColumns(session: Session, table: string): Promise<Set<string>> {
  const rows = await session.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'auth' and table_name = $1::text`,
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}
