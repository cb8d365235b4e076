import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats an action until a time: the next one begins `intervalMs` after the last one began, or once it
 * is over, whichever is later.
 *
 * @param until as performance.now() counts
 */
export async function repeatUntil(
  until: number,
  intervalMs: number,
  act: (n: number) => Promise<unknown>,
): Promise<void> {
  for (let n = 0; performance.now() < until; n += 1) {
    const began = performance.now();
    await act(n);
    const left = Math.min(began + intervalMs, until) - performance.now();
    if (left > 0) await sleep(left);
  }
}
