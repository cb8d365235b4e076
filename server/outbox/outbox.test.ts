import pino from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import { startOutbox } from './outbox.ts';

let lines: string[];
const logger = pino({}, { write: (line) => lines.push(line) });
const nothing = { sent: 0, notSent: 0 };

beforeEach(() => {
  lines = [];
});

it('looks again and again, one look at a time', async () => {
  let atOnce = 0;
  let most = 0;
  let looks = 0;
  const stop = startOutbox(
    async () => {
      atOnce += 1;
      looks += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return nothing;
    },
    logger,
    1,
  );
  await expect.poll(() => looks).toBeGreaterThanOrEqual(4);
  await stop();
  expect(most).toBe(1);
  const after = looks;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(looks).toBe(after);
});

it('goes on after a failure, which is logged once', async () => {
  let looks = 0;
  const stop = startOutbox(
    async () => {
      looks += 1;
      if (looks <= 3) throw new Error('database away');
      return { sent: looks === 4 ? 2 : 0, notSent: 0 };
    },
    logger,
    1,
  );
  await expect.poll(() => looks).toBeGreaterThanOrEqual(5);
  await stop();
  expect(lines.filter((line) => line.includes('could not be looked after'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('can be read again'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('"sent":2'))).toHaveLength(1);
});

it('waits for the mail under way, and not for ever', async () => {
  vi.useFakeTimers();
  try {
    let isAborted = false;
    const stop = startOutbox(
      (signal) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return new Promise(() => {});
      },
      logger,
      1,
    );
    let hasStopped = false;
    const stopped = stop().then(() => {
      hasStopped = true;
    });
    expect(isAborted).toBe(true);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(hasStopped).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});
