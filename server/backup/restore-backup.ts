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
import { asBackupError } from './backup-error.ts';
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

/** The archive has the files before the rows, so that one reading is enough. */
async function pour(path: string, manifest: Manifest, target: RestoreTarget, database: Database) {
  const wanted = new Map(manifest.files.map((file) => [`storage/${file.key}`, file]));
  const there = new Set<string>();
  for await (const { key } of target.files.list()) there.add(key);
  for await (const { name, content } of readArchive(path)) {
    const file = wanted.get(name);
    if (name === manifest.database.path) {
      await loadDatabase(database, target.sets, manifest, linesOf(content), { endSessions: true });
    } else if (file && !there.has(file.key)) {
      // What a restore that was cut off has left half-written.
      if (there.has(`${file.key}.part`)) await target.files.remove(`${file.key}.part`);
      await target.files.write(file.key, content, { maxBytes: file.size });
    } else for await (const _ of content);
  }
}
