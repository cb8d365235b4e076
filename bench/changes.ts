import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { inboxRows } from './inbox-rows.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { noisyPicture } from './noisy-picture.ts';
import { startSite } from './site.ts';
import { load } from './wrk.ts';

// The sheds page under load: undisturbed, while a shed changes each second, while pictures are being
// converted, and while the database works on slow searches. No page may be older than a change by
// more than a second.
//   npx node bench/changes.ts [seconds per run]

const seconds = Number(process.argv[2] ?? 10);
const br = { 'accept-encoding': 'br' };
const found = circumstances({ wrk: ['wrk', '-v'] });
const site = await startSite(undefined, { API_REQUESTS_PER_MINUTE: '0' });
const service = createClient(site.url, site.secretKey, { auth: { persistSession: false } });
const page = `${site.url}/sheds`;

await load(page, 2, br);
const undisturbed = await load(page, seconds, br);
const { measured: changing, ages } = await whileChanging();
const converting = await whileConverting();
const searching = await whileSearching();
const memory = processFigures(site.pid);
await site.stop();
report('changes', {
  ...found,
  setting: 'wrk, 1 thread, 32 connections, /sheds with brotli',
  seconds,
  undisturbed,
  changing,
  ofUndisturbed: Number((changing.requestsPerSecond / undisturbed.requestsPerSecond).toFixed(2)),
  millisecondsUntilAChangeShows: ages,
  converting,
  searching,
  memory,
});

/** Changes a title each second and asks until the page shows it. */
async function whileChanging() {
  const { data } = await service.from('shed_listings').select('id').eq('is_active', true).limit(1);
  const id = data?.[0]?.id;
  const running = load(page, seconds, br);
  const until = Date.now() + seconds * 1000 - 500;
  const ages: number[] = [];
  for (let n = 1; Date.now() < until; n += 1) {
    const title = `Changed ${n}`;
    await service.from('shed_listings').update({ title }).eq('id', id).throwOnError();
    const acknowledged = performance.now();
    while (!(await (await fetch(page)).text()).includes(title)) await sleep(5);
    ages.push(Math.round(performance.now() - acknowledged));
    await sleep(1000);
  }
  return { measured: await running, ages };
}

/** Asks for pictures that are not made yet, a large one among them, all the while. */
async function whileConverting() {
  const large = await noisyPicture(7000, 7000);
  const path = `sheds/${Date.now()}-large.jpg`;
  const { error } = await service.storage
    .from('images')
    .upload(path, large, { contentType: 'image/jpeg' });
  if (error) throw error;
  const running = load(page, seconds, br);
  let made = 0;
  const pictures = [320, 480, 640, 960, 1280, 1920].map(async (width) => {
    const response = await fetch(`${site.url}/pictures/${width}/avif/${path}`);
    await response.arrayBuffer();
    if (response.ok) made += 1;
  });
  const measured = await running;
  await Promise.all(pictures);
  return { ...measured, picturesMade: made, megapixels: 49, bytes: large.length };
}

/** Counts the requests that match a pattern of many turns, one count after the other. */
async function whileSearching() {
  const rows = inboxRows(5_000);
  for (let start = 0; start < rows.length; start += 500) {
    await service
      .from('quote_requests')
      .insert(rows.slice(start, start + 500))
      .throwOnError();
  }
  const patterns = ['%a%e%i%o%u%a%e%zzz%'];
  const running = load(page, seconds, br);
  const until = Date.now() + seconds * 1000 - 500;
  const queries: number[] = [];
  while (Date.now() < until) {
    const began = performance.now();
    await service.rpc('count_quote_requests', { patterns }).throwOnError();
    queries.push(Math.round(performance.now() - began));
  }
  return { ...(await running), millisecondsOfEachQuery: queries };
}
