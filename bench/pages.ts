import { request } from 'node:http';
import { type Sample, startBare, startNginx } from './baselines.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { startSite } from './site.ts';
import { type Load, load } from './wrk.ts';

// Public pages from the cache beside nginx with one worker and a bare node:http that send the same
// head and body, in turns: the median of each one's turns counts.
//   npx node bench/pages.ts [seconds per turn] [turns]

const seconds = Number(process.argv[2] ?? 4);
const turns = Number(process.argv[3] ?? 5);
const found = circumstances({ nginx: ['sh', '-c', 'nginx -v 2>&1'], wrk: ['wrk', '-v'] });
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
  const bare = await startBare(sample);
  const nginx = await startNginx(sample);
  const all = [
    { url: site.url + path, loads: [] as Load[] },
    { url: bare.url, loads: [] as Load[] },
    ...(nginx ? [{ url: nginx.url, loads: [] as Load[] }] : []),
  ];
  for (const { url } of all) await load(url, 1, headers);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { url, loads } of all) loads.push(await load(url, seconds, headers));
  }
  await bare.stop();
  await nginx?.stop();
  const [ours, ofBare, ofNginx] = all.map(({ loads }) => middle(loads));
  const ratio = (other: Load | undefined) =>
    ours && other && Number((ours.requestsPerSecond / other.requestsPerSecond).toFixed(2));
  return {
    path,
    encoding,
    bytes: sample.body.length,
    ours,
    bare: ofBare,
    nginx: ofNginx,
    ofBare: ratio(ofBare),
    ofNginx: ratio(ofNginx),
  };
}

/** The turn with the median of requests per second. */
function middle(loads: Load[]): Load | undefined {
  return loads.toSorted((one, other) => one.requestsPerSecond - other.requestsPerSecond)[
    loads.length >> 1
  ];
}

/** The answer with its headers as they are sent, but for those that node:http adds itself. */
function fetchRaw(url: string, headers: Record<string, string>): Promise<Sample> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const own = new Set(['date', 'connection', 'keep-alive']);
      const pairs = response.rawHeaders.filter(
        (_text, index, all) => !own.has(String(all[index - (index % 2)]).toLowerCase()),
      );
      resolve({ headers: pairs, body: Buffer.concat(chunks) });
    })
      .on('error', reject)
      .end();
  });
}

async function firstPost(url: string): Promise<string> {
  const html = await (await fetch(`${url}/blog`)).text();
  const [, path] = /href="(\/blog\/[a-z0-9-]+)"/.exec(html) ?? [];
  if (!path) throw new Error('The blog has no post');
  return path;
}
