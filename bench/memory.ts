import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { circumstances, processFigures, report } from './machine.ts';
import { createNoisyImage } from './noisy-image.ts';
import { isConverted, startSite } from './site.ts';

// Resident memory of the site on the embedded database with existing data: after the start, during
// and after paced load, after image conversions and after ten photographs of 49 megapixels.
//   npx node bench/memory.ts [seconds of load] [conversions]

const seconds = Number(process.argv[2] ?? 600);
const conversions = Number(process.argv[3] ?? 200);
const perSecond = 40;
const settled = 15_000;

const found = circumstances();
const directory = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
await (await startSite(directory)).stop();
const site = await startSite(directory, { API_REQUESTS_PER_MINUTE: '0' });
const service = createClient(site.url, site.secretKey, { auth: { persistSession: false } });
const resident = () => processFigures(site.pid).residentMB;

await sleep(settled);
const afterStart = resident();
const during: number[] = [];
const answered = await loadFor(seconds);
await sleep(settled);
const afterLoad = resident();
const small = await convert(conversions, 1200, 900);
await sleep(settled);
const afterConversions = resident();
const large = await convert(10, 7000, 7000);
await sleep(settled);
const afterLarge = resident();
const { peakMB } = processFigures(site.pid);
await site.stop();
rmSync(directory, { recursive: true, force: true });
report('memory', {
  ...found,
  unit: 'MB resident, of the site and of the process that converts images',
  load: { seconds, requestsPerSecond: perSecond, ...answered },
  afterStart,
  duringLoad: during,
  afterLoad,
  afterConversions: { conversions, ...small, residentMB: afterConversions },
  afterLargeImages: { images: 10, megapixels: 49, ...large, residentMB: afterLarge },
  peakMB,
  most: Math.max(afterStart, afterLoad, afterConversions, afterLarge),
  ofAfterStart: Number((afterLarge / afterStart).toFixed(2)),
});

/** Pages, their data, calls of the table interface, pictures and new messages, at a steady pace. */
async function loadFor(duration: number) {
  const addresses = ['/', '/sheds', '/blog', '/contact', '/sheds?material=Wood', '/sheds.data'];
  const { data: sheds } = await service
    .from('shed_listings')
    .select('id')
    .eq('is_active', true)
    .throwOnError();
  addresses.push(...sheds.map(({ id }) => `/custom-sheds/${id}`), '/nowhere', '/sitemap.xml');
  const until = performance.now() + duration * 1000;
  const began = performance.now();
  const open = new Set<Promise<void>>();
  let failed = 0;
  let sent = 0;
  let sampleAt = began;
  while (performance.now() < until) {
    const path = addresses[sent % addresses.length] ?? '/';
    const call = ask(path, sent).then(
      (ok) => {
        if (!ok) failed += 1;
      },
      () => {
        failed += 1;
      },
    );
    open.add(call);
    void call.finally(() => open.delete(call));
    sent += 1;
    if (performance.now() > sampleAt) {
      during.push(resident());
      sampleAt += (duration * 1000) / 10;
    }
    await sleep(Math.max(0, began + (sent * 1000) / perSecond - performance.now()));
    if (open.size > 200) await Promise.race(open);
  }
  await Promise.all(open);
  return { sent, failed };
}

async function ask(path: string, n: number): Promise<boolean> {
  if (n % 10 === 5) {
    const row = {
      name: 'Anna',
      email: `anna.${n}@example.com`,
      subject: 'Shed',
      message: 'A question of ten',
    };
    const { error } = await service.from('contact_submissions').insert(row);
    return !error;
  }
  if (n % 10 === 7) {
    const { error } = await service.from('shed_listings').select('*').limit(24);
    return !error;
  }
  const response = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
  await response.arrayBuffer();
  return response.ok || path === '/nowhere';
}

/** Uploads images and requests new sizes; measures the peak of the image process, too. */
async function convert(count: number, width: number, height: number) {
  let made = 0;
  let converterPeakMB = 0;
  for (let n = 0; made < count; n += 1) {
    const path = `sheds/${Date.now()}-${n}.jpg`;
    const { error } = await service.storage
      .from('images')
      .upload(path, await createNoisyImage(width, height), { contentType: 'image/jpeg' });
    if (error) throw error;
    for (const size of ['320/webp', '640/webp', '960/webp', '960/avif', '1280/jpeg']) {
      while (!(await isConverted(`${site.url}/pictures/${size}/${path}`))) {
        converterPeakMB = Math.max(converterPeakMB, converter());
        await sleep(50);
      }
      made += 1;
      converterPeakMB = Math.max(converterPeakMB, converter());
    }
  }
  return { converterPeakMB };
}

function converter(): number {
  const listed = execFileSync('ps', ['-o', 'rss=', '--ppid', String(site.pid)], {
    encoding: 'utf8',
  });
  return Math.round(Math.max(0, ...listed.trim().split(/\s+/).map(Number)) / 1024);
}
