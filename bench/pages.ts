import { request } from 'node:http';
import { type Sample, startBare, startNginx } from './baselines.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { startSite } from './site.ts';
import { load } from './wrk.ts';

// Public pages from the cache beside nginx with one worker and a bare node:http that serve the same
// bytes, one after the other in one run.  npx node bench/pages.ts [seconds per run]

const seconds = Number(process.argv[2] ?? 10);
const found = circumstances({ nginx: ['sh', '-c', 'nginx -v 2>&1'], wrk: ['wrk', '-v'] });
const site = await startSite();
const post = await firstPost(site.url);
const rows = [];
for (const path of ['/', '/sheds', post]) {
  for (const encoding of ['identity', 'br']) rows.push(await compare(path, encoding));
}
const memory = processFigures(site.pid);
await site.stop();
report('pages', { ...found, setting: 'wrk, 1 thread, 32 connections', seconds, rows, memory });

async function compare(path: string, encoding: string) {
  const headers = { 'accept-encoding': encoding };
  const sample = await fetchRaw(site.url + path, headers);
  const bare = await startBare(sample);
  const nginx = await startNginx(sample);
  await load(site.url + path, 2, headers);
  await load(bare.url, 1, headers);
  const ours = await load(site.url + path, seconds, headers);
  const ofBare = await load(bare.url, seconds, headers);
  const ofNginx = nginx && (await load(nginx.url, seconds, headers));
  await bare.stop();
  await nginx?.stop();
  const ratio = (other: { requestsPerSecond: number } | undefined) =>
    other && Number((ours.requestsPerSecond / other.requestsPerSecond).toFixed(2));
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
      const encoding = response.headers['content-encoding'];
      resolve({ headers: pairs, body: Buffer.concat(chunks), encoding });
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
