import pino from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { startJobs } from './jobs.ts';

type LogLine = { msg: string; job: string };

let lines: LogLine[];
const logger = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
const everySecond = '* * * * * *';
const withMessage = (text: string) => lines.filter(({ msg }) => msg === text);

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

test('startJobs runs a job at the start and on its schedule, one run at a time, until it is stopped', async () => {
  let running = 0;
  let maxRunning = 0;
  let runs = 0;
  const run = async () => {
    running += 1;
    runs += 1;
    maxRunning = Math.max(maxRunning, running);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    running -= 1;
  };
  const stop = startJobs([{ name: 'slow', schedule: everySecond, run }], logger);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBeGreaterThanOrEqual(4);
  expect(maxRunning).toBe(1);
  const stopped = stop();
  await vi.advanceTimersByTimeAsync(2_000);
  await stopped;
  const runsBefore = runs;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(runsBefore);
});

test.each([30, -30, 24 * 365, -24 * 365])(
  'startJobs continues within 30 seconds after the clock is set by %i hours, and back',
  async (hours) => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const stop = startJobs([{ name: 'minutely', schedule: '* * * * *', run }], logger);
    for (const offset of [hours, -hours]) {
      await vi.advanceTimersByTimeAsync(90_000);
      const before = runs;
      vi.setSystemTime(Date.now() + offset * 3_600_000);
      await vi.advanceTimersByTimeAsync(91_000);
      expect(runs - before).toBeGreaterThanOrEqual(1);
      expect(runs - before).toBeLessThanOrEqual(3);
    }
    await stop();
  },
);

test('startJobs logs the first error of a series and its end; other jobs go on', async () => {
  let runs = 0;
  let otherRuns = 0;
  const stop = startJobs(
    [
      {
        name: 'failing',
        schedule: everySecond,
        run: async () => {
          runs += 1;
          if (runs <= 3) throw new Error('database away');
        },
      },
      {
        name: 'other',
        schedule: everySecond,
        run: async () => {
          otherRuns += 1;
        },
      },
    ],
    logger,
  );
  await vi.advanceTimersByTimeAsync(6_000);
  await stop();
  expect(otherRuns).toBeGreaterThanOrEqual(5);
  expect(withMessage('Job failed')).toMatchObject([{ job: 'failing' }]);
  expect(withMessage('Job recovered')).toMatchObject([{ job: 'failing' }]);
});

test('the stop function aborts a running job and waits for it five seconds at most', async () => {
  let isAborted = false;
  const run = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      isAborted = true;
    });
    return new Promise<void>(() => {});
  };
  const stop = startJobs([{ name: 'endless', schedule: everySecond, run }], logger);
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  expect(isAborted).toBe(true);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(hasStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await stopped;
});
