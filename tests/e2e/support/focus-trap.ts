import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Presses Tab faster than the page draws, three times around the dialog and back. */
export async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
  const controls = 'input, button, select, textarea, a[href], [tabindex="0"]';
  const count = await dialog.locator(controls).count();
  await page.evaluate(() => {
    const outside: string[] = [];
    Object.assign(window, { outside });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && !target.closest('[role=dialog]')) {
        outside.push(target.outerHTML.slice(0, 100));
      }
    });
  });
  for (const key of ['Tab', 'Shift+Tab']) {
    await Promise.all(Array.from({ length: 3 * count }, () => page.keyboard.press(key)));
    expect(await page.evaluate(() => Reflect.get(window, 'outside'))).toEqual([]);
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
}
