import { createConcurrencyLimit } from './concurrency-limit.ts';
import { type Caller, isVisitor } from './database/database.ts';
import { getSitePrefix } from './network-of.ts';

/**
 * Statements and requests at a time of one network or account, of one IPv6 /48, which one customer may
 * have, and of all visitors. At 0.5 s for the most expensive request of a visitor, what one customer
 * sends delays another visitor by two seconds at most.
 */
const limits = {
  caller: { maxRunning: 4, maxQueued: 200 },
  site: { maxRunning: 4, maxQueued: 400 },
  visitors: { maxRunning: 16, maxQueued: 2000 },
};

/**
 * Bounds what each network has in progress, in all services together: the table interface counts its
 * statements, the other services count whole requests.
 */
export type NetworkLimit = {
  /**
   * Runs a statement: of a visitor for the network, of staff for the account.
   *
   * @throws TooManyRequests if too many wait; the signal's reason once it is aborted
   */
  runStatement<Result>(
    caller: Caller,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /**
   * Begins a request. The total of all visitors is not for requests: some wait for a mail server.
   *
   * @returns a function that ends it, to be called once
   * @throws as `runStatement`
   */
  acquire(network: string, signal?: AbortSignal): Promise<() => void>;
};

/** The process's own statements are not counted. Each process counts for itself. */
export function createNetworkLimit(): NetworkLimit {
  const byCaller = createConcurrencyLimit(limits.caller);
  const bySite = createConcurrencyLimit(limits.site);
  const byVisitors = createConcurrencyLimit(limits.visitors);
  const acquire: NetworkLimit['acquire'] = async (network, signal) => {
    const release = await byCaller.acquire(network, signal);
    try {
      const releaseSite = await bySite.acquire(getSitePrefix(network) ?? network, signal);
      return () => {
        releaseSite();
        release();
      };
    } catch (error) {
      release();
      throw error;
    }
  };
  return {
    acquire,
    runStatement: async (caller, work, signal) => {
      const key = getCallerKey(caller);
      if (key === undefined) return work();
      if (!isVisitor(caller)) return byCaller.run(key, work, signal);
      const release = await acquire(key, signal);
      try {
        return await byVisitors.run('', work, signal);
      } finally {
        release();
      }
    },
  };
}

/** Returns the visitor's network or the account of staff; undefined for the process itself. */
export function getCallerKey(caller: Caller): string | undefined {
  if (caller.role === 'service_role') return undefined;
  return isVisitor(caller) ? caller.headers?.['x-ridgeline-address'] : String(caller.claims.sub);
}
