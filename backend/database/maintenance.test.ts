import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startMaintenance } from './maintenance.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Maintenance of a database whose first session rejects when `fail` is called. */
function begin() {
  const lines: string[] = [];
  const { promise, reject } = Promise.withResolvers<never>();
  const { stop } = startMaintenance(
    { session: () => promise },
    pino({}, { write: (line) => lines.push(line) }),
  );
  vi.advanceTimersByTime(10_000);
  const fail = async () => {
    reject(new Error('The database is closed'));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { lines, stop, fail };
}

test('startMaintenance logs an error', async () => {
  const { lines, stop, fail } = begin();
  await fail();
  expect(lines.join()).toContain('maintenance failed');
  stop();
});

test('startMaintenance logs no error after it was stopped', async () => {
  const { lines, stop, fail } = begin();
  stop();
  await fail();
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(600_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('startMaintenance does not vacuum while it is paused', async () => {
  const query = vi.fn(async () => []);
  const { stop, pauseVacuum } = startMaintenance(
    { session: (work) => work({ query, exec: async () => {} }) },
    pino({ level: 'silent' }),
  );
  const countVacuums = async () => {
    query.mockClear();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    return query.mock.calls.filter(([text]: string[]) => text?.includes('pg_stat_user_tables'))
      .length;
  };
  const resume = pauseVacuum();
  expect(await countVacuums()).toBe(0);
  resume();
  expect(await countVacuums()).toBe(1);
  stop();
});
