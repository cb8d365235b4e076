import type { Context, MiddlewareHandler } from 'hono';
import { type Caller, isVisitor } from '#backend/database/database.ts';
import { getCustomerKey, getSitePrefix, networkHeader } from './client-network.ts';
import { TooManyRequests, tooManyRequestsResponse } from './http-error.ts';

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

/** Out of ten connections to a PostgreSQL server. Staff, jobs and health checks use the others. */
const maxVisitorStatements = 6;

/**
 * Limits of concurrent statements and requests: of one network or account, of one IPv6 /48, which
 * one customer may have, and of all visitors. A visitor's most expensive request takes 0.5 s, so
 * one customer delays others by at most two seconds. Networks take turns.
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
   * Begins a request. Requests don't count towards the total of all visitors, because some wait for
   * a mail server.
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

/**
 * Limits how many requests of a network are in progress: the others wait, or get 429. A request
 * doesn't count while its body arrives, or slow uploads would hold up the network's other requests.
 *
 * @param getNetwork the network a request came from; requests without one are not counted
 */
export function limitRequests(
  limit: NetworkLimit,
  getNetwork: (context: Context) => string | undefined,
): MiddlewareHandler {
  return async (context, next) => {
    const network = getNetwork(context);
    if (!network) return next();
    const request = context.req.raw;
    const { signal } = request;
    let isDone = false;
    let release: (() => void) | undefined;
    const stopCounting = () => {
      release?.();
      release = undefined;
    };
    let limitError: TooManyRequests | undefined;
    const startCounting = async () => {
      try {
        const acquired = await limit.acquire(network, signal);
        if (isDone) acquired();
        else release = acquired;
      } catch (error) {
        if (error instanceof TooManyRequests) limitError = error;
        throw error;
      }
    };

    try {
      await startCounting();
    } catch (error) {
      if (limitError) return tooManyRequestsResponse(limitError);
      if (signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null;
    if (hasBody) {
      const body = observeBody(request.body as ReadableStream<Uint8Array>, {
        onRead: stopCounting,
        onEnd: startCounting,
      });
      context.req.raw = new Request(request, { body, duplex: 'half' } as RequestInit);
    }
    try {
      await next();
    } finally {
      isDone = true;
      stopCounting();
    }
    if (limitError) {
      // Replaces the service's response to the incomplete body; Hono would add its headers otherwise.
      context.res = undefined;
      context.res = tooManyRequestsResponse(limitError);
    }
    return undefined;
  };
}

/** @param onEnd the reader sees the end once this has resolved */
function observeBody(
  source: ReadableStream<Uint8Array>,
  { onRead, onEnd }: { onRead: () => void; onEnd: () => Promise<void> },
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        onRead();
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        await onEnd();
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads nothing before the service does.
    { highWaterMark: 0 },
  );
}
