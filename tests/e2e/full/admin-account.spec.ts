import type { Page } from '@playwright/test';
import type { MailServer } from '#tests/support/mail-server.ts';
import { serviceClient } from '../support/service.ts';
import { owner } from '../support/site-process.ts';
import { expect, test } from '../support/test.ts';

/** Rare ways to a new password. */

test.use({ expectedErrors: ['status of 4'] });

const deadLink = 'This link no longer works';

async function waitForLink(mail: MailServer): Promise<string> {
  const { text } = await mail.waitFor(({ subject }) => subject === 'Set a new password');
  return /https?:\/\/\S+[#?]\S+/.exec(text ?? '')?.[0] ?? '';
}

async function enterPassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password').fill(password);
  await page.getByRole('button', { name: 'Save the new password' }).click();
}

test("Supabase's standard recovery link signs in, and shows an error when used twice", async ({
  page,
  mail,
  site,
}) => {
  mail.received.length = 0;
  // Without a screen to lead to, the mail leads over GET /verify, as that platform's does.
  await serviceClient(site).auth.resetPasswordForEmail(owner.email);
  const link = new URL(await waitForLink(mail));
  expect(link.pathname).toBe('/auth/v1/verify');

  // Its list of addresses may name the back office only.
  link.searchParams.set('redirect_to', `${site.url}/admin`);
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/password#?$/);
  await enterPassword(page, owner.password);
  await expect(
    page.getByText('Please choose a password that is different from the old one'),
  ).toBeVisible();

  link.searchParams.set('redirect_to', `${site.url}/admin/password`);
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: deadLink })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('the new password screen without a link shows the error and a link back', async ({ page }) => {
  await page.goto('/admin/password');
  await expect(page.getByRole('heading', { name: deadLink })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});
