import type { Database, Session } from '#backend/database/database.ts';
import {
  getChecksum,
  isFromBeforeRelease,
  type Migration,
  migrationsTable,
} from '#backend/database/migrate.ts';
import { BackupError } from './backup-error.ts';
import { qualified, qualifiedFromFullName, quoted, type Sequence } from './catalog.ts';
import { parseCopyLine, readDump, type TextRow } from './copy-format.ts';
import type { Manifest } from './manifest.ts';

/** The limits of one insert statement. */
const maxRows = 500;
const maxCharacters = 1024 * 1024;

/**
 * Applies the manifest's migrations to an empty database and loads the rows, in one transaction.
 *
 * @param options.removesMailServer true for a site that must send no emails until staff enter its mail server again
 */
export async function loadBackup(
  database: Database,
  sets: Record<string, Migration[]>,
  manifest: Manifest,
  lines: AsyncIterable<string>,
  {
    retainSessions,
    removesMailServer = false,
  }: { retainSessions: boolean; removesMailServer?: boolean },
): Promise<void> {
  await database.session(async (session) => {
    await inTransaction(session, async () => {
      await session.exec(migrationsTable);
      for (const { script } of findMigrations(manifest, sets)) await session.exec(script);
      await session.query(`select set_config(name, value, true) from (values
        ('search_path', ''), ('statement_timeout', '0'), ('datestyle', 'ISO, YMD'),
        ('intervalstyle', 'postgres')) as setting (name, value)`);
      const tables = Object.keys(manifest.tables).map(qualifiedFromFullName);
      await session.exec(`truncate table ${tables.join(', ')}`);
      for (const table of tables) await session.exec(`alter table ${table} disable trigger user`);
      compareCounts(await loadRows(session, lines), manifest.tables);
      await setSequences(session, manifest.sequences);
      if (removesMailServer && 'private.mail_settings' in manifest.tables) {
        await session.exec(`update private.mail_settings
          set host = null, port = null, security = null, user_name = '', password = null`);
      }
      for (const table of tables) await session.exec(`alter table ${table} enable trigger user`);
      await compareMigrations(session, manifest);
      if (retainSessions) return;
      await session.exec('delete from auth.sessions; delete from auth.one_time_tokens;');
    });
    await session.exec('set search_path to default; analyze;');
  });
}

export async function inTransaction<Result>(
  session: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  await session.exec('begin');
  try {
    const result = await work();
    await session.exec('commit');
    return result;
  } catch (error) {
    await session.exec('rollback');
    throw error;
  }
}

/** The caller disables triggers. `isSelected` gets `schema.name`, and then each column of a selected table. */
export async function loadRows(
  session: Session,
  lines: AsyncIterable<string>,
  isSelected: (table: string, column?: string) => boolean = () => true,
): Promise<Record<string, number>> {
  const columnTypes = await readColumnTypes(session);
  const counts: Record<string, number> = {};
  let insert: Insert | undefined;
  for await (const part of readDump(lines)) {
    if ('line' in part) {
      await insert?.add(part.line);
      continue;
    }
    await insert?.flush();
    insert = undefined;
    const { table, columns } = part;
    if (!isSelected(table)) continue;
    const types = columnTypes.get(table);
    if (!types) throw new BackupError(`The database has no table ${table}.`);
    counts[table] = 0;
    const statement = insertStatement(table, columns, types, (column) => isSelected(table, column));
    insert = createInsert(session, statement, (rows) => {
      counts[table] = (counts[table] ?? 0) + rows;
    });
  }
  await insert?.flush();
  return counts;
}

type Insert = { add: (line: string) => Promise<void>; flush: () => Promise<void> };

function insertStatement(
  table: string,
  columns: string[],
  types: Map<string, string>,
  isSelected: (column: string) => boolean,
): string {
  const selected = columns.flatMap((column, index) => {
    if (!isSelected(column)) return [];
    const type = types.get(column);
    if (!type) throw new BackupError(`The table ${table} has no column ${column}.`);
    return [{ name: quoted(column), value: `(r ->> ${index})::${type}` }];
  });
  return `insert into ${qualifiedFromFullName(table)} (${selected.map(({ name }) => name).join(', ')})
    overriding system value
    select ${selected.map(({ value }) => value).join(', ')}
    from json_array_elements($1::json) with ordinality as e (r, position) order by position`;
}

