import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStaff, removeStaff } from '#backend/auth/staff.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { owner, type Site, startSite } from '#tests/e2e/support/site-process.ts';
import { type FuzzResult, runCases } from '#tests/fuzz/run-cases.ts';
import { authCase, functionsCase, storageCase } from '#tests/fuzz/services-cases.ts';
import { tablesCase } from '#tests/fuzz/tables-cases.ts';
import { insertSecrets, openTarget, secrets } from '#tests/fuzz/target.ts';
import { websiteCase } from '#tests/fuzz/website-cases.ts';
import { sampleMemory } from '#tests/load/sample-memory.ts';
import { circumstances, processFigures, report } from '../../bench/machine.ts';

// 100,000 hostile requests to a whole site in a process of its own: tables, auth, storage, functions,
// and the website with its forms. FUZZ_CASES and FUZZ_SEED set their number and the seed.

const count = Number(process.env.FUZZ_CASES ?? 100_000);
const seed = Number(process.env.FUZZ_SEED ?? 4711);
const stranger = { email: 'stranger@example.com', password: 'battery staple' };
/** Limit of resident memory at the end, in megabytes. */
const maxResidentMB = 600;

const shares = [
  ['tables', tablesCase, 0.4],
  ['auth', authCase, 0.15],
  ['storage', storageCase, 0.2],
  ['functions', functionsCase, 0.05],
  ['website', websiteCase, 0.2],
] as const;

let directory: string;
let site: Site;

beforeAll(async () => {
  if (!existsSync('build/server/index.js')) {
    execFileSync('react-router', ['build'], { stdio: 'ignore' });
  }
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-fuzz-'));
  await (await startSite({ directory, environment: {} })).stop();
  await addStranger();
  site = await startSite({
    directory,
    environment: { TRUST_PROXY: 'true', API_REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'silent' },
  });
}, 300_000);

afterAll(async () => {
  await site?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** An account that is not staff any more. */
async function addStranger() {
  const setting = { type: 'embedded', directory: join(directory, 'database') } as const;
  const database = await openDatabase(setting, createLogger('silent'));
  await addStaff(database, stranger);
  await removeStaff(database, stranger.email);
  await database.close();
}

test('a site answers each hostile request without 5xx, secrets or internals', {
  timeout: 4 * 3_600_000,
}, async () => {
  const found = circumstances();
  const { secretKey, publishableKey } = JSON.parse(
    readFileSync(join(directory, 'keys.json'), 'utf8'),
  );
  const target = await openTarget({
    url: site.url,
    publishableKey,
    secretKey,
    staff: owner,
    stranger,
  });
  const before = processFigures(site.pid);
  const started = performance.now();
  const stopSampling = sampleMemory(site.pid, 10_000);
  const results: Record<string, FuzzResult> = {};
  for (const [name, cases, share] of shares) {
    results[name] = await runCases(target, cases, { count: Math.ceil(count * share), seed });
  }
  const after = processFigures(site.pid);
  const samples = stopSampling();
  const all = Object.values(results);
  report('fuzz', {
    ...found,
    seed,
    cases: all.reduce((sum, { cases }) => sum + cases, 0),
    seconds: Math.round((performance.now() - started) / 1000),
    memory: { before, after, samples },
    errors: all.reduce((sum, { errors }) => sum + errors.length, 0),
    services: Object.fromEntries(
      Object.entries(results).map(([name, { cases, statuses, slowestMs }]) => [
        name,
        { cases, statuses, slowestMs: Math.round(slowestMs) },
      ]),
    ),
  });
  expect(all.flatMap(({ errors }) => errors)).toEqual([]);
  expect(after.residentMB).toBeLessThan(maxResidentMB);

  await insertSecrets(target.service);
  const { data } = await target.service.from('reviews').select('review_text');
  expect(JSON.stringify(data)).toContain(secrets[2]);
  expect((await fetch(`${site.url}/`)).status).toBe(200);
});
