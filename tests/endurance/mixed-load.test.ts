import { afterAll, beforeAll, expect, test } from 'vitest';
import { createResponseLog } from '#tests/load/response-log.ts';
import { memoryGrowth, sampleMemory } from '#tests/load/sample-memory.ts';
import { circumstances } from '../../bench/machine.ts';
import { expectedErrors, sendMixedLoad } from './mixed-load-requests.ts';
import { restartTimes } from './restart-times.ts';
import { type LoadedSite, startLoadedSite } from './start-loaded-site.ts';
import { storeFigures } from './store-figures.ts';

// Pages, table reads, forms, uploads, sign-ins and edits at a steady rate for MIXED_SECONDS.
//   TEST_ENGINE=server MIXED_SECONDS=120 npm run test:endurance -- mixed-load

const seconds = Number(process.env.MIXED_SECONDS ?? 1800);
const maxGrowth = 1.1;

let site: LoadedSite;
beforeAll(async () => {
  site = await startLoadedSite([], { posts: 10, rows: 500 });
}, 600_000);
afterAll(() => site?.stop());

test(`${seconds} seconds of mixed load cause expected errors only`, {
  timeout: seconds * 1000 + 300_000,
}, async () => {
  const found = circumstances();
  const log = createResponseLog();
  const stopSampling = sampleMemory(site.pid, Math.min(10_000, (seconds * 1000) / 60));
  await sendMixedLoad(site, performance.now() + seconds * 1000, log);
  const samples = stopSampling();
  const errors = log.errors();
  // Minute 10 to 11 and the last one of thirty minutes; as much of a run of another length.
  const growth = memoryGrowth(samples, { seconds, from: seconds / 3, window: seconds / 30 });
  const restarts = restartTimes(site.log()).length;
  storeFigures(
    'mixed-load',
    { engine: site.engine, role: 'all' },
    {
      ...found,
      ...{ seconds, responses: log.figures(), restarts, memory: { growth, samples } },
      errors: Object.fromEntries(
        Object.entries(errors).map(([error, count]) => [
          error,
          { count, reason: expectedErrors[error] ?? 'unexpected' },
        ]),
      ),
    },
  );

  expect(site.isRunning()).toBe(true);
  expect(restarts).toBe(0);
  expect(Object.keys(errors).filter((error) => !expectedErrors[error])).toEqual([]);
  // The requests that must be refused were sent, and were refused.
  expect(Object.keys(errors).sort()).toEqual(Object.keys(expectedErrors).sort());
  expect(growth).toBeLessThanOrEqual(maxGrowth);
});
