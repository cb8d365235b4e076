import { LRUCache } from 'lru-cache';
import type { Log } from '#app/site/request-context.ts';

const intervalMs = 60_000;
const maxLines = 500;

/** Logs equal errors, which visitors can cause, once a minute. */
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
