import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';
import type { FileStore } from '#backend/storage/files.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';

/** @throws BackupError where an embedded database lies there */
export function requireEmptyFolder(directory: string): void {
  if (!existsSync(directory)) return;
  throw new BackupError(
    `There is a database in ${directory} already. A backup is restored into an empty data folder ` +
      'only: name another one in DATA_DIR, or move this one away.',
  );
}

/** @throws BackupError where the database of the server has any table */
export async function requireEmptyServer(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select nspname || '.' || relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'
    order by 1`.execute(database.owner);
  const [first] = rows;
  if (!first) return;
  throw new BackupError(
    `The database of DATABASE_URL has ${rows.length} tables already, such as ${first.name}. A backup ` +
      'is restored into an empty database only: make a new one and name it in DATABASE_URL.',
  );
}

/**
 * Looks whether the store holds files of another site. Those of this very backup, which a restore
 * that was cut off has left, are no hindrance.
 *
 * @throws BackupError where it does
 */
export async function requireEmptyFiles(files: FileStore, manifest: Manifest): Promise<void> {
  const own = new Set(manifest.files.map(({ key }) => key));
  for await (const { key } of files.list()) {
    if (own.has(key) || key.endsWith('.part')) continue;
    throw new BackupError(
      'The place for pictures holds some already. A backup is restored into an empty data folder, or ' +
        'an empty bucket, only: name another one in DATA_DIR or S3_BUCKET, or move these away.',
    );
  }
}
