import { createFairLimit } from '#backend/limits.ts';
import { getVisitor } from './requester.ts';

/**
 * On a PostgreSQL server six of the ten connections. The others are for staff, jobs and health checks. Pages and
 * images shared by all visitors get two of the six, because a page must not wait for the turns of many networks. The
 * embedded database runs one statement at a time, staff's before those of visitors that are not sent (pglite-engine.ts).
 */
const turnLimits = {
  server: { networks: { maxRunning: 4, maxRunningPerKey: 3 }, shared: { maxRunning: 2 } },
  embedded: { networks: { maxRunning: 2 }, shared: { maxRunning: 2 } },
};
/** A network's own limits come first (backend/limits.ts), so a network never has more than a few requests waiting here. */
const queueLimits = { maxQueuedPerKey: Number.POSITIVE_INFINITY, maxQueued: 2000 };

/** Limits the connections that visitors hold at once, whatever they use them for. */
export type VisitorTurns = {
  /**
   * Waits for a connection's turn, which networks take one after the other. Staff and the process
   * itself do not wait.
   *
   * @returns a function that ends the turn, to be called once
   * @throws TooManyRequests if 2,000 others wait; the signal's reason once it is aborted
   */
  acquire(signal?: AbortSignal): Promise<() => void>;
};

/** Each database of a process has its own. */
export function createVisitorTurns(engine: keyof typeof turnLimits): VisitorTurns {
  const limits = turnLimits[engine];
  const networks = createFairLimit({ ...limits.networks, ...queueLimits });
  const shared = createFairLimit({ ...limits.shared, ...queueLimits });
  return {
    acquire: async (signal) => {
      const customer = getVisitor();
      if (customer === undefined) return () => {};
      return new Promise((resolve, reject) => {
        const hold = () => new Promise<void>((end) => resolve(end));
        (customer ? networks : shared).run(customer, hold, signal).catch(reject);
      });
    },
  };
}
