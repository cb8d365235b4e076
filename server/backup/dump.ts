import { sql } from 'kysely';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import { checksumOf, type Migration, migrationsTable } from '#backend/database/migrate.ts';
import { BackupError } from './backup-error.ts';
import {
  fullName,
  qualified,
  quoted,
  readSequences,
  readTables,
  type Sequence,
  type Table,
} from './catalog.ts';
import { endOfRows, type TextRow, toCopyLine } from './copy-text.ts';
import { madeBy } from './made-by.ts';
import type { Manifest } from './manifest.ts';
import type { WriteText } from './text-writer.ts';

/** Rows that are fetched at a time; a post can have hundreds of kilobytes. */
const batch = 200;

/** What opens a running site to whoever has it; a restored site makes new ones. */
const secrets = ['ridgeline.keys'];

/** A file that a row of storage.objects names. */
export type StoredObject = { key: string; bucket: string; name: string };

/** What a dump holds, as the manifest says it, and the files that belong to it. */
export type Dump = Pick<
  Manifest,
  'migrations' | 'tables' | 'sequences' | 'tablesLeftOut' | 'postgres'
> & { objects: StoredObject[] };

/**
 * Writes the whole database as a script for psql, as it stands at one moment: the migrations that
 * made its tables, then the rows. Loaded into an empty PostgreSQL 15 or newer it is the same
 * database again, all of it or nothing.
 *
 * @param sets this program's migrations
 * @throws BackupError where the database has migrations that the program does not know
 */
export function dumpDatabase(
  database: Database,
  sets: Record<string, Migration[]>,
  write: WriteText,
): Promise<Dump> {
  return database.owner.transaction().execute(async (transaction) => {
    await fixSnapshot(transaction);
    const applied = await readApplied(transaction, sets);
    const all = await readTables(transaction);
    const isOurs = madeBy(Object.values(applied).flat());
    const tables = all.filter((table) => {
      const name = fullName(table);
      return isOurs(name) && !secrets.includes(name);
    });
    const sequences = await readSequences(transaction, [
      ...new Set(tables.map(({ schema }) => schema)),
    ]);
    await writeSchema(write, applied);
    const rows: Record<string, number> = {};
    await write(beforeRows(tables));
    for (const table of tables) rows[fullName(table)] = await writeRows(transaction, table, write);
    await write(afterRows(tables, sequences));
    return {
      postgres: await serverVersion(transaction),
      migrations: Object.fromEntries(
        Object.entries(applied).map(([set, migrations]) => [set, migrations.map(asListed)]),
      ),
      tables: rows,
      sequences,
      tablesLeftOut: all.map(fullName).filter((name) => !isOurs(name)),
      objects: await readObjects(transaction),
    };
  });
}

/** One moment for all tables, and values written in the form that every PostgreSQL reads back. */
async function fixSnapshot(transaction: OwnerTransaction) {
  await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
  await sql`select set_config(name, value, true) from (values
    ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('search_path', ''),
    ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'),
    ('extra_float_digits', '1'), ('bytea_output', 'hex')) as setting (name, value)`.execute(
    transaction,
  );
}

async function readApplied(transaction: OwnerTransaction, sets: Record<string, Migration[]>) {
  const { rows } = await sql<{ set: string; version: string; name: string }>`
    select set_name as set, version, name from ridgeline.migrations where set_name <> 'seed'`.execute(
    transaction,
  );
  for (const { set, version, name } of rows) {
    if (sets[set]?.some((migration) => migration.version === version)) continue;
    throw new BackupError(
      `The database has the migration ${version}_${name} (${set}), which this version of the ` +
        'program does not know. Make the backup with the version that runs the site.',
    );
  }
  const isApplied = (set: string, { version }: Migration) =>
    rows.some((row) => row.set === set && row.version === version);
  return Object.fromEntries(
    Object.entries(sets).map(([set, migrations]) => [
      set,
      migrations.filter((migration) => isApplied(set, migration)),
    ]),
  );
}

const asListed = (migration: Migration) => ({
  version: migration.version,
  name: migration.name,
  checksum: checksumOf(migration),
});

async function writeSchema(write: WriteText, applied: Record<string, Migration[]>) {
  await write(`-- Loads into an empty PostgreSQL 15 or newer: psql -X -f database.sql
\\set ON_ERROR_STOP on
set client_encoding = 'UTF8';
set standard_conforming_strings = on;
begin;
${migrationsTable}
`);
  for (const [set, migrations] of Object.entries(applied)) {
    for (const { version, name, script } of migrations) {
      await write(`\n-- Migration ${version}_${name} (${set})\n\n${script}\n;\n`);
    }
  }
}

function beforeRows(tables: Table[]): string {
  const names = tables.map(qualified);
  return `
-- Rows

select pg_catalog.set_config('search_path', '', true);
truncate table ${names.join(', ')};
${names.map((name) => `alter table ${name} disable trigger user;`).join('\n')}
`;
}

async function writeRows(transaction: OwnerTransaction, table: Table, write: WriteText) {
  const columns = table.columns.map(({ name }) => quoted(name));
  await write(`\nCOPY ${qualified(table)} (${columns.join(', ')}) FROM stdin;\n`);
  const values = columns.map((column, place) => `${column}::text as v${place}`).join(', ');
  const order = table.key.length > 0 ? `order by ${table.key.map(quoted).join(', ')}` : '';
  await sql
    .raw(
      `declare dumped no scroll cursor for select ${values} from only ${qualified(table)} ${order}`,
    )
    .execute(transaction);
  let count = 0;
  for (;;) {
    const { rows } = await sql
      .raw<Record<string, string | null>>(`fetch ${batch} from dumped`)
      .execute(transaction);
    if (rows.length === 0) break;
    count += rows.length;
    const lines = rows.map((row) => {
      const text: TextRow = columns.map((_, place) => row[`v${place}`] ?? null);
      return `${toCopyLine(text)}\n`;
    });
    await write(lines.join(''));
  }
  await sql.raw('close dumped').execute(transaction);
  await write(`${endOfRows}\n`);
  return count;
}

function afterRows(tables: Table[], sequences: Sequence[]): string {
  const counters = sequences.map(
    (sequence) =>
      `select pg_catalog.setval('${qualified(sequence).replaceAll("'", "''")}', ${sequence.lastValue}, ${sequence.isCalled});`,
  );
  const triggers = tables.map((table) => `alter table ${qualified(table)} enable trigger user;`);
  return `\n${[...counters, ...triggers, 'commit;', 'analyze;'].join('\n')}\n`;
}

async function serverVersion(transaction: OwnerTransaction): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(transaction);
  return rows[0]?.version ?? '';
}

async function readObjects(transaction: OwnerTransaction): Promise<StoredObject[]> {
  return transaction
    .selectFrom('storage.objects')
    .select(['version as key', 'bucket_id as bucket', 'name'])
    .orderBy('version')
    .execute();
}
