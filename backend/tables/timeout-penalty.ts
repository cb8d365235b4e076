import { LRUCache } from 'lru-cache';
import { type Caller, isDatabaseError, isVisitor } from '#backend/database/database.ts';
import { DatabaseLost } from '#backend/database/engine.ts';
import { getCallerKey } from '#backend/network-limit.ts';
import { oneAtATime } from '#backend/one-at-a-time.ts';
import { tooManyRequests } from './errors.ts';

const windowSeconds = 60;
const maxKeys = 10_000;

/** Refuses a caller's requests for a minute after two of them exceeded their time limit. */
export type TimeoutPenalty = {
  /**
   * Runs `work`. If it exceeds its time limit, or stops the embedded database, that is counted.
   *
   * @param type what is counted, and refused, together. Requests of the type `complex`, those that
   *   visitors may not send, also run one at a time, so that many at once are not all begun.
   * @throws TablesError 429 with the seconds that are left
   */
  guard<Result>(caller: Caller, type: string, work: () => Promise<Result>): Promise<Result>;
};

type Entry = { lastTimeout: number; refusedUntil: number; inTurn: ReturnType<typeof oneAtATime> };

/**
 * Visitors are counted by their IP (IPv6 by its /64), staff by their account, and neither evicts the
 * other. The process's own requests are not counted. Each process counts for itself.
 *
 * @param clock milliseconds that only ever grow
 */
export function createTimeoutPenalty(clock: { now: () => number } = performance): TimeoutPenalty {
  const visitorEntries = new LRUCache<string, Entry>({ max: maxKeys });
  const staffEntries = new LRUCache<string, Entry>({ max: maxKeys });
  const windowMs = windowSeconds * 1000;

  const run = async <Result>(entry: Entry, type: string, work: () => Promise<Result>) => {
    const leftMs = entry.refusedUntil - clock.now();
    if (leftMs > 0) {
      const message = 'Your last requests of this kind took too long, please try again later';
      throw tooManyRequests(Math.ceil(leftMs / 1000), message);
    }
    try {
      return await work();
    } catch (error) {
      if (isOverload(error, type)) {
        const now = clock.now();
        if (now - entry.lastTimeout < windowMs) entry.refusedUntil = now + windowMs;
        entry.lastTimeout = now;
      }
      throw error;
    }
  };

  return {
    guard: (caller, type, work) => {
      const callerKey = getCallerKey(caller);
      if (!callerKey) return work();
      const entries = isVisitor(caller) ? visitorEntries : staffEntries;
      const key = `${callerKey} ${type}`;
      const entry = entries.get(key) ?? {
        lastTimeout: Number.NEGATIVE_INFINITY,
        refusedUntil: 0,
        inTurn: oneAtATime(),
      };
      entries.set(key, entry);
      return type === 'complex'
        ? entry.inTurn(() => run(entry, type, work))
        : run(entry, type, work);
    },
  };
}

/** A plain statement never stops the database by itself: a full disk does, and visitors may retry then. */
function isOverload(error: unknown, type: string): boolean {
  if (error instanceof DatabaseLost) return error.wasRunning && type === 'complex';
  return isDatabaseError(error) && error.code === '57014';
}
