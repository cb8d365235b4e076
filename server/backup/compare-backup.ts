import { sql } from 'kysely';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import type { Migration } from '#backend/database/migrate.ts';
import { drain, readArchive, readLines } from './archive.ts';
import { fullName, qualified, quoted, readTables, type Table } from './catalog.ts';
import { parseCopyLine, readDump } from './copy-format.ts';
import { findMigrations } from './load-backup.ts';
import { verifyBackup } from './verify-backup.ts';

/** `newest` is the time of the newest change, ISO 8601, of a table that has one. */
type Contents = { rows: number; newest?: string };

export type Comparison = {
  createdAt: string;
  version: string;
  tables: { name: string; now: Contents; backup: Contents }[];
};

/** The columns that say when a row was added or changed. */
const timeColumns = ['updated_at', 'created_at', 'occurred_at', 'deleted_at', 'started_at'];

/**
 * Verifies a backup, and compares its contents with the database: the site's tables, `auth.users` and
 * `storage.objects`, without those that are empty on both sides.
 *
 * @throws BackupError if the backup is damaged, or if this program can't restore it
 */
export async function compareBackup(
  { database, sets }: { database: Database; sets: Record<string, Migration[]> },
  path: string,
): Promise<Comparison> {
  const manifest = await verifyBackup(path);
  findMigrations(manifest, sets);
  const newest = await readNewest(path);
  const current = await readCurrent(database);
  const names = [...new Set([...current.keys(), ...Object.keys(manifest.tables)])];
  const tables = names.filter(isShown).map((name) => ({
    name,
    now: current.get(name) ?? { rows: 0 },
    backup: { rows: manifest.tables[name] ?? 0, ...toNewest(newest.get(name)) },
  }));
  return {
    createdAt: manifest.madeAt,
    version: manifest.version,
    tables: tables.filter(({ now, backup }) => now.rows > 0 || backup.rows > 0),
  };
}

const isShown = (name: string) =>
  name.startsWith('public.') || name === 'auth.users' || name === 'storage.objects';

const toNewest = (newest: string | undefined) => (newest ? { newest } : {});

/** Reads the newest time in each table of a backup. Dumped times are UTC text, so they compare as strings. */
async function readNewest(path: string): Promise<Map<string, string>> {
  const newest = new Map<string, string>();
  for await (const { name, content } of readArchive(path)) {
    if (name !== 'database.sql') {
      await drain(content);
      continue;
    }
    let table = '';
    let positions: number[] = [];
    for await (const part of readDump(readLines(content))) {
      if ('table' in part) {
        table = part.table;
        positions = timeColumns.map((column) => part.columns.indexOf(column));
        positions = isShown(table) ? positions.filter((position) => position >= 0) : [];
      } else if (positions.length > 0) {
        const values = parseCopyLine(part.line);
        for (const position of positions) {
          const time = values[position] ?? '';
          if (time > (newest.get(table) ?? '')) newest.set(table, time);
        }
      }
    }
  }
  return new Map([...newest].map(([table, time]) => [table, new Date(time).toISOString()]));
}

async function readCurrent({ owner }: Database): Promise<Map<string, Contents>> {
  return owner.transaction().execute(async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    await sql`select set_config('search_path', '', true)`.execute(transaction);
    const current = new Map<string, Contents>();
    for (const table of await readTables(transaction)) {
      if (isShown(fullName(table))) {
        current.set(fullName(table), await readContents(transaction, table));
      }
    }
    return current;
  });
}

async function readContents(transaction: OwnerTransaction, table: Table): Promise<Contents> {
  const times = table.columns
    .filter(({ name }) => timeColumns.includes(name))
    .map(({ name }) => `max(${quoted(name)})`);
  const newest = times.length > 0 ? `greatest(${times.join(', ')})` : 'null::timestamptz';
  const { rows } = await sql
    .raw<{ rows: string; newest: Date | null }>(
      `select count(*)::text as rows, ${newest} as newest from only ${qualified(table)}`,
    )
    .execute(transaction);
  const [found] = rows;
  return { rows: Number(found?.rows), ...toNewest(found?.newest?.toISOString()) };
}
