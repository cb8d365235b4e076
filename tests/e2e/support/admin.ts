import { expect, type Page } from '@playwright/test';
import { owner } from './site-process.ts';

/** Opens an address of the back office and signs in there. */
export async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeHidden();
}
