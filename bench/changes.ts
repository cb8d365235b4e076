import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { imageWidths } from '#app/lib/image-url.ts';
import { circumstances, median, processFigures, report } from './machine.ts';
import { createNoisyImage } from './noisy-image.ts';
import { createQuoteRequests, insertRows } from './rows.ts';
import { invalidatePages, isConverted, startSite, visit } from './site.ts';
import { load } from './wrk.ts';

// Three pages cold, and under load: undisturbed, while a shed changes each second, while images are
// converted, and while the database runs slow searches. A change must show within a second.
//   npx node bench/changes.ts [seconds per run]

const seconds = Number(process.argv[2] ?? 10);
const br = { 'accept-encoding': 'br' };
const found = circumstances({ wrk: ['wrk', '-v'] });
const site = await startSite(undefined, { API_REQUESTS_PER_MINUTE: '0' });
const service = createClient(site.url, site.secretKey, { auth: { persistSession: false } });
const sheds = `${site.url}/sheds`;
const urls = {
  home: `${site.url}/`,
  sheds,
  post: `${site.url}/blog/getting-a-shed-through-an-ontario-winter`,
};

const pages: Record<string, object> = {};
for (const [name, url] of Object.entries(urls)) {
  const cold = await whenCold(url);
  await load(url, 2, br);
  const undisturbed = await load(url, seconds, br);
  const { measured: changing, ...shown } = await whileChanging(url);
  const part = changing.requestsPerSecond / undisturbed.requestsPerSecond;
  pages[name] = { cold, undisturbed, changing, ofUndisturbed: Number(part.toFixed(2)), ...shown };
}
const converting: Record<string, object> = {};
for (const [name, url] of Object.entries(urls)) {
  converting[name] = await whileConverting(url);
}
await addRequests(20_000);
const searching: Record<string, object> = {};
for (const [name, url] of Object.entries(urls)) {
  searching[name] = await whileSearching(url);
}
const memory = processFigures(site.pid);
await site.stop();
report('changes', {
  ...found,
  setting:
    'wrk, 1 thread, 32 connections, with brotli; cold: ms until all visitors have it, median',
  seconds,
  pages,
  converting,
  searching,
  memory,
});

/** Requests a page that a change has just invalidated: one visitor, and 32 at once. */
async function whenCold(url: string, rounds = 20) {
  const measureLast = async (visitors: number) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await invalidatePages(service);
      const began = performance.now();
      await Promise.all(Array.from({ length: visitors }, () => visit(url)));
      times.push(performance.now() - began);
    }
    return Number(median(times).toFixed(1));
  };
  return { oneVisitor: await measureLast(1), thirtyTwoVisitors: await measureLast(32) };
}

/**
 * Loads a page while a title changes each second: how long until the page of sheds shows it, and how
 * often that page was an older one again before the next change.
 */
async function whileChanging(url: string) {
  const { data } = await service.from('shed_listings').select('id').eq('is_active', true).limit(1);
  const id = data?.[0]?.id;
  const running = load(url, seconds, br);
  const until = Date.now() + seconds * 1000 - 500;
  const millisecondsUntilAChangeShows: number[] = [];
  let olderAgain = 0;
  for (let n = 1; Date.now() < until; n += 1) {
    const title = `Changed ${n}`;
    await service.from('shed_listings').update({ title }).eq('id', id).throwOnError();
    const shows = async () => (await (await fetch(sheds)).text()).includes(title);
    const acknowledged = performance.now();
    while (!(await shows())) await sleep(5);
    millisecondsUntilAChangeShows.push(Math.round(performance.now() - acknowledged));
    for (let poll = 0; poll < 20; poll += 1) {
      await sleep(50);
      if (!(await shows())) olderAgain += 1;
    }
  }
  return { measured: await running, millisecondsUntilAChangeShows, olderAgain };
}

/** Loads a page while new sizes of large images are requested, two at a time. */
async function whileConverting(url: string) {
  const large = await createNoisyImage(7000, 7000);
  const waiting: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const path = `sheds/${Date.now()}-large.jpg`;
    const { error } = await service.storage
      .from('images')
      .upload(path, large, { contentType: 'image/jpeg' });
    if (error) throw error;
    waiting.push(...imageWidths.map((width) => `${site.url}/pictures/${width}/avif/${path}`));
  }
  const running = load(url, seconds, br);
  const until = Date.now() + seconds * 1000;
  let made = 0;
  const lane = async () => {
    while (Date.now() < until) {
      const picture = waiting.shift();
      if (!picture) throw new Error('All pictures were made before the load had ended');
      while (Date.now() < until && !(await isConverted(picture))) await sleep(100);
      made += 1;
    }
  };
  const [measured] = await Promise.all([running, lane(), lane()]);
  return { ...measured, picturesMade: made, megapixels: 49, bytes: large.length };
}

async function addRequests(count: number) {
  await insertRows(service, 'quote_requests', createQuoteRequests(count));
  // The work that new rows cause ends before the searches are measured.
  await load(sheds, 2, br);
}

/** Loads a page while searches with a slow pattern are counted one after the other. */
async function whileSearching(url: string) {
  const patterns = ['%a%e%i%o%u%a%e%zzz%'];
  const running = load(url, seconds, br);
  const until = Date.now() + seconds * 1000 - 500;
  const queries: number[] = [];
  while (Date.now() < until) {
    const began = performance.now();
    await service.rpc('count_quote_requests', { patterns }).throwOnError();
    queries.push(Math.round(performance.now() - began));
  }
  return { ...(await running), queryMilliseconds: queries };
}
