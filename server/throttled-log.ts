import { LRUCache } from 'lru-cache';
import type { Log } from '#app/site/request-context.ts';

const intervalMs = 60_000;
const maxLines = 500;

/**
 * Wraps a log that visitors can make write, such as by using up a rate limit: equal errors are logged
 * once a minute, with the number of those that were left out before.
 *
 * @param clock milliseconds that only ever grow
 */
export function createThrottledLog(log: Log, clock: { now: () => number } = performance): Log {
  const lines = new LRUCache<string, { loggedAt: number; omitted: number }>({ max: maxLines });
  return {
    error: (details, message) => {
      const cause = Object.values(details).find((value) => value instanceof Error);
      const key = `${message}\n${cause?.name}\n${cause?.message}`;
      const line = lines.get(key);
      const now = clock.now();
      if (line && now - line.loggedAt < intervalMs) {
        line.omitted += 1;
        return;
      }
      lines.set(key, { loggedAt: now, omitted: 0 });
      log.error(line?.omitted ? { ...details, omitted: line.omitted } : details, message);
    },
  };
}
