import { createConcurrencyLimit } from '#backend/concurrency-limit.ts';

/** Renders at once in a process: each takes some 25 ms of its one thread. */
const maxRunning = 4;
const maxQueued = 100;
const ofOneKey = { maxRunning: 2, maxQueued: 50 };

/** Returns the IP of the visitor who asked; called only if a page has to be rendered. */
export type GetIp = () => string | undefined;

/** Runs a render once there is room for it. */
export type RenderLimit = <Result>(
  key: string,
  render: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/**
 * Limits how many renders run at once, of one key (a visitor's network or IPv6 /48) and of all.
 *
 * Throws TooManyRequests if too many are waiting, and the signal's reason once its client has gone.
 */
export function createRenderLimit(): RenderLimit {
  const byKey = createConcurrencyLimit(ofOneKey);
  const all = createConcurrencyLimit({ maxRunning, maxQueued });
  return (key, render, signal) => byKey.run(key, () => all.run('', render, signal), signal);
}
