import { isAccepting } from './accepting.ts';

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
