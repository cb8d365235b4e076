import type { Page } from '@playwright/test';

/** Keeps back what a page asks for: `asked` once it has, `release` lets it have it after all. */
export async function holdBack(page: Page, address: string) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: asked.promise, release: () => released.resolve() };
}
