import { TooManyRequests } from './rate-limit.ts';

/** Runs work of many keys, such as networks, that share a number of places and take turns. */
export type FairLimit = {
  /**
   * Runs `work` when a place is free and it is the key's turn.
   *
   * @param signal takes the work out of the queue
   * @throws TooManyRequests if the key or all keys have too much waiting; the signal's reason
   */
  run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Whether `run` would throw TooManyRequests now. */
  isFull(key: string): boolean;
};

type Waiting = { start: () => void; refuse: () => void };
type Queue = { running: number; waiting: Set<Waiting> };

/**
 * Keys take turns: who sends much waits behind what it sent itself, and for one work of each other key.
 * If all waiting places are taken, the key with most waiting works loses its last one to a key with fewer.
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
  /** In the order of their turns. */
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
  /** Whose last work makes room for one more of a key with so many waiting. */
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
