import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import { getChecksum, type Migration, migrationsTable } from '#backend/database/migrate.ts';
import { BackupError } from './backup-error.ts';
import {
  fullName,
  qualified,
  quoted,
  readSequences,
  readTables,
  type Sequence,
  type Table,
  tablesCreatedBy,
} from './catalog.ts';
import { rowsEnd, type TextRow, toCopyLine } from './copy-format.ts';
import type { Manifest } from './manifest.ts';

/** Rows per fetch; a blog post can have hundreds of kilobytes. */
const batchSize = 200;
const writeSize = 256 * 1024;

/** Tables of sessions and secrets, which a restored site creates anew. */
const secretTables = ['ridgeline.keys', 'private.signing_secrets'];

export type StoredObject = {
  key: string;
  bucket: string;
  name: string;
  contentType?: string | undefined;
};

export type Dump = Pick<
  Manifest,
  'migrations' | 'tables' | 'sequences' | 'tablesLeftOut' | 'postgres'
> & { objects: StoredObject[] };

type WriteText = (text: string) => Promise<void>;

/**
 * Writes the database as of one moment as a script for psql, which loads into an empty PostgreSQL 15 or
 * newer. Throws a BackupError if the database has migrations that the program does not know.
 */
export async function dumpDatabase(
  database: Database,
  sets: Record<string, Migration[]>,
  path: string,
  signal?: AbortSignal,
): Promise<Dump> {
  const file = await open(path, 'wx', 0o600);
  let pending = '';
  const flush = async () => {
    await file.writeFile(pending);
    pending = '';
  };
  try {
    const dump = await database.owner.transaction().execute((transaction) =>
      writeDump(transaction, sets, async (text) => {
        signal?.throwIfAborted();
        pending += text;
        if (pending.length >= writeSize) await flush();
      }),
    );
    await flush();
    return dump;
  } finally {
    await file.close();
  }
}

async function writeDump(
  transaction: OwnerTransaction,
  sets: Record<string, Migration[]>,
  write: WriteText,
): Promise<Dump> {
  await fixSnapshot(transaction);
  const applied = await readApplied(transaction, sets);
  const created = tablesCreatedBy(Object.values(applied).flat());
  const all = await readTables(transaction);
  const tables = all.filter(
    (table) => created.has(fullName(table)) && !secretTables.includes(fullName(table)),
  );
  const schemas = new Set(tables.map(({ schema }) => schema));
  const sequences = await readSequences(transaction, [...schemas]);
  await writeSchema(write, applied);
  await write(beforeRows(tables));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[fullName(table)] = await writeRows(transaction, table, write);
  await write(afterRows(tables, sequences));
  return {
    postgres: await serverVersion(transaction),
    migrations: Object.fromEntries(
      Object.entries(applied).map(([set, migrations]) => [set, migrations.map(toListed)]),
    ),
    tables: rows,
    sequences,
    tablesLeftOut: all.map(fullName).filter((name) => !created.has(name)),
    objects: await readObjects(transaction),
  };
}

/** Uses one snapshot for all tables, and a value format that every PostgreSQL reads. */
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

const toListed = (migration: Migration) => ({
  version: migration.version,
  name: migration.name,
  checksum: getChecksum(migration),
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
  const values = columns.map((column, index) => `${column}::text as v${index}`).join(', ');
  const order = table.key.length > 0 ? `order by ${table.key.map(quoted).join(', ')}` : '';
  await sql
    .raw(
      `declare dumped no scroll cursor for select ${values} from only ${qualified(table)} ${order}`,
    )
    .execute(transaction);
  let count = 0;
  for (;;) {
    const { rows } = await sql
      .raw<Record<string, string | null>>(`fetch ${batchSize} from dumped`)
      .execute(transaction);
    if (rows.length === 0) break;
    count += rows.length;
    const lines = rows.map((row) => {
      const text: TextRow = columns.map((_, index) => row[`v${index}`] ?? null);
      return `${toCopyLine(text)}\n`;
    });
    await write(lines.join(''));
  }
  await sql.raw('close dumped').execute(transaction);
  await write(`${rowsEnd}\n`);
  return count;
}

function afterRows(tables: Table[], sequences: Sequence[]): string {
  const values = sequences.map(
    (sequence) =>
      `select pg_catalog.setval('${qualified(sequence).replaceAll("'", "''")}', ${sequence.lastValue}, ${sequence.isCalled});`,
  );
  const triggers = tables.map((table) => `alter table ${qualified(table)} enable trigger user;`);
  return `\n${[...values, ...triggers, 'commit;', 'analyze;'].join('\n')}\n`;
}

async function serverVersion(transaction: OwnerTransaction): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(transaction);
  return rows[0]?.version ?? '';
}

export async function readObjects(owner: Database['owner']): Promise<StoredObject[]> {
  const rows = await owner
    .selectFrom('storage.objects')
    .select(['version as key', 'bucket_id as bucket', 'name', 'metadata'])
    .orderBy('version')
    .execute();
  return rows.map(({ metadata, ...object }) => ({
    ...object,
    ...(typeof metadata?.mimetype === 'string' ? { contentType: metadata.mimetype } : {}),
  }));
}
