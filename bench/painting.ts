import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '#tests/support/free-port.ts';
import { findChromium } from '../scripts/browser-and-server.ts';

/**
 * What Lighthouse found: performance of 100, times in ms, a layout shift, bytes as transferred by
 * kind; and its `benchmarkIndex`, how fast this processor was at that moment before it was slowed down
 * four times. Chrome's developer tools have a Pixel 5 at 1,000, and a Moto G Power of 2022 at 264
 * (CalibrationController.ts).
 */
export type Painting = Record<
  'performance' | 'lcp' | 'fcp' | 'tbt' | 'cls' | 'benchmarkIndex',
  number
> & {
  bytes: Record<string, number>;
};

/** Starts a browser that measures pages with Lighthouse's mobile preset. */
export async function startPainting() {
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--no-first-run'],
  });

  async function once(url: string): Promise<Painting> {
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
    };
  }

  return {
    once,
    /** Of some runs, the median of each figure, and the bytes of the last. */
    async median(url: string, runs: number): Promise<Painting> {
      const all: Painting[] = [];
      for (let run = 0; run < runs; run += 1) all.push(await once(url));
      const middle = (name: Exclude<keyof Painting, 'bytes'>) =>
        all.map((one) => one[name]).toSorted((one, other) => one - other)[runs >> 1] ?? Number.NaN;
      return {
        performance: middle('performance'),
        lcp: middle('lcp'),
        fcp: middle('fcp'),
        tbt: middle('tbt'),
        cls: middle('cls'),
        benchmarkIndex: middle('benchmarkIndex'),
        bytes: all.at(-1)?.bytes ?? {},
      };
    },
    stop: () => browser.close(),
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
