import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { pictureWidths } from '#app/domain/content/image-url.ts';
import { inboxRows } from './inbox-rows.ts';
import { insertRows } from './insert-rows.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { median } from './median.ts';
import { noisyPicture } from './noisy-picture.ts';
import { startSite } from './site.ts';
import { dropPages, visit } from './visits.ts';
import { load } from './wrk.ts';

// Three pages cold, and under load: undisturbed, while a shed changes each second, while pictures are being
// converted, and while the database works on slow searches. No page may be older than a change by more
// than a second.
//   npx node bench/changes.ts [seconds per run]

const seconds = Number(process.argv[2] ?? 10);
const br = { 'accept-encoding': 'br' };
const found = circumstances({ wrk: ['wrk', '-v'] });
const site = await startSite(undefined, { API_REQUESTS_PER_MINUTE: '0' });
const service = createClient(site.url, site.secretKey, { auth: { persistSession: false } });
const sheds = `${site.url}/sheds`;
const addresses = {
  home: `${site.url}/`,
  sheds,
  post: `${site.url}/blog/getting-a-shed-through-an-ontario-winter`,
};

const pages: Record<string, object> = {};
for (const [name, address] of Object.entries(addresses)) {
  const cold = await whenCold(address);
  await load(address, 2, br);
  const undisturbed = await load(address, seconds, br);
  const { measured: changing, ...shown } = await whileChanging(address);
  const part = changing.requestsPerSecond / undisturbed.requestsPerSecond;
  pages[name] = { cold, undisturbed, changing, ofUndisturbed: Number(part.toFixed(2)), ...shown };
}
const converting: Record<string, object> = {};
for (const [name, address] of Object.entries(addresses)) {
  converting[name] = await whileConverting(address);
}
await addRequests(20_000);
const searching: Record<string, object> = {};
for (const [name, address] of Object.entries(addresses)) {
  searching[name] = await whileSearching(address);
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

/** Asks for a page that a change of what it shows has just dropped: one visitor, and 32 at once. */
async function whenCold(address: string, rounds = 20) {
  const untilAllHaveIt = async (visitors: number) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await dropPages(service);
      const asked = performance.now();
      await Promise.all(Array.from({ length: visitors }, () => visit(address)));
      times.push(performance.now() - asked);
    }
    return Number(median(times).toFixed(1));
  };
  return { oneVisitor: await untilAllHaveIt(1), thirtyTwoVisitors: await untilAllHaveIt(32) };
}

/**
 * Loads a page while a title changes each second: how long until the page of sheds shows it, and how
 * often that page was an older one again before the next change.
 */
async function whileChanging(address: string) {
  const { data } = await service.from('shed_listings').select('id').eq('is_active', true).limit(1);
  const id = data?.[0]?.id;
  const running = load(address, seconds, br);
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
    for (let look = 0; look < 20; look += 1) {
      await sleep(50);
      if (!(await shows())) olderAgain += 1;
    }
  }
  return { measured: await running, millisecondsUntilAChangeShows, olderAgain };
}

/** Asks for sizes of large pictures that are not made yet, two at a time, all the while. */
async function whileConverting(address: string) {
  const large = await noisyPicture(7000, 7000);
  const waiting: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const path = `sheds/${Date.now()}-large.jpg`;
    const { error } = await service.storage
      .from('images')
      .upload(path, large, { contentType: 'image/jpeg' });
    if (error) throw error;
    waiting.push(...pictureWidths.map((width) => `${site.url}/pictures/${width}/avif/${path}`));
  }
  const running = load(address, seconds, br);
  const until = Date.now() + seconds * 1000;
  let made = 0;
  const lane = async () => {
    while (Date.now() < until) {
      const picture = waiting.shift();
      if (!picture) throw new Error('All pictures were made before the load had ended');
      await visit(picture);
      made += 1;
    }
  };
  const [measured] = await Promise.all([running, lane(), lane()]);
  return { ...measured, picturesMade: made, megapixels: 49, bytes: large.length };
}

async function addRequests(count: number) {
  await insertRows(service, 'quote_requests', inboxRows(count));
  // What so many new rows leave to do is over before the searches are measured.
  await load(sheds, 2, br);
}

/** Counts the requests that match a pattern of many turns, one count after the other. */
async function whileSearching(address: string) {
  const patterns = ['%a%e%i%o%u%a%e%zzz%'];
  const running = load(address, seconds, br);
  const until = Date.now() + seconds * 1000 - 500;
  const queries: number[] = [];
  while (Date.now() < until) {
    const began = performance.now();
    await service.rpc('count_quote_requests', { patterns }).throwOnError();
    queries.push(Math.round(performance.now() - began));
  }
  return { ...(await running), millisecondsOfEachQuery: queries };
}
