import { expect, type Locator, type Page } from '@playwright/test';

/** Holds the requests of a page for a URL until `release` is called. */
export async function holdRequests(page: Page, url: string) {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await route.continue();
  });
  return { release: () => released.resolve() };
}

/** Answers requests of a method to a table with 503 from now on; `page.unrouteAll()` ends it. */
export const failRequests = (page: Page, method: string, table: string) =>
  page.route(`**/rest/v1/${table}*`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          json: { code: '53100', message: 'disk full', details: null, hint: null },
        })
      : route.fallback(),
  );

/**
 * Waits for what is shown once supabase-js has given up, and skips the delays between its retries.
 * The test has called `page.clock.install()` before.
 */
export async function expectAfterRetries(page: Page, outcome: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(outcome).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
}
