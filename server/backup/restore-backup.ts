import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import {
  formerFolder,
  removeRestoringFolder,
  restoringFolder,
} from '#backend/database/folder-exchange.ts';
import { lockFolder } from '#backend/database/folder-lock.ts';
import type { Migration } from '#backend/database/migrate.ts';
import { createServerDatabase } from '#backend/database/server-database.ts';
import { syncFolder } from '#backend/durable-file.ts';
import type { FileStore } from '#backend/storage/files.ts';
import type { DatabaseSetting } from '#server/settings.ts';
import { type Digest, drain, readArchive, readLines, withHash } from './archive.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import { findMigrations, loadBackup } from './load-backup.ts';
import type { Manifest, ManifestFile } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

type RestoreTarget = {
  database: DatabaseSetting;
  /** Undefined for a backup without files. */
  files: FileStore | undefined;
  sets: Record<string, Migration[]>;
  /**
   * By default everyone is signed out, so that sessions that ended since are not restored, and the mail server is removed,
   * so that a site restored beside the real one mails no customers.
   */
  retainSessions?: boolean;
  logger: Logger;
};

type RestoreSink = {
  writeFile(file: ManifestFile, content: AsyncIterable<Uint8Array>): Promise<void>;
  loadRows(lines: AsyncIterable<string>): Promise<void>;
  removeWrittenFiles?(): Promise<void>;
};

/**
 * Restores into an empty data folder or server database: files first, then all rows in one
 * transaction. A site doesn't start on what an interrupted restore leaves, and the restore can be
 * repeated.
 *
 * @throws BackupError if the backup is damaged or newer, or the target is not empty; FolderInUse
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<Manifest> {
  try {
    const manifest = await verifyBackup(path);
    findMigrations(manifest, target.sets);
    const { database: setting, files, sets, retainSessions = false } = target;
    const existingKeys = files ? await listOwnFiles(files, manifest) : new Set<string>();
    await withEmptyDatabase(setting, target.logger, (database) =>
      restoreInto(path, manifest, {
        ...(files ? createFileWriter(files, existingKeys) : { writeFile: async () => {} }),
        loadRows: (lines) =>
          loadBackup(database, sets, manifest, lines, {
            retainSessions,
            removesMailServer: !retainSessions,
          }),
      }),
    );
    return manifest;
  } catch (error) {
    throw toBackupError(error);
  }
}

/** Compares the hashes again, because the disk may fail after verification. */
export async function restoreInto(
  path: string,
  manifest: Manifest,
  sink: RestoreSink,
): Promise<void> {
  try {
    await writeFiles(path, manifest, sink.writeFile);
    for await (const { name, content } of readArchive(path)) {
      if (name !== manifest.database.path) await drain(content);
      else await sink.loadRows(readLines(verified(content, name, manifest.database)));
    }
  } catch (error) {
    await sink.removeWrittenFiles?.();
    throw explainDataError(error);
  }
}

/** Passes on the files of the manifest, whose hashes are compared at their ends. */
export async function writeFiles(
  path: string,
  manifest: Pick<Manifest, 'files'>,
  writeFile: RestoreSink['writeFile'],
): Promise<void> {
  const files = new Map(manifest.files.map((file) => [`storage/${file.key}`, file]));
  for await (const { name, content } of readArchive(path)) {
    const file = files.get(name);
    if (file) await writeFile(file, verified(content, name, file));
    else await drain(content);
  }
}

/** Writes missing files, and those that are damaged. */
export function createFileWriter(
  files: FileStore,
  existingKeys: Set<string>,
): Pick<RestoreSink, 'writeFile' | 'removeWrittenFiles'> {
  const written: string[] = [];
  return {
    writeFile: async (file, content) => {
      const { key, size } = file;
      if (existingKeys.has(key) && (await hasContent(files, file))) return drain(content);
      for (const each of [key, `${key}.part`]) {
        if (existingKeys.has(each)) await files.remove(each);
      }
      written.push(key);
      await files.write(key, content, { maxBytes: size });
    },
    removeWrittenFiles: async () => {
      for (const key of written) await files.remove(key);
    },
  };
}

async function hasContent(files: FileStore, file: ManifestFile): Promise<boolean> {
  try {
    await drain(verified(await files.read(file.key), file.key, file));
    return true;
  } catch (error) {
    if (error instanceof BackupError) return false;
    throw error;
  }
}

async function withEmptyDatabase(
  setting: DatabaseSetting,
  logger: Logger,
  work: (database: Database) => Promise<void>,
) {
  if (setting.type === 'embedded') return withNewFolder(setting.directory, logger, work);
  const database = createServerDatabase({ url: setting.url, logger });
  try {
    await requireEmptyServer(database);
    await work(database);
  } finally {
    await database.close();
  }
}

/** Fills a temporary folder and renames it once everything in it is on disk. */
async function withNewFolder(
  directory: string,
  logger: Logger,
  work: (database: Database) => Promise<void>,
) {
  if (existsSync(directory) || existsSync(formerFolder(directory))) {
    throw new BackupError(
      `${directory} already contains a database. A backup can only be restored into an empty data ` +
        'folder: set DATA_DIR to another one, or move this one away.',
    );
  }
  const unlock = lockFolder(directory);
  const temp = restoringFolder(directory);
  try {
    removeRestoringFolder(directory);
    const database = await createEmbeddedDatabase({ directory: temp, logger });
    try {
      await work(database);
    } finally {
      await database.close();
    }
    syncFolder(temp);
    renameSync(temp, directory);
    syncFolder(directory);
  } finally {
    removeRestoringFolder(directory);
    unlock();
  }
}

async function requireEmptyServer(database: Database) {
  const { rows } = await sql<{ name: string }>`
    select nspname || '.' || relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'
    order by 1`.execute(database.owner);
  const [first] = rows;
  if (!first) return;
  throw new BackupError(
    `The database in DATABASE_URL already has ${rows.length} tables, such as ${first.name}. A backup ` +
      'can only be restored into an empty database: create one and set DATABASE_URL to it.',
  );
}

/** An interrupted restore may have left files of this backup. Other files are an error. */
async function listOwnFiles(files: FileStore, manifest: Manifest): Promise<Set<string>> {
  const own = new Set(manifest.files.map(({ key }) => key));
  const keys = new Set<string>();
  for await (const { key } of files.list()) {
    keys.add(key);
    if (own.has(key) || key.endsWith('.part')) continue;
    throw new BackupError(
      'The image storage is not empty. A backup can only be restored into an empty data folder or ' +
        'bucket: set DATA_DIR or S3_BUCKET to another one, or move these files away.',
    );
  }
  return keys;
}

async function* verified(content: AsyncIterable<Uint8Array>, name: string, expected: Digest) {
  const hash = createHash('sha256');
  yield* withHash(content, hash);
  if (hash.digest('hex') === expected.sha256) return;
  throw new BackupError(`The backup changed while it was being read: ${name} is different now.`);
}

/** Explains PostgreSQL's errors about the loaded data. */
function explainDataError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!(error instanceof Error) || !/^(0[^8]|[1-4]\w|P0)\w{3}$/.test(code)) return error;
  return new BackupError(
    `The database rejected the backup: ${error.message}. Nothing was stored. Use another backup.`,
    { cause: error },
  );
}
