import { prefetchDelayMs, runDelayMs } from '#server/hydration/bootstrap-hydration.ts';
import { hydrate } from '../support/hydrate.ts';
import { expect, test } from '../support/test.ts';

/** What pages load ahead, and how they replace one another. */

test('a loaded page prefetches its scripts and does not run them', async ({ page }) => {
  await page.goto('/');
  await expect.poll(() => page.locator('link[rel=prefetch]').count()).toBeGreaterThan(5);
  const isHydrated = await page.evaluate(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  expect(isHydrated).toBe(false);
});

test('a page prefetches nothing if the browser sends Save-Data', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/');
  // Until scripts would have been prefetched.
  await page.evaluate(
    (delay) => new Promise((resolve) => setTimeout(resolve, delay)),
    prefetchDelayMs + 300,
  );
  await expect(page.locator('link[rel=prefetch]')).toHaveCount(0);
  await hydrate(page);
});

test('the browser prefetches the page that the visitor points at', async ({ page }) => {
  const fetched: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Preload.enable');
  devtools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => {
    fetched.push(new URL(prefetchUrl).pathname);
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).hover();
  await expect.poll(() => fetched).toContain('/blog');
  expect(fetched.filter((path) => path !== '/blog')).toEqual([]);
});

test('pages replace one another with a transition, also those of the back office', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      const shown = viewTransition ? viewTransition.finished.then(() => 'softly') : 'at once';
      Promise.resolve(shown).then((how) => {
        document.documentElement.dataset.revealed = how;
      });
    });
  });
  const html = page.locator('html');
  await page.goto('/');
  for (const path of ['/sheds', '/blog', '/admin']) {
    await page.evaluate((to) => location.assign(to), path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(html).toHaveAttribute('data-revealed', 'softly');
  }
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/blog$/);
  await expect(html).toHaveAttribute('data-revealed', 'softly');
  await page.reload();
  await expect(html).toHaveAttribute('data-revealed', 'at once');
});

test('a click without a pointer event, as by voice control, hydrates the page', async ({
  page,
}) => {
  // The delay after which scripts run otherwise never ends.
  await page.addInitScript((runDelay) => {
    const original = window.setTimeout;
    const timer = (work: TimerHandler, wait?: number, ...rest: unknown[]) =>
      wait === runDelay ? 0 : original(work, wait, ...rest);
    window.setTimeout = timer as typeof window.setTimeout;
  }, runDelayMs);
  await page.goto('/');
  await page.mouse.move(5, 300);
  await page.mouse.move(9, 320);
  await expect(page.locator('link[rel="modulepreload"]').first()).toBeAttached();
  await expect(page.locator('script[type="module"][src]')).toHaveCount(0);
  await page
    .locator('main a', { hasText: /quote/i })
    .first()
    .evaluate((element: HTMLElement) => element.click());
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
});
