import { existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { draftWritten } from '../support/forms.ts';
import { hydrate } from '../support/hydrate.ts';
import { expect, test } from '../support/test.ts';

test.use({ reducedMotion: 'no-preference' });

/** A browser with a back/forward cache, which the headless shell has not. */
const wholeBrowser = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && !path.includes('headless') && existsSync(path));

test('a public page is restored from the back/forward cache, before and after hydration', {
  tag: '@narrow',
}, async ({ site }) => {
  test.skip(!wholeBrowser, 'needs a whole Chromium');
  const browser = await chromium.launch({
    ...(wholeBrowser ? { executablePath: wholeBrowser } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.shown = persisted ? 'kept' : 'anew';
      });
    });
    await page.goto(site.url);
    await leaveAndReturn(page, '/', 0);
    await page.goto(`${site.url}/contact`);
    await hydrate(page);
    await page.getByLabel(/^Message/).fill('Half a sentence');
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
    await draftWritten(page, 'draft:contact:', 'Half a sentence');
    await leaveAndReturn(page, '/contact', 400);
    await expect(page.getByLabel(/^Message/)).toHaveValue('Half a sentence');
    await page.goto(`${site.url}/design?style=gable&size=10x12`);
    await hydrate(page);
    const view = page.getByRole('slider', { name: 'View of the 10x12 Gable' });
    await view.press('ArrowRight');
    const turned = await view.getAttribute('aria-valuenow');
    await leaveAndReturn(page, '/design', 0);
    await expect(view).toHaveAttribute('aria-valuenow', turned ?? '');
  } finally {
    await browser.close();
  }
});

/** Navigates to another page and back, and expects the page from the cache at its scroll position. */
async function leaveAndReturn(page: Page, path: string, top: number) {
  const html = page.locator('html');
  await page.evaluate((to) => {
    if (to > 0) scrollTo({ top: to, behavior: 'instant' });
    document.documentElement.dataset.visit = 'first';
  }, top);
  await expect(html).toHaveAttribute('data-shown', 'anew');
  await page.goto(new URL('/blog', page.url()).href);
  await expect(html).not.toHaveAttribute('data-visit');
  await page.evaluate(() => history.back());
  await expect(html).toHaveAttribute('data-visit', 'first');
  await expect(html).toHaveAttribute('data-shown', 'kept');
  expect(new URL(page.url()).pathname).toBe(path);
  expect(await page.evaluate(() => scrollY)).toBe(top);
}
