import { fetchRaw, startBare } from './bare.ts';
import { circumstances, median, processFigures, readProcessorMs, report } from './machine.ts';
import { startSite } from './site.ts';
import { type Load, load } from './wrk.ts';

// Cached public pages beside a bare node:http that sends the same headers and body, in turns: the
// median of each one's turns counts. And what counting views costs: a browser's requests beside the same
// ones with DNT, which are not counted. Their processor time is compared, too: other work on the machine
// changes it less than requests a second.
//   npx node bench/pages.ts [seconds per turn] [turns]

const seconds = Number(process.argv[2] ?? 4);
const turns = Number(process.argv[3] ?? 5);
const browser = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
};
const found = circumstances({ wrk: ['wrk', '-v'] });
const site = await startSite();
const post = await firstPost(site.url);
const rows = [];
for (const path of ['/', '/sheds', post]) {
  for (const encoding of ['identity', 'br']) rows.push(await compare(path, encoding));
}
const memory = processFigures(site.pid);
await site.stop();
report('pages', {
  ...found,
  setting: 'wrk, 1 thread, 32 connections',
  seconds,
  turns,
  rows,
  memory,
});

async function compare(path: string, encoding: string) {
  const headers = { 'accept-encoding': encoding };
  const sample = await fetchRaw(site.url + path, headers);
  const bareServer = await startBare({ paths: {}, others: sample });
  const targets = {
    ours: { url: site.url + path, headers },
    bare: { url: bareServer.url, headers },
    counted: { url: site.url + path, headers: { ...headers, ...browser, dnt: '0' } },
    uncounted: { url: site.url + path, headers: { ...headers, ...browser, dnt: '1' } },
  };
  const names = Object.keys(targets) as (keyof typeof targets)[];
  const loads = { ours: [], bare: [], counted: [], uncounted: [] } as Record<string, Load[]>;
  const processor = { ours: [], bare: [], counted: [], uncounted: [] } as Record<string, number[]>;
  for (const { url, headers } of Object.values(targets)) await load(url, 1, headers);
  for (let turn = 0; turn < turns; turn += 1) {
    // Each second turn in reverse, so that none always comes first.
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const began = readProcessorMs(site.pid);
      const measured = await load(targets[name].url, seconds, targets[name].headers);
      loads[name]?.push(measured);
      processor[name]?.push((1000 * (readProcessorMs(site.pid) - began)) / measured.requests);
    }
  }
  await bareServer.stop();
  const { ours, bare, counted, uncounted } = Object.fromEntries(
    Object.entries(loads).map(([name, all]) => [name, middle(all)]),
  );
  return {
    ...{ path, encoding, bytes: Buffer.byteLength(sample.body, 'base64') },
    ...{ ours, bare, ofBare: divide(ours, bare, 2) },
    ...{ counted, uncounted, ofUncounted: divide(counted, uncounted, 3) },
    processorMicroseconds: {
      counted: Number(median(processor.counted ?? []).toFixed(1)),
      uncounted: Number(median(processor.uncounted ?? []).toFixed(1)),
    },
  };
}

function divide(one: Load | undefined, other: Load | undefined, digits: number) {
  return one && other && Number((one.requestsPerSecond / other.requestsPerSecond).toFixed(digits));
}

/** The turn with the median of requests per second. */
function middle(loads: Load[]): Load | undefined {
  return loads.toSorted((one, other) => one.requestsPerSecond - other.requestsPerSecond)[
    loads.length >> 1
  ];
}

async function firstPost(url: string): Promise<string> {
  const html = await (await fetch(`${url}/blog`)).text();
  const [, path] = /href="(\/blog\/[a-z0-9-]+)"/.exec(html) ?? [];
  if (!path) throw new Error('The blog has no post');
  return path;
}
