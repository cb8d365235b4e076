import { existsSync } from 'node:fs';
import type { Settings } from '#server/settings.ts';
import { BackupError } from './backup-error.ts';

/**
 * Looks whether a site was ever started on the settings' data folder, so that a command with a wrong
 * DATA_DIR makes no empty site there.
 *
 * @throws BackupError where none was
 */
export function requireDatabase({ database }: Pick<Settings, 'database'>): void {
  if (database.kind === 'server' || existsSync(database.directory)) return;
  throw new BackupError(
    `There is no database in ${database.directory}. DATA_DIR says where the site's data folder is.`,
  );
}
