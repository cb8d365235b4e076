import type { Page } from '@playwright/test';

/** Does what wakes a public page up, and waits until React has taken over. */
export async function awake(page: Page): Promise<void> {
  await page.mouse.move(3, 3);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}
