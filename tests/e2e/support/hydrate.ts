import type { Page } from '@playwright/test';

/** Waits until React has hydrated all of the page, if it is one of the website's. */
export async function hydrate(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      (!document.getElementById('page') || document.documentElement.hasAttribute('data-restored')),
  );
}

/** As in a browser without WebGL, so that the designer shows images. Its 3D view takes seconds without a GPU. */
export const removeWebGl = (page: Page) =>
  page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
