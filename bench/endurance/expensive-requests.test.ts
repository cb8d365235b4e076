import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BackgroundLoad, createBackgroundLoad } from '#bench/load/background-load.ts';
import { sendExpensiveRequests } from '#bench/load/expensive-load.ts';
import { repeatUntil } from '#bench/load/repeat.ts';
import { createResponseLog } from '#bench/load/response-log.ts';
import { memoryGrowth, sampleMemory } from '#bench/load/sample-memory.ts';
import { cachedPages, startPageProbe } from '#bench/load/start-page-probe.ts';
import { owner } from '#tests/e2e/support/site-process.ts';
import { circumstances } from '../machine.ts';
import { type LoadedSite, startLoadedSite } from './start-loaded-site.ts';
import { storeFigures } from './store-figures.ts';

/** The largest number of times within any sixty seconds; times in milliseconds. */
function maxPerMinute(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.reduce((max, start, index) => {
    const within = sorted.slice(index).filter((time) => time < start + 60_000).length;
    return Math.max(max, within);
  }, 0);
}

// Expensive requests as visitor and as staff, each for EXPENSIVE_SECONDS, beside pages, forms and sign-ins.
//   TEST_ENGINE=server EXPENSIVE_SECONDS=120 npm run test:endurance -- expensive-requests

const seconds = Number(process.env.EXPENSIVE_SECONDS ?? 600);
const attacker = { email: 'attacker@example.com', password: 'a password of their own' };

const maxVisitorMs = 3000;
const maxPageP99Ms = 15;
const maxRestartsPerMinute = 2;
const maxGrowth = 1.1;

let site: LoadedSite;
let background: BackgroundLoad;
beforeAll(async () => {
  site = await startLoadedSite([attacker], { posts: 40, rows: 2000 });
  background = await createBackgroundLoad(site);
}, 600_000);
afterAll(async () => {
  background?.close();
  await site?.stop();
});

describe.each(['visitor', 'staff'] as const)('expensive requests as %s', (role) => {
  test(`pages are served during ${seconds} seconds of them`, {
    timeout: seconds * 1000 + 300_000,
  }, async () => {
    const found = circumstances();
    const { pid, publishableKey, url } = site;
    const accessToken = role === 'staff' ? await signInAttacker() : undefined;
    for (const path of cachedPages) await (await fetch(url + path)).arrayBuffer();

    const attack = createResponseLog();
    const other = createResponseLog();
    const began = Date.now();
    const until = performance.now() + seconds * 1000;
    const stopSampling = sampleMemory(pid, Math.min(10_000, (seconds * 1000) / 60));
    const stopProbe = startPageProbe({ url, paths: cachedPages, perSecond: 20 });
    const { contactForm, quoteForm, signIn } = background;
    const [{ requests, unexpected, timeouts }] = await Promise.all([
      sendExpensiveRequests({
        ...{ url, publishableKey, seconds, senders: 4, intervalMs: 200, log: attack },
        ...(accessToken ? { accessToken } : {}),
      }),
      repeatUntil(until, 5000, (n) => {
        const form = n % 2 === 0 ? 'contact form' : 'quote form';
        return other.log(form, n % 2 === 0 ? contactForm : quoteForm);
      }),
      repeatUntil(until, 3000, () => other.log('sign-in', () => signIn(owner))),
    ]);
    const pages = await stopProbe();
    const samples = stopSampling();
    const restarts = restartTimes(site.log()).filter((time) => time >= began);
    // Minute 5 to 6 and the last one of ten minutes; as much of a run of another length.
    const growth = memoryGrowth(samples, { seconds, from: seconds / 2, window: seconds / 10 });
    storeFigures(
      'expensive-requests',
      { engine: site.engine, role },
      {
        ...found,
        ...{
          seconds,
          requests,
          attack: attack.figures(),
          pages,
          background: other.figures(),
        },
        errors: { ...attack.errors(), ...other.errors() },
        restarts: { all: restarts.length, maxPerMinute: maxPerMinute(restarts) },
        timeouts: { all: timeouts.length, maxPerMinute: maxPerMinute(timeouts) },
        memory: { growth, samples },
      },
    );

    expect(site.isRunning()).toBe(true);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(unexpected).toEqual([]);
    expect(Object.keys(pages.statuses)).toEqual(['200']);
    expect(pages.p99Ms).toBeLessThan(maxPageP99Ms);
    expect(growth).toBeLessThanOrEqual(maxGrowth);
    if (role === 'visitor') {
      const all = { ...attack.figures(), ...other.figures() };
      const slow = Object.entries(all).filter(([, { maxMs }]) => maxMs >= maxVisitorMs);
      expect(slow).toEqual([]);
      expect(restarts).toEqual([]);
      expect(other.errors()).toEqual({});
    } else {
      expect(maxPerMinute(restarts)).toBeLessThanOrEqual(maxRestartsPerMinute);
      expect(maxPerMinute(timeouts)).toBeLessThanOrEqual(maxRestartsPerMinute);
    }
  });
});

async function signInAttacker(): Promise<string> {
  const { status, text } = await background.signIn(attacker);
  if (status !== 200) throw new Error(`The account could not sign in: ${text}`);
  return JSON.parse(text).access_token;
}

/** A restart of the embedded database, whatever caused it. */
const restart = /^The embedded database (?:has stopped|was restarted)/;

/** Reads from the site's log when the embedded database was restarted, in milliseconds since 1970. */
function restartTimes(log: string): number[] {
  return log
    .slice(0, log.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { time: number; msg?: string })
    .filter(({ msg }) => restart.test(msg ?? ''))
    .map(({ time }) => time);
}
