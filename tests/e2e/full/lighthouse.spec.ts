import { type Browser, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '#tests/support/free-port.ts';
import { findChromium } from '../../../scripts/browser-and-server.ts';
import { expect, test } from '../support/test.ts';

/** Lighthouse as on a phone, without performance, which bench/ measures. */

const categories = ['accessibility', 'best-practices', 'seo'];

const pages = [
  '/',
  '/sheds',
  '/custom-sheds/30000000-0000-4000-8000-000000000001',
  '/blog',
  '/blog/getting-a-shed-through-an-ontario-winter',
  '/contact',
];

let port: number;
let browser: Browser;
test.beforeAll(async () => {
  port = await freePort();
  const executablePath = findChromium();
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
});
test.afterAll(() => browser.close());

for (const path of pages) {
  test(`${path} scores 100 for accessibility, best practices and SEO`, async ({ site }) => {
    const result = await lighthouse(site.url + path, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
      disableFullPageScreenshot: true,
      // Nothing slows the connection down, and no speed is worked out: each other way waits five
      // times as long for a page that may go on loading.
      throttlingMethod: 'simulate',
      pauseAfterFcpMs: 0,
      pauseAfterLoadMs: 0,
      // A page asks for nothing more until it is touched; how busy the processor is says nothing here.
      networkQuietThresholdMs: 250,
      cpuQuietThresholdMs: 0,
    });
    const audits = result?.lhr.audits ?? {};
    for (const category of categories) {
      const { score, auditRefs = [] } = result?.lhr.categories[category] ?? {};
      const failed = auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details)?.slice(0, 600)}`);
      expect(failed, category).toEqual([]);
      expect(score, category).toBe(1);
    }
  });
}
