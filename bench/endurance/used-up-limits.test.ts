import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repeatUntil } from '#bench/load/repeat.ts';
import { createResponseLog } from '#bench/load/response-log.ts';
import { sendRequest } from '#bench/load/send-request.ts';
import { cachedPages, startPageProbe } from '#bench/load/start-page-probe.ts';

import { fetchRaw, startBare } from '../bare.ts';
import type { BareResponses } from '../bare-server.ts';
import { circumstances } from '../machine.ts';
import { type LoadedSite, startLoadedSite } from './start-loaded-site.ts';
import { storeFigures } from './store-figures.ts';
import { sendLargeQuote } from './used-up-quote.ts';

// Cached pages, undisturbed and while a quote with every limit used up is read and designs are opened. A bare
// node:http in a process of its own serves the same bytes meanwhile: what it loses is the machine's share.
//   TEST_ENGINE=server LIMITS_SECONDS=60 npm run test:endurance -- used-up-limits

const seconds = Number(process.env.LIMITS_SECONDS ?? 60);
const readers = 4;
const timeoutMs = 60_000;
/** A link may be opened 600 times an hour. */
const linksPerReader = 4;
const maxRatio = 3;

let site: LoadedSite;
let tokens: string[];
beforeAll(async () => {
  site = await startLoadedSite([], { posts: 40, rows: 200 }, async (first, publishableKey) => {
    const quote = await sendLargeQuote(first, publishableKey, readers * linksPerReader);
    ({ tokens } = quote);
    return quote.useUpLimits;
  });
}, 600_000);
afterAll(() => site?.stop());

test(`cached pages take at most ${maxRatio} times as long, beyond what a bare server loses, while a quote with every limit used up is read`, {
  timeout: 2 * seconds * 1000 + 300_000,
}, async () => {
  const found = circumstances();
  const { url } = site;
  const agent = new Agent({ keepAlive: true });
  const log = createResponseLog();
  const load = (type: string, target: string, network: string) => {
    const headers = { 'x-forwarded-for': network, 'accept-encoding': 'br' };
    return log.log(type, () =>
      sendRequest(url, { method: 'GET', target, headers }, { agent, timeoutMs }),
    );
  };
  const page = (await load('first', `/quotes/${tokens[0]}`, '192.0.2.1')).text;
  const earlier = /\?messages=[\da-f-]{36}/.exec(page)?.[0];
  expect(earlier).toBeDefined();
  const quotePaths = ['', '.data', earlier, '/quote.pdf'];
  const sizes = ['8x10', '10x12', '12x16', '10x20'];

  const warmUp = async () => {
    for (const path of cachedPages) await (await fetch(url + path)).arrayBuffer();
  };
  await warmUp();
  const paths: BareResponses['paths'] = {};
  for (const path of cachedPages) {
    paths[path] = await fetchRaw(url + path, { 'accept-encoding': 'br' });
  }
  const bare = await startBare({ paths, others: { status: 404, headers: [], body: '' } });
  const measure = async (disturb: (until: number) => Promise<unknown>) => {
    await warmUp();
    await sleep(1000);
    const probe = { paths: cachedPages, perSecond: 20 };
    const stops = [startPageProbe({ url, ...probe }), startPageProbe({ url: bare.url, ...probe })];
    await disturb(performance.now() + seconds * 1000);
    const [own, other] = await Promise.all(stops.map((stop) => stop()));
    if (!own || !other) throw new Error('Nothing was measured');
    return { own, bare: other };
  };
  const undisturbed = await measure((until) => repeatUntil(until, 1000, async () => {}));
  const disturbed = await measure((until) =>
    Promise.all([
      ...Array.from({ length: readers }, (_, reader) =>
        repeatUntil(until, 0, (n) => {
          const path = quotePaths[n % quotePaths.length] ?? '';
          const token = tokens[reader * linksPerReader + (n % linksPerReader)];
          return load(`quote${path.slice(0, 9)}`, `/quotes/${token}${path}`, `192.0.2.${reader}`);
        }),
      ),
      repeatUntil(until, 300, (n) =>
        load(
          'design',
          `/design?style=gable&size=${sizes[n % 4]}&foundation=concrete-slab`,
          '198.51.100.1',
        ),
      ),
    ]),
  );
  agent.destroy();
  await bare.stop();
  const ratio = disturbed.own.p99Ms / undisturbed.own.p99Ms;
  const bareRatio = disturbed.bare.p99Ms / undisturbed.bare.p99Ms;
  storeFigures(
    'used-up-limits',
    { engine: site.engine, role: 'visitor' },
    {
      ...found,
      ...{ seconds, undisturbed, disturbed, ratio, bareRatio },
      ...{ load: log.figures(), errors: log.errors() },
    },
  );
  expect(Object.keys(disturbed.own.statuses)).toEqual(['200']);
  expect(ratio / Math.max(1, bareRatio)).toBeLessThanOrEqual(maxRatio);
});
