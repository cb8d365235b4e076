import { fetchRaw, startBare } from './bare.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { startSite } from './site.ts';
import { type Load, load } from './wrk.ts';

// Cached public pages beside a bare node:http that sends the same headers and body, in turns: the
// median of each one's turns counts.
//   npx node bench/pages.ts [seconds per turn] [turns]

const seconds = Number(process.argv[2] ?? 4);
const turns = Number(process.argv[3] ?? 5);
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
  const urls = [site.url + path, bareServer.url];
  const loads: Load[][] = [[], []];
  for (const url of urls) await load(url, 1, headers);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, url] of urls.entries()) {
      loads[index]?.push(await load(url, seconds, headers));
    }
  }
  await bareServer.stop();
  const [ours, bare] = loads.map(middle);
  const ofBare =
    ours && bare && Number((ours.requestsPerSecond / bare.requestsPerSecond).toFixed(2));
  return { path, encoding, bytes: Buffer.byteLength(sample.body, 'base64'), ours, bare, ofBare };
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
