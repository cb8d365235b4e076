import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded.ts';
import { lockFolder } from '#backend/database/folder-lock.ts';
import type { Migration } from '#backend/database/migrate.ts';
import { createServerDatabase } from '#backend/database/server.ts';
import { syncFolder } from '#backend/disk/sync-folder.ts';
import type { FileStore } from '#backend/storage/files.ts';
import type { DatabaseSetting } from '#server/settings.ts';
import { asBackupError, BackupError } from './backup-error.ts';
import { loadDatabase, migrationsOf } from './load-database.ts';
import type { Manifest } from './manifest.ts';
import { linesOf, readArchive } from './read-archive.ts';
import { requireEmptyFiles, requireEmptyFolder, requireEmptyServer } from './require-empty.ts';
import { verifyBackup } from './verify-backup.ts';

/** Where a backup goes. */
export type RestoreTarget = {
  database: DatabaseSetting;
  files: FileStore;
  /** This program's migrations. */
  sets: Record<string, Migration[]>;
  logger: Logger;
};

/**
 * Makes an empty data folder, or an empty database of a server, what the backup holds. The files
 * come first and the rows last, all at once: a restore that was cut off leaves nothing that a site
 * would start on, and can be done again. Everybody has to sign in again afterwards.
 *
 * @returns the backup's manifest
 * @throws BackupError with a sentence where the backup is damaged or of a newer version, or the
 *   target is not empty; FolderInUse where a site runs on the folder
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<Manifest> {
  return restore(path, target).catch((error) => {
    throw asBackupError(error);
  });
}

async function restore(path: string, target: RestoreTarget): Promise<Manifest> {
  const manifest = await verifyBackup(path);
  migrationsOf(manifest, target.sets);
  await requireEmptyFiles(target.files, manifest);
  const { database: setting, logger } = target;
  if (setting.kind === 'server') {
    const database = createServerDatabase({ url: setting.url, logger });
    try {
      await requireEmptyServer(database);
      await pour(path, manifest, target, database);
    } finally {
      await database.close();
    }
  } else await restoreFolder(path, manifest, target, setting.directory);
  return manifest;
}

/** Fills a folder aside, which gets its name once everything in it is on disk. */
async function restoreFolder(
  path: string,
  manifest: Manifest,
  target: RestoreTarget,
  directory: string,
) {
  requireEmptyFolder(directory);
  const unlock = lockFolder(directory);
  const aside = `${directory}.restoring`;
  const removeAside = () => {
    for (const end of ['', '.lock', '.pid'])
      rmSync(`${aside}${end}`, { recursive: true, force: true });
  };
  try {
    if (existsSync(aside)) removeAside();
    const database = await createEmbeddedDatabase({ directory: aside, logger: target.logger });
    try {
      await pour(path, manifest, target, database);
    } finally {
      await database.close();
    }
    syncFolder(aside);
    renameSync(aside, directory);
    syncFolder(directory);
  } finally {
    removeAside();
    unlock();
  }
}

/**
 * Writes the files and then the rows. An archive that has the rows first is read twice, so that rows
 * are stored only once all files are. What was verified is compared again on the way: the disk that
 * the backup is on may fail in between.
 */
async function pour(path: string, manifest: Manifest, target: RestoreTarget, database: Database) {
  const written: string[] = [];
  try {
    const rowsCameLast = await restoreFiles(path, manifest, target, written, (lines) =>
      loadRowsOf(manifest, target, database, lines),
    );
    if (rowsCameLast) return;
    for await (const { name, content } of readArchive(path)) {
      if (name === manifest.database.path) {
        await loadRowsOf(manifest, target, database, checked(content, name, manifest.database));
      } else for await (const _ of content);
    }
  } catch (error) {
    for (const key of written) await target.files.remove(key);
    throw explain(error);
  }
}

function loadRowsOf(
  manifest: Manifest,
  { sets }: RestoreTarget,
  database: Database,
  content: AsyncIterable<Uint8Array>,
) {
  return loadDatabase(database, sets, manifest, linesOf(content), { endSessions: true });
}

/**
 * @param written gets the keys of the files that were written
 * @returns whether the rows were loaded, because they came after all files
 */
async function restoreFiles(
  path: string,
  manifest: Manifest,
  { files }: RestoreTarget,
  written: string[],
  load: (content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<boolean> {
  const pending = new Map(manifest.files.map((file) => [`storage/${file.key}`, file]));
  const there = new Set<string>();
  for await (const { key } of files.list()) there.add(key);
  for await (const { name, content } of readArchive(path)) {
    const file = pending.get(name);
    if (name === manifest.database.path && pending.size === 0) {
      await load(checked(content, name, manifest.database));
      return true;
    }
    if (!file) {
      for await (const _ of content);
      continue;
    }
    pending.delete(name);
    if (there.has(file.key) && (await hasContent(files, file))) {
      for await (const _ of content);
      continue;
    }
    // What a restore that was cut off has left.
    for (const key of [file.key, `${file.key}.part`]) if (there.has(key)) await files.remove(key);
    written.push(file.key);
    await files.write(file.key, checked(content, name, file), { maxBytes: file.size });
  }
  return false;
}

/** Passes content on; throws at its end where it is not what the manifest says. */
async function* checked(
  content: AsyncIterable<Uint8Array>,
  name: string,
  { size, sha256 }: { size: number; sha256: string },
) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    yield chunk;
  }
  if (bytes === size && hash.digest('hex') === sha256) return;
  throw new BackupError(`The backup changed while it was read: ${name} is another one now.`);
}

async function hasContent(
  files: FileStore,
  { key, size, sha256 }: Manifest['files'][number],
): Promise<boolean> {
  try {
    for await (const _ of checked(await files.read(key), key, { size, sha256 }));
    return true;
  } catch (error) {
    if (error instanceof BackupError) return false;
    throw error;
  }
}

/** Of PostgreSQL's codes, those about what it was given. */
function explain(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!(error instanceof Error) || !/^(0[^8]|[1-4]\w|P0)\w{3}$/.test(code)) return error;
  return new BackupError(
    `The database does not take what is in the backup: ${error.message}. Nothing of it was stored; take another backup.`,
    { cause: error },
  );
}
