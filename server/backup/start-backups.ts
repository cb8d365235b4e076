import { mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Settings } from '#server/settings.ts';
import { type LastRun, readLastRun } from './backup-runs.ts';
import { openLocalCommands } from './local-commands.ts';
import { type BackupSource, makeBackup } from './make-backup.ts';
import { reportOf } from './report.ts';
import { scheduleBackups } from './schedule.ts';

/**
 * Begins the daily backups of a running site and, where it has the embedded database alone, lets
 * `npm run backup` ask it for one.
 *
 * @returns a function that ends both, and resolves once no backup is under way
 */
export async function startBackups(
  source: BackupSource,
  { dataDirectory, backups }: Pick<Settings, 'dataDirectory' | 'backups'>,
  logger: Logger,
): Promise<() => Promise<void>> {
  const stopSchedule = scheduleBackups(source, backups, logger);
  if (source.database.engine === 'server') return stopSchedule;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const close = await openLocalCommands(
    dataDirectory,
    async (directory) => {
      const made = makeBackup(source, directory, { signal: stopping.signal });
      underWay.add(made);
      try {
        return reportOf(await made);
      } finally {
        underWay.delete(made);
      }
    },
    logger,
  );
  return async () => {
    stopping.abort();
    await Promise.allSettled([...underWay, stopSchedule()]);
    await close();
  };
}

/** Reads, for the check of health, how the latest scheduled backup went. */
export function lastBackupOf({ database }: BackupSource): () => Promise<LastRun | undefined> {
  return () => readLastRun(database);
}
