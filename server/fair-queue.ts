import { setImmediate as nextTurn } from 'node:timers/promises';

type FairQueue = (key: string, task: () => void) => void;

/** Runs one task per turn of the event loop, round-robin over the keys, so that a burst delays nobody. */
export function createFairQueue(): FairQueue {
  const queues = new Map<string, (() => void)[]>();
  let hasTurnEnded = true;
  let lastRun = 0;

  const runNext = () => {
    const [next] = queues;
    if (!next) {
      hasTurnEnded = true;
      return;
    }
    setImmediate(runNext);
    if (isAccepting(lastRun)) return;
    lastRun = performance.now();
    const [key, tasks] = next;
    const task = tasks.shift();
    queues.delete(key);
    if (tasks.length > 0) queues.set(key, tasks);
    task?.();
  };

  return (key, task) => {
    if (hasTurnEnded) {
      hasTurnEnded = false;
      setImmediate(runNext);
      lastRun = performance.now();
      task();
      return;
    }
    const tasks = queues.get(key);
    if (tasks) tasks.push(task);
    else queues.set(key, [task]);
  };
}

const maxDelayMs = 50;

let recentConnections = 0;
let lastTurn = Promise.resolve();

/**
 * Call this for each accepted connection. Node accepts one per turn of the event loop. If each turn
 * rendered a page, a visitor behind a thousand others would wait for seconds.
 */
export function noteConnection(): void {
  recentConnections += 1;
  setImmediate(() => setImmediate(() => (recentConnections -= 1)));
}

/** Returns true while new connections go before work that has waited since `since`. */
export const isAccepting = (since: number): boolean =>
  recentConnections > 0 && performance.now() - since < maxDelayMs;

/** Resolves in its own turn, once no connections wait or they have gone first for 50 ms. */
export function waitForTurn(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    const began = performance.now();
    do await nextTurn();
    while (isAccepting(began));
  });
  return lastTurn;
}
