import { expect, type Page } from '@playwright/test';

/** Presses a button of a row or card, which a phone has in the row's menu. */
export async function pressRowAction(page: Page, label: string, what: string): Promise<void> {
  const direct = page.getByRole('button', { name: `${label}: ${what}`, exact: true });
  const more = page.getByRole('button', { name: `More: ${what}`, exact: true });
  await expect(direct.or(more).first()).toBeVisible();
  if (await direct.isVisible()) return direct.click();
  await more.click();
  const menu = page.getByRole('dialog', { name: what, exact: true });
  await menu.getByRole('button', { name: label, exact: true }).click();
  await expect(menu).toBeHidden();
}
