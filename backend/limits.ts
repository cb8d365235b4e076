import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ResolveCaller } from '#backend/auth/caller.ts';
import { type Caller, type Database, isVisitor } from '#backend/database/database.ts';
import { getSitePrefix, networkHeader } from './client-network.ts';
import { TooManyRequests } from './http-error.ts';

/** The hits allowed within a number of seconds, counted from the first hit. */
export type RateLimit = { hits: number; seconds: number };

/**
 * Counts one hit of a key.
 *
 * @returns 0 within the limit, else the seconds until the window ends
 */
export type CountHit = (key: string, limit: RateLimit) => Promise<number>;

/** Least recently used keys are evicted. */
const maxKeys = 20_000;
/** After this many rejections in a row, the database is queried only every few seconds. */
const maxRejectionsQueried = 20;
const rejectionLifetimeMs = 5000;

/** By database and key, so that a caller who keeps sending costs no statements. */
const rejections = new WeakMap<
  object,
  LRUCache<string, { count: number; until: number; wait: number }>
>();

/** Returns a counter that all processes on the database share. */
export function countInDatabase({ owner }: Pick<Database, 'owner'>): CountHit {
  const rejected = rejections.get(owner) ?? new LRUCache({ max: maxKeys });
  rejections.set(owner, rejected);
  return async (key, limit) => {
    const known = rejected.get(key);
    if (known && performance.now() < known.until) return known.wait;
    const wait = await countHit(owner, key, limit);
    if (wait === 0) {
      rejected.delete(key);
      return 0;
    }
    const count = (known?.count ?? 0) + 1;
    const until = count > maxRejectionsQueried ? performance.now() + rejectionLifetimeMs : 0;
    rejected.set(key, { count, until, wait });
    return wait;
  };
}

async function countHit(
  owner: Database['owner'],
  key: string,
  { hits, seconds }: RateLimit,
): Promise<number> {
  const { rows } = await sql<{ allowed: boolean }>`
      select public.take_rate_limit(${key}, ${hits}::integer, ${seconds}::integer) as allowed
    `.execute(owner);
  if (rows[0]?.allowed) return 0;
  const { rows: windows } = await sql<{ left: number }>`
      select ceil(extract(epoch from window_started_at - now()))::integer + ${seconds}::integer as left
      from private.rate_limits where key = ${key}
    `.execute(owner);
  return Math.min(seconds, Math.max(1, windows[0]?.left ?? seconds));
}

/**
 * Returns a counter of this process alone, for cases where counting in the database costs as much
 * as it saves, and for the hosted platform, whose database this process can't count in.
 *
 * @param clock monotonic, in milliseconds
 */
export function countInMemory(clock: { now: () => number } = performance): CountHit {
  const windows = new LRUCache<string, { hits: number; end: number }>({ max: maxKeys });
  return async (key, { hits, seconds }) => {
    const now = clock.now();
    const known = windows.get(key);
    const window = known && known.end > now ? known : { hits: 0, end: now + seconds * 1000 };
    window.hits += 1;
    windows.set(key, window);
    return window.hits <= hits ? 0 : Math.ceil((window.end - now) / 1000);
  };
}

/** Limits all requests per minute of each network, IPv6 /48 and account. */
type RequestRateLimit = {
  /** @returns the seconds to wait, 0 within the limit */
  countNetwork(network: string): Promise<number>;
  /** Resolves callers as `resolveCaller` does, and counts each account. @throws TooManyRequests */
  countAccounts(resolveCaller: ResolveCaller): ResolveCaller;
};

/**
 * Keeps one caller from using the whole process: an IPv6 /48 may send four times as much as a network.
 * Each process counts in its own memory, because a count in the database would cost as much as what it
 * protects.
 *
 * @param requestsPerMinute of each network and each account; 0 for no limit
 */
export function createRequestRateLimit(requestsPerMinute: number): RequestRateLimit {
  const countHit = countInMemory();
  const limit = { hits: requestsPerMinute, seconds: 60 };
  const siteLimit = { ...limit, hits: 4 * requestsPerMinute };
  const count = async (key: string) => (requestsPerMinute === 0 ? 0 : countHit(key, limit));
  return {
    countNetwork: async (network) => {
      const site = requestsPerMinute === 0 ? undefined : getSitePrefix(network);
      const wait = await count(`network:${network}`);
      return wait > 0 || !site ? wait : countHit(`site:${site}`, siteLimit);
    },
    countAccounts: (resolveCaller) => async (request) => {
      const caller = await resolveCaller(request);
      if (caller.role !== 'authenticated') return caller;
      const wait = await count(`account:${String(caller.claims.sub)}`);
      if (wait > 0) throw new TooManyRequests(wait);
      return caller;
    },
  };
}

/** Limits the work of each key: some runs, some waits, the rest is rejected. */
type ConcurrencyLimit = {
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
  /** Returns true if `run` would throw TooManyRequests. */
  isFull(key: string): boolean;
};

