import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { signIn, signInByForm } from './support/admin.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 422'] });

const codeField = (page: Page) => page.getByLabel('Code from your authenticator app');
const noOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('two-step sign-in: turned on with a code, asked for at sign-in, turned off with a code', {
  tag: '@narrow',
}, async ({ page }) => {
  await signIn(page, '/admin');
  await page.goto('/admin/account');
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await expect(section.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  expect(await noOverflow(page)).toBe(true);

  const key = await section.getByRole('code').innerText();
  const codes = new TOTP({ secret: key.replaceAll(' ', '') });
  const codeIn = (steps: number) => codes.generate({ timestamp: Date.now() + steps * 30_000 });
  await codeField(page).fill('12345');
  await codeField(page).press('Enter');
  await expect(page.getByText('Please enter the 6 digits that the app shows')).toBeVisible();
  // An app whose clock is half a minute slow; not at the very end of what is still taken.
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 5_000) await setTimeout(left);
  await codeField(page).fill(codeIn(-1));
  await codeField(page).press('Enter');
  await expect(section.getByRole('status')).toHaveText(
    'Two-step sign-in is on. Your other devices have been signed out.',
  );
  await page.reload();
  await expect(section.getByText('Two-step sign-in is on.')).toBeVisible();
  await expectAccessible(page);

  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, '/admin/account');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  expect(await noOverflow(page)).toBe(true);
  await codeField(page).fill('000000');
  await codeField(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('This code is not right');
  await expect(codeField(page)).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  const code = codeIn(0);
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();

  await section.getByRole('button', { name: 'Turn it off' }).click();
  await codeField(page).fill(codeIn(1));
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await expect(section.getByRole('status')).toHaveText('Two-step sign-in is off.');
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, '/admin/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});
