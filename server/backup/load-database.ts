import type { Database, Session } from '#backend/database/database.ts';
import {
  checksumOf,
  isFromBeforeRelease,
  type Migration,
  migrationsTable,
} from '#backend/database/migrate.ts';
import { BackupError } from './backup-error.ts';
import { qualified, type Sequence } from './catalog.ts';
import { loadRows } from './load-rows.ts';
import type { Manifest } from './manifest.ts';

/** What of a manifest tells how to load the rows that belong to it. */
export type Contents = Pick<Manifest, 'version' | 'migrations' | 'tables' | 'sequences'>;

/**
 * Makes an empty database what a backup holds: the migrations that the backup knows, then its rows,
 * in one transaction. Nothing of it stays where it fails.
 *
 * @param sets this program's migrations
 * @param lines the backup's script
 * @param endSessions signs everybody out, so that no session comes back that was ended since
 * @throws BackupError where the rows are not those of the manifest
 */
export async function loadDatabase(
  database: Database,
  sets: Record<string, Migration[]>,
  manifest: Contents,
  lines: AsyncIterable<string>,
  { endSessions }: { endSessions: boolean },
): Promise<void> {
  await database.session(async (session) => {
    await session.exec('begin');
    try {
      await session.exec(migrationsTable);
      for (const { script } of migrationsOf(manifest, sets)) await session.exec(script);
      await session.query(`select set_config(name, value, true) from (values
        ('search_path', ''), ('statement_timeout', '0'), ('datestyle', 'ISO, YMD'),
        ('intervalstyle', 'postgres')) as setting (name, value)`);
      await fill(session, manifest, lines);
      await compareMigrations(session, manifest);
      if (endSessions) {
        await session.exec('delete from auth.sessions; delete from auth.one_time_tokens;');
      }
      await session.exec('commit; set search_path to default; analyze;');
    } catch (error) {
      await session.exec('rollback');
      throw error;
    }
  });
}

async function fill(session: Session, manifest: Contents, lines: AsyncIterable<string>) {
  const tables = Object.keys(manifest.tables).map((table) => {
    const [schema = '', name = ''] = table.split('.');
    return qualified({ schema, name });
  });
  await session.exec(`truncate table ${tables.join(', ')}`);
  for (const table of tables) await session.exec(`alter table ${table} disable trigger user`);
  const counts = await loadRows(session, lines);
  for (const [table, rows] of Object.entries(manifest.tables)) {
    if (counts[table] === rows) continue;
    throw new BackupError(`${table} got ${counts[table] ?? 0} rows instead of ${rows}.`);
  }
  await setSequences(session, manifest.sequences);
  for (const table of tables) await session.exec(`alter table ${table} enable trigger user`);
}

/** A site would start on tables that are not those of its migrations. */
async function compareMigrations(session: Session, { migrations }: Contents) {
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

/** Sets counters to where they stood. */
export async function setSequences(session: Session, sequences: Sequence[]): Promise<void> {
  for (const sequence of sequences) {
    await session.query(
      'select pg_catalog.setval($1::text::regclass, $2::text::bigint, $3::boolean)',
      [qualified(sequence), sequence.lastValue, sequence.isCalled],
    );
  }
}

/**
 * Finds the migrations that a backup was made with.
 *
 * @throws BackupError where this program has not the same ones
 */
export function migrationsOf(manifest: Contents, sets: Record<string, Migration[]>): Migration[] {
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
      if (checksumOf(known) !== checksum) {
        throw new BackupError(
          `The migration ${version}_${name} (${set}) is another one here than when the backup was made. ` +
            'Restore it with the program that made it.',
        );
      }
      if (known !== sets[set]?.[index]) {
        throw new BackupError(
          `The backup has the migration ${version}_${name} (${set}) without one that comes before it. ` +
            'Take another backup.',
        );
      }
      return known;
    }),
  );
}
