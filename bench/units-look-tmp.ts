import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/browser-and-server.ts';
import { startSite } from './site.ts';
const site = await startSite();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--use-gl=swiftshader'] });
try {
  for (const width of [390, 1440]) {
    for (const units of ['', '&units=metric']) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, javaScriptEnabled: true });
      await page.goto(`${site.url}/design?style=gable&size=10x12&height=96&back=window-24x36.48&front=double-door-60.30${units}`);
      await page.waitForTimeout(1500);
      const details = page.locator('section[aria-labelledby="drawings"]');
      await details.scrollIntoViewIfNeeded();
      await page.waitForTimeout(800);
      await details.screenshot({ path: `/tmp/units-drawings-${width}${units ? '-m' : ''}.png` });
      const price = page.locator('section[aria-labelledby="design-price"]');
      await price.screenshot({ path: `/tmp/units-price-${width}${units ? '-m' : ''}.png` });
      const hints = page.locator('section[aria-labelledby="fit-hints"]');
      if (await hints.count()) await hints.screenshot({ path: `/tmp/units-hints-${width}${units ? '-m' : ''}.png` });
      const form = page.locator('form#design-form');
      await form.screenshot({ path: `/tmp/units-form-${width}${units ? '-m' : ''}.png` });
      console.log(width, units, await page.evaluate(() => document.documentElement.scrollWidth));
      await page.close();
    }
  }
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  await page.goto(`${site.url}/quote-request?design=${encodeURIComponent('style=porch&size=12x20&units=metric')}`);
  await page.screenshot({ path: '/tmp/units-request.png' });
} finally {
  await browser.close();
  await site.stop();
}
