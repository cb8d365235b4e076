import type { Page } from '@playwright/test';
import type { ReceivedMail } from '#tests/support/mail-server.ts';
import { signInByForm } from './support/admin.ts';
import { serviceClient } from './support/service.ts';
import { owner } from './support/site-process.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 4'] });

const deadLink = "This link doesn't work any more";
const isLinkMail = (mail: ReceivedMail) => mail.subject === 'Set a new password';
const findLink = (mail: ReceivedMail) => /https?:\/\/\S+[#?]\S+/.exec(mail.text ?? '')?.[0] ?? '';

async function enterNew(page: Page, password: string, repeat = password) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password').fill(repeat);
  await page.getByRole('button', { name: 'Save the new password' }).click();
}

async function change(page: Page, current: string, password: string, repeat = password) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password').fill(repeat);
  await page.getByRole('button', { name: 'Change password' }).click();
}

const noOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('a forgotten password is replaced by a mailed link, and changed back on the account screen', {
  tag: '@narrow',
}, async ({ page, request, mail, site }) => {
  mail.received.length = 0;

  await test.step('Forgot password rejects a malformed e-mail', async () => {
    await page.goto('/admin/quotes');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await page.getByLabel('Email address').fill('nobody');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the message is the same for unknown accounts', async () => {
    for (const email of ['nobody@example.com', owner.email]) {
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByRole('status')).toHaveText(
        `If there is an account for ${email}, a mail with a link is on its way there. The link works once, and for an hour.`,
      );
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Use another address' }).click();
    }
  });

  const link =
    await test.step('one mail is sent, and a GET request does not use up its link', async () => {
      const received = await mail.waitFor(isLinkMail);
      expect(received.envelopeTo).toEqual([owner.email]);
      expect(mail.received.filter(isLinkMail)).toHaveLength(1);
      const url = findLink(received);
      expect(url).toMatch(new RegExp(`^${site.url}/admin/password#token_hash=`));
      expect((await request.get(url)).status()).toBe(200);
      return url;
    });

  await test.step('the new password form shows an error for each invalid input', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await expectAccessible(page);
    await enterNew(page, '12345', '1234');
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
    await expect(page.getByText('The two passwords are not the same')).toBeVisible();
    await expectAccessible(page);
    expect(await noOverflow(page)).toBe(true);
    await enterNew(page, owner.password);
    await expect(
      page.getByText('Please choose a password that is different from the old one'),
    ).toBeVisible();
  });

  await test.step('saving the new password opens the back office', async () => {
    await enterNew(page, 'battery staple');
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the admin panel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await mail.waitFor(({ subject }) => subject === 'Your password was changed');
  });

  await test.step('a used link shows an error and offers a new link', async () => {
    await page.goto(link);
    await enterNew(page, 'yet another one');
    await expect(page.getByRole('heading', { name: deadLink })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  });

  await test.step('the account screen requires the current password to change it', async () => {
    await page.goto('/admin/account');
    await expect(page.getByText(`You are signed in as ${owner.email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Please enter your current password')).toBeVisible();
    await change(page, 'a wrong one', owner.password);
    await expect(page.getByText('Your current password is not correct')).toBeVisible();
    await expect(page.getByLabel('Current password')).toBeFocused();
    await expectAccessible(page);
    await change(page, 'battery staple', 'battery staple');
    await expect(
      page.getByText('Please choose a password that is different from the old one'),
    ).toBeVisible();
    await change(page, 'battery staple', owner.password, 'something else');
    await expect(page.getByText('The two passwords are not the same')).toBeVisible();
    await change(page, 'battery staple', owner.password);
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveValue('');
    await expectAccessible(page);
    expect(await noOverflow(page)).toBe(true);
  });

  await test.step('the former password works again', async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await signInByForm(page, '/admin/account');
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  });
});

test("Supabase's standard recovery link signs in, and shows an error when used twice", {
  tag: '@wide',
}, async ({ page, mail, site }) => {
  mail.received.length = 0;
  // Without a screen to lead to, the mail leads over GET /verify, as that platform's does.
  await serviceClient(site).auth.resetPasswordForEmail(owner.email);
  const link = new URL(findLink(await mail.waitFor(isLinkMail)));
  expect(link.pathname).toBe('/auth/v1/verify');

  // Its list of addresses may name the back office only.
  link.searchParams.set('redirect_to', `${site.url}/admin`);
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/password#?$/);
  await enterNew(page, owner.password);
  await expect(
    page.getByText('Please choose a password that is different from the old one'),
  ).toBeVisible();

  link.searchParams.set('redirect_to', `${site.url}/admin/password`);
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: deadLink })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('the new password screen without a link shows the error and a link back', {
  tag: '@narrow',
}, async ({ page }) => {
  const response = await page.goto('/admin/password');
  expect(response?.headers()['x-robots-tag']).toBe('noindex, nofollow, noarchive');
  await expect(page.getByRole('heading', { name: deadLink })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('a failed recovery request shows an error', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/admin/forgot-password');
  await page.getByLabel('Email address').fill(owner.email);
  await page.route('**/auth/v1/recover*', (route) =>
    route.fulfill({
      status: 429,
      json: { error_code: 'over_email_send_rate_limit', msg: 'Email rate limit exceeded' },
    }),
  );
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Too many tries. Please wait a while and try again.',
  );
  await expectAccessible(page);
  await expect(page.getByLabel('Email address')).toHaveValue(owner.email);
});
