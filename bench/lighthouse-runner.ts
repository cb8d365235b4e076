import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '#tests/support/free-port.ts';
import { findChromium } from '../scripts/browser-and-server.ts';
import { median } from './machine.ts';

/**
 * What Lighthouse found: performance of 100, times in ms, a layout shift, bytes as transferred by
 * kind; and its `benchmarkIndex`, how fast this processor was at that moment before it was slowed down
 * four times. Chrome's developer tools have a Pixel 5 at 1,000, and a Moto G Power of 2022 at 264
 * (CalibrationController.ts).
 */
export type LighthouseFigures = Record<
  'performance' | 'lcp' | 'fcp' | 'tbt' | 'cls' | 'benchmarkIndex',
  number
> & {
  bytes: Record<string, number>;
  /** The name of the element whose paint the LCP is. */
  lcpElement: string;
};

/**
 * What a page loads besides fonts and images, in bytes as compressed, without the headers of the
 * answers; what is inline is also part of `html`, and compressed by itself here.
 */
export type Weight = {
  html: number;
  stylesInside: number;
  scriptsInside: number;
  /** Fetched before the first interaction, without what is only prefetched. */
  scriptsBefore: number;
  scriptsPrefetched: number;
  stylesBefore: number;
  /** Fetched after it. */
  scriptsAfter: number;
  stylesAfter: number;
};

/** Starts a browser that measures pages with Lighthouse's mobile preset. */
export async function startLighthouse() {
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--no-first-run'],
  });

  async function once(url: string): Promise<LighthouseFigures> {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance'],
      disableFullPageScreenshot: true,
    });
    const { audits = {}, categories, environment } = result?.lhr ?? {};
    const value = (id: string) => Number(audits[id]?.numericValue ?? Number.NaN);
    return {
      performance: Math.round((categories?.performance?.score ?? 0) * 100),
      lcp: Math.round(value('largest-contentful-paint')),
      fcp: Math.round(value('first-contentful-paint')),
      tbt: Math.round(value('total-blocking-time')),
      cls: Number(value('cumulative-layout-shift').toFixed(3)),
      benchmarkIndex: Math.round(environment?.benchmarkIndex ?? Number.NaN),
      bytes: bytesByKind(audits['network-requests']?.details),
      lcpElement: describeElement(audits['lcp-breakdown-insight']?.details),
    };
  }

  return {
    once,
    /** Of some runs, the median of each figure, and the bytes and the element of the last. */
    async median(url: string, runs: number): Promise<LighthouseFigures> {
      const all: LighthouseFigures[] = [];
      for (let run = 0; run < runs; run += 1) all.push(await once(url));
      const middle = (name: Exclude<keyof LighthouseFigures, 'bytes' | 'lcpElement'>) =>
        median(all.map((one) => one[name]));
      return {
        performance: middle('performance'),
        lcp: middle('lcp'),
        fcp: middle('fcp'),
        tbt: middle('tbt'),
        cls: middle('cls'),
        benchmarkIndex: middle('benchmarkIndex'),
        bytes: all.at(-1)?.bytes ?? {},
        lcpElement: all.at(-1)?.lcpElement ?? '',
      };
    },
    /** Weighs a first visit, before and after a key is pressed. */
    async weigh(url: string): Promise<Weight> {
      const page = await browser.newPage();
      const loaded = () =>
        page.evaluate(() =>
          [
            ...performance.getEntriesByType('navigation'),
            ...performance.getEntriesByType('resource'),
          ].flatMap((entry) =>
            entry instanceof PerformanceResourceTiming
              ? {
                  path: new URL(entry.name).pathname,
                  bytes: entry.encodedBodySize,
                  initiator: entry.initiatorType,
                }
              : [],
          ),
        );
      const settled = async () => {
        let [previous, now] = [-1, (await loaded()).length];
        while (previous !== now) {
          await sleep(1500);
          [previous, now] = [now, (await loaded()).length];
        }
        return loaded();
      };
      const inside = async (selector: string) =>
        brotliCompressSync((await page.locator(selector).allTextContents()).join('')).length;
      await page.goto(url);
      const before = await settled();
      const stylesInside = await inside('style');
      const scriptsInside = await inside('script:not([src]):not([type])');
      await page.keyboard.press('Tab');
      const after = (await settled()).slice(before.length);
      await page.close();
      const sum = (all: typeof before, kind: RegExp) =>
        all.reduce((total, { path, bytes }) => total + (kind.test(path) ? bytes : 0), 0);
      const [script, style] = [/^\/assets\/.*\.js$/, /\.css$/];
      return {
        html: before[0]?.bytes ?? Number.NaN,
        stylesInside,
        scriptsInside,
        scriptsBefore: sum(
          before.filter(({ initiator }) => initiator !== 'link'),
          script,
        ),
        scriptsPrefetched: sum(
          before.filter(({ initiator }) => initiator === 'link'),
          script,
        ),
        stylesBefore: sum(before, style),
        // What is prefetched and then loaded has two entries.
        scriptsAfter: sum([...new Map(after.map((entry) => [entry.path, entry])).values()], script),
        stylesAfter: sum(after, style),
      };
    },
    /** A page of the same browser, for what is not measured. */
    open: (viewport: { width: number; height: number }) => browser.newPage({ viewport }),
    stop: () => browser.close(),
  };
}

function describeElement(details: unknown): string {
  const { items = [] } = (details ?? {}) as { items?: { type?: string; snippet?: string }[] };
  const { snippet = '' } = items.find(({ type }) => type === 'node') ?? {};
  return /^<(\w+)/.exec(snippet)?.[1] ?? 'unknown';
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
