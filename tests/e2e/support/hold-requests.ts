import type { Page } from '@playwright/test';

/** Holds the requests of a page for a URL: `requested` resolves at the first, `release` continues them. */
export async function holdRequests(page: Page, url: string) {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  return { requested: requested.promise, release: () => released.resolve() };
}
