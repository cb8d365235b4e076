import { expect, type Page } from '@playwright/test';

/**
 * Moves the item that the keyboard has lifted, and waits for the announcement of its new position.
 *
 * The list handles arrow keys a moment after the lifting: a key before that is lost, and pressed again.
 *
 * @param announcement for screen readers, such as `a.jpg is over position 2`
 */
export async function moveLifted(page: Page, arrow: string, announcement: string) {
  const there = page.getByText(announcement);
  await expect(async () => {
    if ((await there.count()) === 0) await page.keyboard.press(arrow);
    await expect(there).toBeAttached({ timeout: 5000 });
  }).toPass({ timeout: 25_000 });
}
