import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { OwnLists } from '#app/lib/options.ts';

export type OwnListsReader = {
  /** The lists as they were last read; another object after a change. */
  get(): OwnLists;
  /** Reads them again if the changed table, or any if none is given, has them. Never rejects. */
  refresh(table?: string): Promise<void>;
};

/**
 * Holds the owner's entries in lists of options, by which URLs of filtered pages are recognized without a read.
 *
 * @param read reads the whole table
 * @param lifetimeMs how long they are used if no change is notified
 */
export function createOwnLists({
  read,
  lifetimeMs,
  logger,
}: {
  read: () => Promise<OwnLists>;
  lifetimeMs: number;
  logger: Logger;
}): OwnListsReader {
  let lists: OwnLists = {};
  let readAt = performance.now();
  const reads = new PQueue({ concurrency: 1 });

  async function readAgain() {
    readAt = performance.now();
    try {
      const found = await read();
      if (JSON.stringify(found) !== JSON.stringify(lists)) lists = found;
    } catch (error) {
      logger.error({ error }, 'Own lists read failed');
    }
  }
  const refresh = (table?: string): Promise<void> => {
    if (table !== undefined && table !== 'list_entries') return Promise.resolve();
    // A change during a read needs another one, and only one.
    if (reads.size === 0) void reads.add(readAgain);
    return reads.onIdle();
  };

  return {
    get: () => {
      if (performance.now() - readAt > lifetimeMs) void refresh();
      return lists;
    },
    refresh,
  };
}
