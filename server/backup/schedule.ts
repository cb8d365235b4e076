import { basename } from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '#server/settings.ts';
import { claimRun, noteFailure, noteSuccess } from './backup-runs.ts';
import { lastDue } from './due.ts';
import { type BackupSource, makeBackup } from './make-backup.ts';
import { dailyLabel, pruneBackups } from './prune.ts';

/** How often it is looked whether a backup is due, in milliseconds; the clock may jump in between. */
const lookEvery = 60_000;

/**
 * Makes a backup every day at the time of the settings, and at the start where one was missed. Of
 * several processes that share a database one makes it. How it went is noted in the database and
 * in the log.
 *
 * @param now this machine's clock
 * @returns a function that stops it, gives up the one under way, and resolves once that has ended
 */
export function scheduleBackups(
  source: BackupSource,
  settings: Settings['backups'],
  logger: Logger,
  now: () => Date = () => new Date(),
): () => Promise<void> {
  const { time } = settings;
  if (!time) return async () => {};
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  const look = () => {
    underWay ??= backUpWhereDue(source, settings, lastDue(time, now()), logger, stopping.signal)
      .catch((error) => logger.error({ error }, 'It could not be looked whether a backup is due'))
      .finally(() => {
        underWay = undefined;
      });
  };
  look();
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await underWay;
  };
}

/** Makes the backup that was due at `due`, where no process has made it yet. */
export async function backUpWhereDue(
  source: BackupSource,
  { directory, keep }: { directory: string; keep: number },
  due: Date,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { database } = source;
  const id = await claimRun(database, due);
  if (!id) return;
  try {
    const made = await makeBackup(source, directory, { label: dailyLabel, signal });
    const name = basename(made.path);
    await noteSuccess(database, id, { name, size: made.size });
    const { size, seconds, manifest } = made;
    logger.info({ name, size, seconds, filesMissing: manifest.filesMissing.length }, 'Backup made');
    const removed = await pruneBackups(directory, keep, name);
    if (removed.length > 0) logger.info({ removed }, 'Older backups removed');
  } catch (error) {
    // Cut off, it stays open, and the next start makes it.
    if (signal.aborted) return;
    logger.error({ error }, 'There is no backup of today: it failed');
    await noteFailure(database, id, error instanceof Error ? error.message : String(error));
  }
}
