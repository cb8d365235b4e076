import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepUp } from './upkeep.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Upkeep of a database whose answer to the first look comes when `fail` is called. */
function begin() {
  const lines: string[] = [];
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = keepUp({ session: () => promise }, pino({}, { write: (line) => lines.push(line) }));
  vi.advanceTimersByTime(10_000);
  const fail = async () => {
    reject(new Error('The database is closed'));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { lines, stop, fail };
}

test('a look that fails is told', async () => {
  const { lines, stop, fail } = begin();
  await fail();
  expect(lines.join()).toContain('upkeep has failed');
  stop();
});

test('one that still waited when the database was closed is not', async () => {
  const { lines, stop, fail } = begin();
  stop();
  await fail();
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(600_000);
  expect(vi.getTimerCount()).toBe(0);
});
