import { expect, type Locator, type Page } from '@playwright/test';

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
