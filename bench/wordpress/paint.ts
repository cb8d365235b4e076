import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '#tests/support/free-port.ts';
import { findChromium } from '../../scripts/browser-and-server.ts';

/** Lighthouse's mobile preset in one browser: performance of 100, and the largest paint in ms. */
export type Paint = { performance: number; lcp: number };

/** Starts a browser; `paintOf` gives the run with the median of the largest paints. */
export async function startPainting(runs: number) {
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
  const once = async (url: string): Promise<Paint> => {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance'],
      disableFullPageScreenshot: true,
    });
    const { audits = {}, categories } = result?.lhr ?? {};
    return {
      performance: Math.round((categories?.performance?.score ?? 0) * 100),
      lcp: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
    };
  };
  return {
    paintOf: async (url: string): Promise<Paint> => {
      // Pictures are made on the first visit; what is measured is every visit after it.
      await once(url);
      const paints: Paint[] = [];
      for (let run = 0; run < runs; run += 1) paints.push(await once(url));
      const middle = paints.toSorted((one, other) => one.lcp - other.lcp)[runs >> 1];
      if (!middle) throw new Error('Nothing was measured');
      return middle;
    },
    stop: () => browser.close(),
  };
}
