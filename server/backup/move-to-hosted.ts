import { buffer } from 'node:stream/consumers';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Session } from '#backend/database/database.ts';
import { createServerDatabase } from '#backend/database/server.ts';
import type { FileStore } from '#backend/storage/files.ts';
import { BackupError } from './backup-error.ts';
import { qualified } from './catalog.ts';
import type { Dump, StoredObject } from './dump.ts';
import { adoptUsers, requireNoUsers, userColumns } from './hosted-users.ts';
import { setSequences } from './load-database.ts';
import { loadRows } from './load-rows.ts';
import { rowsIn } from './manifest.ts';
import { type MoveSource, withDump } from './move-to-server.ts';

/** The project of the hosted platform: its address, its secret key, its database's connection string. */
export type HostedTarget = { url: string; secretKey: string; databaseUrl: string };

/** What belongs to this installation: the platform has its own counts, limits and secret. */
const stayBehind = ['private.rate_limits', 'private.form_secrets', 'private.visitor_storage'];

/** The accounts, which the platform keeps in a table of its own shape. */
const users = 'auth.users';

/**
 * Copies rows, accounts with their passwords, and pictures to a project of the hosted platform that
 * has the migrations and no rows. Pictures go first, through its API; then all rows in one
 * transaction with triggers off, so that nothing is mailed, counted or dated anew. One that failed
 * can be begun again.
 *
 * @param onPicture hears after each picture how many are there
 * @returns how much was moved
 * @throws BackupError where the project is not empty, or is not what is needed
 */
export async function moveToHosted(
  source: MoveSource & { files: FileStore },
  { url, secretKey, databaseUrl }: HostedTarget,
  logger: Logger,
  onPicture: (done: number, total: number) => void = () => {},
): Promise<{ rows: number; pictures: number }> {
  const target = createServerDatabase({ url: databaseUrl, logger });
  try {
    return await withDump(source, (dump, lines) =>
      target.session(async (session) => {
        const moved = Object.keys(dump.tables).filter(isMoved);
        await requireEmptyTables(session, moved);
        await requireNoUsers(session);
        const client = createClient(url, secretKey, {
          auth: { persistSession: false, autoRefreshToken: false },
        });
        for (const [place, object] of dump.objects.entries()) {
          await uploadPicture(source, client, object);
          onPicture(place + 1, dump.objects.length);
        }
        const counts = await pour(session, dump, lines);
        return { rows: rowsIn({ tables: counts }), pictures: dump.objects.length };
      }),
    );
  } finally {
    await target.close();
  }
}

function isMoved(table: string): boolean {
  const [schema] = table.split('.');
  return (schema === 'public' || schema === 'private') && !stayBehind.includes(table);
}

async function requireEmptyTables(session: Session, tables: string[]) {
  for (const table of tables) {
    const [schema = '', name = ''] = table.split('.');
    const [found] = await session.query<{ there: boolean }>(
      'select to_regclass($1::text) is not null as there',
      [qualified({ schema, name })],
    );
    if (!found?.there) {
      throw new BackupError(
        `The project has no table ${table}. Bring its tables up to date first: supabase db push.`,
      );
    }
    const rows = await session.query(`select 1 from ${qualified({ schema, name })} limit 1`);
    if (rows.length === 0) continue;
    throw new BackupError(
      `The table ${table} of the project has rows already. A site is moved into a project without any only.`,
    );
  }
}

async function uploadPicture(
  { files, database }: Pick<MoveSource, 'database'> & { files: FileStore },
  client: SupabaseClient,
  { key, bucket, name }: StoredObject,
) {
  const row = await database.owner
    .selectFrom('storage.objects')
    .select('metadata')
    .where('version', '=', key)
    .executeTakeFirst();
  const mimetype = row?.metadata?.mimetype;
  const { error } = await client.storage
    .from(bucket)
    .upload(name, await buffer(await files.read(key)), {
      upsert: true,
      ...(typeof mimetype === 'string' ? { contentType: mimetype } : {}),
    });
  if (error)
    throw new BackupError(`The picture ${name} could not be stored there: ${error.message}.`);
}

async function pour(session: Session, dump: Dump, lines: AsyncIterable<string>) {
  await session.exec('begin');
  try {
    await session.query(`select set_config(name, value, true) from (values
      ('session_replication_role', 'replica'), ('search_path', ''), ('statement_timeout', '0'),
      ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres')) as setting (name, value)`);
    const counts = await loadRows(session, lines, (table, column) =>
      table === users ? column === undefined || userColumns.includes(column) : isMoved(table),
    );
    await adoptUsers(session);
    await setSequences(
      session,
      dump.sequences.filter(({ schema }) => schema === 'public' || schema === 'private'),
    );
    for (const [table, rows] of Object.entries(counts)) {
      if (dump.tables[table] === rows) continue;
      throw new BackupError(`${table} got ${rows} rows instead of ${dump.tables[table]}.`);
    }
    await session.exec('commit');
    return counts;
  } catch (error) {
    await session.exec('rollback');
    throw error;
  }
}
