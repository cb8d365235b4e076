import { expect, type Page } from '@playwright/test';

/**
 * Moves what the keyboard has lifted, and waits until it is told where it is now.
 *
 * The list listens to the arrows a moment after the lifting, and measures its places in the frames after
 * it: a key before that is lost, so that it is pressed again where nothing was told of.
 *
 * @param told what a screen reader is told then, as `a.jpg is over position 2`
 */
export async function moveLifted(page: Page, arrow: string, told: string) {
  const there = page.getByText(told);
  await expect(async () => {
    if ((await there.count()) === 0) await page.keyboard.press(arrow);
    await expect(there).toBeAttached({ timeout: 5000 });
  }).toPass({ timeout: 25_000 });
}
