import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';

/** What ends with a restore: everybody signs in again. */
export const sessionTables = ['auth.one_time_tokens', 'auth.refresh_tokens', 'auth.sessions'];

/** What belongs to one running site and goes into no backup. */
const ofTheSite = ['ridgeline.keys', 'ridgeline.starts'];

/** Every row of every table, generated columns and all, as text that the engines write alike. */
export async function readEverything(database: Database): Promise<Record<string, string[]>> {
  return database.owner.transaction().execute(async (transaction) => {
    await sql`set local timezone = 'UTC'`.execute(transaction);
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(transaction);
    const everything: Record<string, string[]> = {};
    for (const { name } of tables.rows.filter((table) => !ofTheSite.includes(table.name))) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.raw(name)} as t`.execute(transaction);
      everything[name] = rows.map(({ row }) => row).sort();
    }
    return everything;
  });
}

/** Where every sequence stands, and every trigger that is not on. */
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

/** Leaves out what a restore ends. */
export function withoutSessions(everything: Record<string, string[]>): Record<string, string[]> {
  return { ...everything, ...Object.fromEntries(sessionTables.map((name) => [name, []])) };
}