/** A caller's work waits only behind its own, so that a burst delays others by at most `maxRunning` works. */
export function createConcurrencyLimit({
  maxRunning,
  maxQueued,
}: {
  maxRunning: number;
  maxQueued: number;
}): ConcurrencyLimit {
  const queues = new Map<string, { running: number; waiting: Set<{ start: () => void }> }>();

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

/** Runs work of many keys, such as networks, which share a number of slots and take turns. */
export type FairLimit = {
  /**
   * Runs `work` when a slot is free and it is the key's turn.
   *
   * @param signal takes the work out of the queue
   * @throws TooManyRequests if the key or all keys have too much waiting; the signal's reason
   */
  run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Returns true if `run` would throw TooManyRequests now. */
  isFull(key: string): boolean;
};

type Waiting = { start: () => void; refuse: () => void };
type Queue = { running: number; waiting: Set<Waiting> };

/**
 * Keys take turns: a key that sends much waits behind its own work and one work of every other key.
 * When the queue is full, the key with the most waiting work loses its last one to a key with less.
 *
 * @param maxRunning of all keys together
 * @param maxQueued of all keys together
 */
export function createFairLimit({
  maxRunning,
  maxRunningPerKey = maxRunning,
  maxQueuedPerKey,
  maxQueued,
}: {
  maxRunning: number;
  maxRunningPerKey?: number;
  maxQueuedPerKey: number;
  maxQueued: number;
}): FairLimit {
  /** Keys in the order of their turns. */
  const queues = new Map<string, Queue>();
  let running = 0;
  let queued = 0;

  const startNext = () => {
    if (running >= maxRunning) return;
    for (const [key, queue] of queues) {
      const [next] = queue.waiting;
      if (!next || queue.running >= maxRunningPerKey) continue;
      queues.delete(key);
      queues.set(key, queue);
      next.start();
      return;
    }
  };
  const findLongest = () => {
    let longest: Queue | undefined;
    for (const queue of queues.values()) {
      if (queue.waiting.size > (longest?.waiting.size ?? 0)) longest = queue;
    }
    return longest;
  };
  /** Finds the queue whose last work makes room for one more work of a key with this many waiting. */
  const findRoom = (waiting: number) => {
    const longest = findLongest();
    return longest && longest.waiting.size > waiting + 1 ? longest : undefined;
  };
  const isFull = (key: string) => {
    const queue = queues.get(key);
    const waiting = queue?.waiting.size ?? 0;
    if (running < maxRunning && (queue?.running ?? 0) < maxRunningPerKey) return false;
    return waiting >= maxQueuedPerKey || (queued >= maxQueued && !findRoom(waiting));
  };
  const waitForTurn = (queue: Queue, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.waiting.delete(waiting);
        queued -= 1;
        signal?.removeEventListener('abort', abort);
      };
      const abort = () => {
        leave();
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        start: () => {
          leave();
          queue.running += 1;
          running += 1;
          resolve();
        },
        refuse: () => {
          leave();
          reject(new TooManyRequests(1));
        },
      };
      queue.waiting.add(waiting);
      queued += 1;
      signal?.addEventListener('abort', abort, { once: true });
    });

  return {
    isFull,
    run: async (key, work, signal) => {
      signal?.throwIfAborted();
      if (isFull(key)) throw new TooManyRequests(1);
      const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
      queues.set(key, queue);
      if (running >= maxRunning || queue.running >= maxRunningPerKey) {
        if (queued >= maxQueued)
          [...(findRoom(queue.waiting.size)?.waiting ?? [])].at(-1)?.refuse();
        await waitForTurn(queue, signal).finally(() => forgetIdle(key, queue));
      } else {
        queue.running += 1;
        running += 1;
      }
      try {
        return await work();
      } finally {
        queue.running -= 1;
        running -= 1;
        startNext();
        forgetIdle(key, queue);
      }
    },
  };

  function forgetIdle(key: string, queue: Queue) {
    if (queue.running === 0 && queue.waiting.size === 0 && queues.get(key) === queue) {
      queues.delete(key);
    }
  }
}

/**
 * Limits concurrent statements and requests per network or account, and per IPv6 /48, because one
 * customer may own a whole /48. A visitor's most expensive request takes 0.5 s, so one customer delays others
 * by at most two seconds. All visitors together are limited at the database's connections.
 */
const networkLimits = {
  caller: { maxRunning: 4, maxQueued: 200 },
  site: { maxRunning: 4, maxQueued: 400 },
};

/**
 * Limits what each network has in progress in all services together. The table interface counts
 * statements, the other services whole requests.
 */
export type NetworkLimit = {
  /**
   * Runs a statement. A visitor's counts for the network, one of staff for the account.
   *
   * @throws TooManyRequests if too many wait; the signal's reason once it is aborted
   */
  runStatement<Result>(
    caller: Caller,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /**
   * Begins a request.
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
        return await work();
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
