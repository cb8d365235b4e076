import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#backend/start-error.ts';
import type { Database, Session } from './database.ts';

/** A migration on disk: `{version}_{name}.sql`. */
export type Migration = { version: string; name: string; script: string };

/** The migrations on disk and those applied to the database differ. */
export class MigrationMismatch extends StartError {
  override readonly name = 'MigrationMismatch';
}

const lockNumber = 7_243_646_531;

/** The table of applied migrations. */
export const migrationsTable = `
  create schema if not exists ridgeline;
  create table if not exists ridgeline.migrations (
    set_name text not null,
    version text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (set_name, version)
  );`;

/** Reads a folder's migrations in order of their version. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      if (!version || !name) {
        throw new MigrationMismatch(`${join(directory, file)} is not named {version}_{name}.sql.`);
      }
      return { version, name, script: await readFile(join(directory, file), 'utf8') };
    }),
  );
}

/**
 * Applies pending migrations in order, each in a transaction of its own, under a lock that lets one
 * process at a time migrate.
 *
 * @param sets lists of migrations by name, applied one list after the other
 * @returns the versions that were applied
 * @throws MigrationMismatch if an applied migration was changed or is missing
 */
export function migrate(database: Database, sets: Record<string, Migration[]>): Promise<string[]> {
  return database.session(async (session) => {
    await session.query('select pg_advisory_lock($1::bigint)', [lockNumber]);
    try {
      await session.exec(migrationsTable);
      const applied: string[] = [];
      for (const [setName, migrations] of Object.entries(sets)) {
        applied.push(...(await applySet(session, setName, migrations)));
      }
      return applied;
    } finally {
      await session.query('select pg_advisory_unlock($1::bigint)', [lockNumber]);
    }
  });
}

async function applySet(session: Session, setName: string, migrations: Migration[]) {
  const applied = await session.query<{ version: string; name: string; checksum: string }>(
    'select version, name, checksum from ridgeline.migrations where set_name = $1 order by version',
    [setName],
  );
  for (const { version, name, checksum } of applied) {
    const onDisk = migrations.find((migration) => migration.version === version);
    if (!onDisk) {
      if (isFromBeforeRelease(version, migrations)) {
        throw new MigrationMismatch(
          `The database was created by a development version from before the first release (migration ${version}_${name}, ` +
            `${setName}), whose data this version of the program cannot read. Start it with an empty ` +
            'DATA_DIR or an empty database, or use the version that created this one.',
        );
      }
      throw new MigrationMismatch(
        `The database has the migration ${version}_${name} (${setName}), which this version of the ` +
          'program does not know. Start it with the version that made it, or a newer one.',
      );
    }
    if (getChecksum(onDisk) !== checksum) {
      throw new MigrationMismatch(
        `The migration ${version}_${name} (${setName}) was changed after it was applied. ` +
          'Restore the file and write the change as a new migration.',
      );
    }
  }
  const newest = applied.at(-1)?.version ?? '';
  const pending = migrations.filter(
    ({ version }) => !applied.some((row) => row.version === version),
  );
  for (const migration of pending) {
    if (migration.version < newest) {
      throw new MigrationMismatch(
        `The migration ${migration.version}_${migration.name} (${setName}) is older than ${newest}, ` +
          'which is already applied. Give it a newer version number.',
      );
    }
    await apply(session, setName, migration);
  }
  return pending.map(({ version }) => version);
}

async function apply(session: Session, setName: string, migration: Migration) {
  await session.exec('begin');
  try {
    await session.exec(migration.script);
    await session.query(
      'insert into ridgeline.migrations (set_name, version, name, checksum) values ($1, $2, $3, $4)',
      [setName, migration.version, migration.name, getChecksum(migration)],
    );
    await session.exec('commit');
  } catch (error) {
    await session.exec('rollback');
    throw error;
  }
}

/**
 * Returns true for an applied migration that is older than any on disk. Development's own
 * migrations were replaced before the first release.
 */
export function isFromBeforeRelease(version: string, migrations: Migration[]): boolean {
  const first = migrations[0];
  return first !== undefined && version < first.version;
}

/** SHA-256 of the script, in hexadecimal. */
export function getChecksum({ script }: Migration): string {
  return createHash('sha256').update(script).digest('hex');
}
