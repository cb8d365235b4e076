/** Runs work, one a turn of the event loop, those of all keys in turn. */
export type FairQueue = (key: string, work: () => void) => void;

/**
 * Creates a queue that runs the first work of a turn at once and each other one in a turn of its own. What one key
 * sends at once then delays another key by one work, and not by all of them. The event loop also accepts a single
 * connection a turn, so that turns have to be short for visitors to get in.
 */
export function createFairQueue(): FairQueue {
  // In the order of their next turns.
  const waiting = new Map<string, (() => void)[]>();
  let hasTurnEnded = true;

  const runNext = () => {
    const [next] = waiting;
    if (!next) {
      hasTurnEnded = true;
      return;
    }
    setImmediate(runNext);
    const [key, works] = next;
    const work = works.shift();
    waiting.delete(key);
    if (works.length > 0) waiting.set(key, works);
    work?.();
  };

  return (key, work) => {
    if (hasTurnEnded) {
      hasTurnEnded = false;
      setImmediate(runNext);
      work();
      return;
    }
    const works = waiting.get(key);
    if (works) works.push(work);
    else waiting.set(key, [work]);
  };
}
