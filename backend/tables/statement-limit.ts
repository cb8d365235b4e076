import { createConcurrencyLimit } from '#backend/concurrency-limit.ts';
import { type Caller, isVisitor } from '#backend/database/database.ts';
import { getSitePrefix } from '#backend/network-of.ts';
import { getCallerKey } from './timeout-penalty.ts';

/**
 * Statements at a time of one network or account, of one IPv6 /48, which one customer may have, and of
 * all visitors. At 0.5 s for the most expensive request of a visitor, what one customer sends delays
 * another visitor by two seconds at most.
 */
const limits = {
  caller: { maxRunning: 4, maxQueued: 200 },
  site: { maxRunning: 4, maxQueued: 400 },
  visitors: { maxRunning: 16, maxQueued: 2000 },
};

/** Bounds how many statements of callers the database has at a time. */
export type StatementLimit = {
  /** @throws TooManyRequests if too many wait; the signal's reason once it is aborted */
  run<Result>(caller: Caller, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
};

/** The process's own statements are not counted. Each process counts for itself. */
export function createStatementLimit(): StatementLimit {
  const byCaller = createConcurrencyLimit(limits.caller);
  const bySite = createConcurrencyLimit(limits.site);
  const byVisitors = createConcurrencyLimit(limits.visitors);
  return {
    run: (caller, work, signal) => {
      const key = getCallerKey(caller);
      if (key === undefined) return work();
      if (!isVisitor(caller)) return byCaller.run(key, work, signal);
      const site = getSitePrefix(key) ?? key;
      return byCaller.run(
        key,
        () => bySite.run(site, () => byVisitors.run('', work, signal), signal),
        signal,
      );
    },
  };
}
