import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

type Scope = Page | Locator;

export const expectText = (scope: Scope, text: string | RegExp) =>
  expect(scope.getByText(text).first()).toBeVisible();

export const expectTitle = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

export const press = (scope: Scope, name: string | RegExp) =>
  scope.getByRole('button', { name }).click();

/** Answers the confirmation that is open. */
export const confirm = (page: Page, name: string) => press(page.getByRole('alertdialog'), name);

/** Presses a button that downloads a file, and reads that. */
export async function download(page: Page, button: string | RegExp) {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** The dialog that compares two versions of a record. */
export const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'Changed while you were editing' });
/** Both versions of one field in it. */
export const conflictField = (page: Page, label: string) =>
  conflict(page).getByRole('group', { name: label, exact: true });

/** Moves the item that the keyboard has lifted; a key that comes before the list takes arrow keys is lost, and pressed again. */
export async function moveLifted(page: Page, arrow: string, announcement: string) {
  const there = page.getByText(announcement);
  await expect(async () => {
    if ((await there.count()) === 0) await page.keyboard.press(arrow);
    await expect(there).toBeAttached({ timeout: 5000 });
  }).toPass({ timeout: 25_000 });
}
