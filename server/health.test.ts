import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHealthCheck } from './health.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create(check: () => Promise<void>) {
  const checkOnce = vi.fn(check);
  const logger = { error: vi.fn(), info: vi.fn() };
  return { getHealth: createHealthCheck({ check: checkOnce, logger }), check: checkOnce, logger };
}

test('3,000 callers at once share one check, and those of the next second its result', async () => {
  const { getHealth, check } = create(async () => {});
  const all = await Promise.all(Array.from({ length: 3000 }, getHealth));
  expect(all.every(({ isHealthy }) => isHealthy)).toBe(true);
  await vi.advanceTimersByTimeAsync(900);
  await getHealth();
  expect(check).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  await getHealth();
  expect(check).toHaveBeenCalledTimes(2);
});

test('an outage is logged at its start, each minute and at its end', async () => {
  let isUnavailable = false;
  const { getHealth, logger } = create(async () => {
    if (isUnavailable) throw new Error('connection refused');
  });
  await getHealth();
  isUnavailable = true;
  for (let second = 0; second < 59; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    expect((await getHealth()).isHealthy).toBe(false);
  }
  expect(logger.error.mock.calls).toEqual([
    [{ cause: 'connection refused' }, 'Database health check failed'],
  ]);
  for (let second = 0; second < 5; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    await getHealth();
  }
  expect(logger.error).toHaveBeenCalledTimes(2);
  expect(logger.info).not.toHaveBeenCalled();
  isUnavailable = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect((await getHealth()).isHealthy).toBe(true);
  expect(logger.info.mock.calls).toEqual([['Database health check recovered']]);
});

test('a check without an answer is unhealthy after 3 s, and no other is started for 30 s', async () => {
  let answer = () => {};
  const { getHealth, check } = create(() => new Promise((resolve) => (answer = resolve)));
  const ask = async () => {
    const health = getHealth();
    await vi.advanceTimersByTimeAsync(3000);
    const { isHealthy } = await health;
    await vi.advanceTimersByTimeAsync(1000);
    return isHealthy;
  };
  for (let n = 0; n < 7; n += 1) expect(await ask()).toBe(false);
  expect(check).toHaveBeenCalledTimes(1);
  await ask();
  await ask();
  expect(check).toHaveBeenCalledTimes(2);
  answer();
  expect(await ask()).toBe(true);
});
