import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';

/** Tables that a restore empties: everybody signs in again. */
const sessionTables = ['auth.one_time_tokens', 'auth.refresh_tokens', 'auth.sessions'];

/** Tables of one running site that are in no backup. */
const siteTables = ['private.signing_secrets', 'ridgeline.keys', 'ridgeline.starts'];

/** Reads every row of every table, generated columns included, as text that is equal on both engines. */
export async function dumpTables(database: Database): Promise<Record<string, string[]>> {
  return database.owner.transaction().execute(async (transaction) => {
    await sql`set local timezone = 'UTC'`.execute(transaction);
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(transaction);
    const rowsByTable: Record<string, string[]> = {};
    for (const { name } of tables.rows.filter((table) => !siteTables.includes(table.name))) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.raw(name)} as t`.execute(transaction);
      rowsByTable[name] = rows.map(({ row }) => row).sort();
    }
    return rowsByTable;
  });
}

/** The state of every sequence, and every disabled trigger. */
export async function readCounters(database: Database) {
  const sequences = await sql<{ name: string }>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences order by 1`.execute(database.owner);
  const off = await sql<{ name: string }>`
    select tgname as name from pg_trigger where not tgisinternal and tgenabled <> 'O'`.execute(
    database.owner,
  );
  return { sequences: sequences.rows, triggersOff: off.rows };
}

/** The SHA-256 of every stored file of a data folder, by its name. */
export function readStoredFiles(directory: string): Record<string, string> {
  const folder = join(directory, 'storage');
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
}

/** Removes the tables that a restore empties. */
export function withoutSessions(tables: Record<string, string[]>): Record<string, string[]> {
  return { ...tables, ...Object.fromEntries(sessionTables.map((name) => [name, []])) };
}
