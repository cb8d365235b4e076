import { TooManyRequests } from './rate-limit.ts';

/** Runs work under one key: so much at a time, so much waiting, the rest refused. */
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