function createInsert(
  session: Session,
  statement: string,
  onInserted: (rows: number) => void,
): Insert {
  let rows: TextRow[] = [];
  let characters = 0;
  const flush = async () => {
    if (rows.length === 0) return;
    await session.query(statement, [JSON.stringify(rows)]);
    onInserted(rows.length);
    rows = [];
    characters = 0;
  };
  return {
    flush,
    add: async (line) => {
      rows.push(parseCopyLine(line));
      characters += line.length;
      if (rows.length >= maxRows || characters >= maxCharacters) await flush();
    },
  };
}

async function readColumnTypes(session: Session): Promise<Map<string, Map<string, string>>> {
  const rows = await session.query<{ table: string; column: string; type: string }>(`
    select nspname || '.' || relname as table, attname as column, format_type(atttypid, atttypmod) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname !~ '^pg_' and attnum > 0 and not attisdropped and attgenerated = ''`);
  const tables = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    tables.set(table, (tables.get(table) ?? new Map()).set(column, type));
  }
  return tables;
}

export function compareCounts(
  counts: Record<string, number>,
  expected: Record<string, number>,
): void {
  for (const [table, rows] of Object.entries(expected)) {
    if (counts[table] === rows) continue;
    throw new BackupError(`${table} has ${counts[table] ?? 0} rows instead of ${rows}.`);
  }
}

export async function setSequences(session: Session, sequences: Sequence[]): Promise<void> {
  for (const sequence of sequences) {
    await session.query(
      'select pg_catalog.setval($1::text::regclass, $2::text::bigint, $3::boolean)',
      [qualified(sequence), sequence.lastValue, sequence.isCalled],
    );
  }
}

/** A site must not start if its tables don't match the migrations listed as applied. */
async function compareMigrations(session: Session, { migrations }: Manifest) {
  const rows = await session.query<{ migration: string }>(`
    select set_name || ' ' || version || ' ' || checksum as migration
    from ridgeline.migrations where set_name <> 'seed'`);
  const stored = rows.map(({ migration }) => migration).sort();
  const listed = Object.entries(migrations)
    .flatMap(([set, each]) => each.map(({ version, checksum }) => `${set} ${version} ${checksum}`))
    .sort();
  if (stored.join() === listed.join()) return;
  throw new BackupError(
    'The rows of the backup belong to other migrations than its manifest.json.',
  );
}

/** Throws a BackupError if this program does not have the same migrations. */
export function findMigrations(
  manifest: Pick<Manifest, 'version' | 'migrations'>,
  sets: Record<string, Migration[]>,
): Migration[] {
  return Object.entries(manifest.migrations).flatMap(([set, listed]) =>
    listed.map(({ version, name, checksum }, index) => {
      const known = sets[set]?.find((migration) => migration.version === version);
      if (!known && isFromBeforeRelease(version, sets[set] ?? [])) {
        throw new BackupError(
          'The backup was made by a development version from before the first release, whose data ' +
            'this version of the program cannot read. Restore it with the version that made it.',
        );
      }
      if (!known) {
        throw new BackupError(
          `The backup has the migration ${version}_${name} (${set}), which this version of the program ` +
            `does not know. It was made by version ${manifest.version}: restore it with that, or a newer one.`,
        );
      }
      if (getChecksum(known) !== checksum) {
        throw new BackupError(
          `The migration ${version}_${name} (${set}) differs from the one in the backup. ` +
            'Restore it with the version that made it.',
        );
      }
      if (known !== sets[set]?.[index]) {
        throw new BackupError(
          `The backup has the migration ${version}_${name} (${set}) without one that comes before it. ` +
            'Use another backup.',
        );
      }
      return known;
    }),
  );
}
