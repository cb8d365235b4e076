import { createConcurrencyLimit } from '#backend/concurrency-limit.ts';
import type { Caller } from '#backend/database/database.ts';
import { getCallerKey } from './timeout-penalty.ts';

/** At 0.5 s for the most expensive request of a visitor, another network waits for two seconds at most. */
const maxRunning = 4;
const maxQueued = 200;

/** Bounds how many statements of one visitor's network, or of one account of staff, the database has at a time. */
export type StatementLimit = {
  /** @throws TooManyRequests if too many wait; the signal's reason once it is aborted */
  run<Result>(caller: Caller, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
};

/** The process's own statements are not counted. Each process counts for itself. */
export function createStatementLimit(): StatementLimit {
  const limit = createConcurrencyLimit({ maxRunning, maxQueued });
  return {
    run: (caller, work, signal) => {
      const key = getCallerKey(caller);
      return key === undefined ? work() : limit.run(key, work, signal);
    },
  };
}
