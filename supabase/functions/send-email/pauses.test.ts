import { expect, it } from 'vitest';
import type { MailFault } from './mail-fault.ts';
import { isGivenUp, isPoison, pauseAfter } from './pauses.ts';

const fault = (reason: MailFault['reason'], isPermanent = false): MailFault => ({
  reason,
  isPermanent,
  detail: null,
});

/** Seconds from the first failed try until nobody tries any more, and how often it was tried. */
function wholeTime(failing: MailFault) {
  let tries = 1;
  let seconds = 0;
  for (; !isGivenUp(failing, tries); tries += 1) seconds += pauseAfter(failing, tries);
  return { tries, seconds };
}

it('waits twice as long each time, up to an hour', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((tries) =>
    pauseAfter(fault('unreachable'), tries),
  );
  expect(pauses).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
});

it('outlasts a mail server that is away over a long weekend, and ends', () => {
  const { tries, seconds } = wholeTime(fault('unreachable'));
  expect(seconds / 3600).toBeGreaterThan(90);
  expect(seconds / 3600).toBeLessThan(100);
  expect(isPoison(tries)).toBe(false);
  expect(isPoison(tries + 1)).toBe(true);
});

it('gives a refused mail up sooner', () => {
  expect(wholeTime(fault('refused', true))).toEqual({ tries: 5, seconds: 900 });
});

it('waits for an address for as long as it takes', () => {
  expect(isGivenUp(fault('no_address'), 100_000)).toBe(false);
  expect(pauseAfter(fault('no_address'), 100_000)).toBe(300);
});
