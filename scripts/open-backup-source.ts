import { existsSync } from 'node:fs';
import { FolderInUse } from '#backend/database/folder-lock.ts';
import { BackupError } from '#server/backup/backup-error.ts';
import { type BackupSource, readProgramVersion } from '#server/backup/create-backup.ts';
import { createLogger } from '#server/logger.ts';
import { readMigrationSets } from '#server/open-database.ts';
import { openFiles } from '#server/open-files.ts';
import type { Settings } from '#server/settings.ts';
import { openUnlessInUse } from './ask-running-site.ts';

/**
 * Calls `work` with the database and the files of the settings.
 *
 * @param onFolderInUse called instead if another process uses the embedded database
 * @throws BackupError if no site was ever started on the data folder, so that a wrong DATA_DIR
 *   doesn't create an empty site
 */
export async function withBackupSource(
  settings: Settings,
  work: (source: BackupSource) => Promise<string>,
  onFolderInUse: (error: FolderInUse) => Promise<string>,
): Promise<string> {
  if (settings.database.type === 'embedded' && !existsSync(settings.database.directory)) {
    throw new BackupError(
      `There is no database in ${settings.database.directory}. Set DATA_DIR to the site's data folder.`,
    );
  }
  const opened = await openUnlessInUse(settings, createLogger('error'));
  if (opened instanceof FolderInUse) return onFolderInUse(opened);
  const { files, close } = await openFiles(settings);
  try {
    const sets = await readMigrationSets();
    return await work({ database: opened, files, sets, version: readProgramVersion() });
  } finally {
    await close();
    await opened.close();
  }
}
