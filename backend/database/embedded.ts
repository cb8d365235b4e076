import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { lockFolder } from './folder-lock.ts';
import { type DatabaseThread, startThread } from './start-thread.ts';
import { keepUp } from './upkeep.ts';

/** How long to wait before a database that has stopped is opened again, in milliseconds. */
const reopenDelay = 1000;

/**
 * Opens the PostgreSQL inside this process on a folder, and makes the folder on the first start.
 * It runs on a thread of its own. What it acknowledges survives a power cut: see
 * docs/decisions/001-embedded-database.md and 012-database-thread.md.
 *
 * @param directory absolute; created with its parents where missing, readable by its owner only
 * @throws FolderInUse where another process holds the folder; Error where the disk does not sync
 */
export async function createEmbeddedDatabase({
  directory,
  logger,
}: {
  directory: string;
  logger: Logger;
}): Promise<Database> {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const unlock = lockFolder(directory);
  try {
    // The thread is at work by the time that this one loads what it speaks through.
    const opening = openEngine(directory, logger);
    const [engine, { overEngine }] = await Promise.all([opening, import('./over-engine.ts')]);
    const database: Database = overEngine(engine, () => {
      stopUpkeep();
      unlock();
    });
    const stopUpkeep = keepUp(database, logger);
    return database;
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The thread, and the next one where it has stopped: PostgreSQL ends where its log can't be written,
 * as on a full disk, and what it had committed is there when it is opened again. What was notified
 * in between is unknown, so handlers are then called once with an empty payload.
 */
async function openEngine(directory: string, logger: Logger): Promise<Engine> {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const tell = (channel: string, payload: string) => {
    for (const handler of handlers.get(channel) ?? []) handler(payload);
  };
  const start = () =>
    startThread(directory, {
      onNotification: tell,
      onSyncFailure: (error) => {
        logger.fatal(
          { error },
          'The disk refused to sync the database. Ending, so that nothing unsaved is acknowledged.',
        );
        process.abort();
      },
    });
  let closing = false;
  let thread = await start();
  let reopening = Promise.resolve();

  const listenOn = (connection: DatabaseThread, channel: string) =>
    connection.exec(`listen ${channel}`);
  const watch = async ({ ended }: DatabaseThread) => {
    const reason = await ended;
    if (!reason || closing) return;
    logger.error({ error: reason.cause }, 'The embedded database has stopped, opening it again');
    reopening = reopen();
  };
  const reopen = async () => {
    while (!closing) {
      await sleep(reopenDelay, undefined, { ref: false });
      try {
        const next = await start();
        for (const channel of handlers.keys()) await listenOn(next, channel);
        thread = next;
        void watch(next);
        for (const channel of handlers.keys()) tell(channel, '');
        return logger.info('The embedded database is open again');
      } catch (error) {
        logger.error({ error }, 'The embedded database could not be opened, trying again');
      }
    }
  };
  void watch(thread);

  return {
    connect: () => thread,
    listen: async (channel, handler) => {
      const listening = handlers.get(channel) ?? new Set();
      handlers.set(channel, listening.add(handler));
      await listenOn(thread, channel);
      return async () => {
        listening.delete(handler);
      };
    },
    close: async () => {
      closing = true;
      await reopening;
      await thread.close();
    },
  };
}
