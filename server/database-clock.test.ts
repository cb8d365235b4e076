import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { openTemplateCopy } from '#tests/support/template-copy.ts';
import { followDatabaseClock } from './database-clock.ts';

const logger = pino({ level: 'silent' });
const day = 24 * 60 * 60 * 1000;

afterEach(() => void vi.useRealTimers());

test('now() is the time of the database if the system clock is set', async () => {
  const database = await openTemplateCopy();
  const clock = await followDatabaseClock({ engine: 'server', owner: database.owner }, logger);
  const before = Date.now();
  expect(Math.abs(clock.now() - before)).toBeLessThan(10_000);
  expect(Number.isInteger(clock.now())).toBe(true);
  for (const jump of [-day, day]) {
    vi.useFakeTimers({ toFake: ['Date'], now: before + jump });
    expect(Math.abs(clock.now() - before)).toBeLessThan(10_000);
  }
  clock.stop();
  await database.close();
});

test('now() follows the clock of the database, and continues during an outage', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const database = await openTemplateCopy();
  const clock = await followDatabaseClock({ engine: 'server', owner: database.owner }, logger);
  const before = clock.now();
  vi.setSystemTime(Date.now() + day);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => clock.now() - before).toBeGreaterThan(day);
  await database.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(clock.now() - before).toBeLessThan(2 * day);
  clock.stop();
});
