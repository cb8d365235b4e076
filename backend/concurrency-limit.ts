import { getCustomerKey, getSitePrefix, networkHeader } from './client-network.ts';
import { type Caller, isVisitor } from './database/database.ts';
import { createFairLimit } from './fair-limit.ts';
import { TooManyRequests } from './rate-limit.ts';

/** Runs work under one key: so much at a time, so much waiting, the rest rejected. */
export type ConcurrencyLimit = {
  /**
   * Runs `work` once fewer than `maxRunning` works of this key run, in the order of the calls.
   *
   * @param signal takes the work out of the queue
   * @throws TooManyRequests if `maxQueued` works of this key are waiting; the signal's reason
   */
  run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /**
   * Like `run`, for work that ends elsewhere.
   *
   * @returns a function that ends the work, to be called once
   */
  acquire(key: string, signal?: AbortSignal): Promise<() => void>;
  /** Whether `run` would throw TooManyRequests. */
  isFull(key: string): boolean;
};

type Waiting = { start: () => void };

/** One caller's work waits behind its own: whoever sends much at once delays nobody else by more than `maxRunning`. */
export function createConcurrencyLimit({
  maxRunning,
  maxQueued,
}: {
  maxRunning: number;
  maxQueued: number;
}): ConcurrencyLimit {
  const queues = new Map<string, { running: number; waiting: Set<Waiting> }>();

  const startNext = (key: string) => {
    const queue = queues.get(key);
    if (!queue) return;
    const [next] = queue.waiting;
    if (next && queue.running < maxRunning) next.start();
    else if (queue.running === 0) queues.delete(key);
  };

  const acquire: ConcurrencyLimit['acquire'] = async (key, signal) => {
    signal?.throwIfAborted();
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.running >= maxRunning) {
      if (queue.waiting.size >= maxQueued) throw new TooManyRequests(1);
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          queue.waiting.delete(waiting);
          reject(signal?.reason);
        };
        const waiting = {
          start: () => {
            queue.waiting.delete(waiting);
            signal?.removeEventListener('abort', leave);
            queue.running += 1;
            resolve();
          },
        };
        queue.waiting.add(waiting);
        signal?.addEventListener('abort', leave, { once: true });
      });
    } else queue.running += 1;
    return () => {
      queue.running -= 1;
      startNext(key);
    };
  };

  return {
    acquire,
    isFull: (key) => (queues.get(key)?.waiting.size ?? 0) >= maxQueued,
    run: async (key, work, signal) => {
      const release = await acquire(key, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** Of the ten connections to a PostgreSQL server: the others are for staff, jobs and health checks. */
const maxVisitorStatements = 6;

/**
 * Statements and requests at a time of one network or account, of one IPv6 /48, which one customer may
 * have, and of all visitors. At 0.5 s for the most expensive request of a visitor, what one customer
 * sends delays another visitor by two seconds at most. Networks take turns.
 */
const networkLimits = {
  caller: { maxRunning: 4, maxQueued: 200 },
  site: { maxRunning: 4, maxQueued: 400 },
  visitors: {
    maxRunning: maxVisitorStatements,
    maxRunningPerKey: 4,
    maxQueuedPerKey: 400,
    maxQueued: 2000,
  },
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
  const byCaller = createConcurrencyLimit(networkLimits.caller);
  const bySite = createConcurrencyLimit(networkLimits.site);
  const byVisitors = createFairLimit(networkLimits.visitors);
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
        return await byVisitors.run(getCustomerKey(key), work, signal);
      } finally {
        release();
      }
    },
  };
}

/** Returns the visitor's network or the account of staff; undefined for the process itself. */
export function getCallerKey(caller: Caller): string | undefined {
  if (caller.role === 'service_role') return undefined;
  return isVisitor(caller) ? caller.headers?.[networkHeader] : String(caller.claims.sub);
}
