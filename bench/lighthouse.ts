import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '#tests/support/free-port.ts';
import { findChromium } from '../scripts/browser-and-server.ts';
import { circumstances, report } from './machine.ts';
import { startSite } from './site.ts';
import { serveWithoutScripts } from './without-scripts.ts';

// Lighthouse's mobile preset on each kind of public page, beside the same page without its scripts.
//   npx node bench/lighthouse.ts [runs per page]

const runs = Number(process.argv[2] ?? 3);
const pages = {
  home: '/',
  sheds: '/sheds',
  listing: '/custom-sheds/30000000-0000-4000-8000-000000000001',
  blog: '/blog',
  post: '/blog/getting-a-shed-through-an-ontario-winter',
  contact: '/contact',
};

const found = circumstances();
const site = await startSite();
const bare = await serveWithoutScripts(site.url);
const port = await freePort();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--no-first-run'],
});
// Pictures are made on the first visit; what is measured is every visit after it.
for (const path of Object.values(pages)) await measure(site.url + path);
const figures: Record<string, object> = {};
for (const [name, path] of Object.entries(pages)) {
  const measured = await medianOf(() => measure(site.url + path));
  const withoutScripts = await medianOf(() => measure(bare.url + path));
  figures[name] = {
    ...measured,
    lcpWithoutScripts: withoutScripts.lcp,
    lcpRatio: Number((measured.lcp / withoutScripts.lcp).toFixed(2)),
  };
}
await browser.close();
bare.stop();
await site.stop();
report('lighthouse', { ...found, unit: 'ms; bytes as transferred', runs, pages: figures });

type Measured = Record<'performance' | 'lcp' | 'fcp' | 'tbt' | 'cls', number> & {
  bytes: Record<string, number>;
};

async function measure(url: string): Promise<Measured> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance'],
    disableFullPageScreenshot: true,
  });
  const { audits = {}, categories } = result?.lhr ?? {};
  const value = (id: string) => Number(audits[id]?.numericValue ?? Number.NaN);
  return {
    performance: Math.round((categories?.performance?.score ?? 0) * 100),
    lcp: Math.round(value('largest-contentful-paint')),
    fcp: Math.round(value('first-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Number(value('cumulative-layout-shift').toFixed(3)),
    bytes: bytesByKind(audits['network-requests']?.details),
  };
}

function bytesByKind(details: unknown): Record<string, number> {
  const { items = [] } = (details ?? {}) as {
    items?: { resourceType?: string; transferSize?: number }[];
  };
  const bytes: Record<string, number> = {};
  for (const { resourceType = 'Other', transferSize = 0 } of items) {
    bytes[resourceType] = (bytes[resourceType] ?? 0) + transferSize;
  }
  return bytes;
}

/** The run in the middle, by its largest contentful paint. */
async function medianOf(once: () => Promise<Measured>): Promise<Measured> {
  const measured: Measured[] = [];
  for (let run = 0; run < runs; run += 1) measured.push(await once());
  const sorted = measured.sort((one, other) => one.lcp - other.lcp);
  const middle = sorted[runs >> 1];
  if (!middle) throw new Error('Nothing was measured');
  return middle;
}
