import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { signIn, signInByForm } from './support/admin.ts';
import { visitorClient } from './support/service.ts';
import { owner } from './support/site-process.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// 401 is the account service’s answer without MFA.
test.use({ expectedErrors: ['status of 401', 'status of 422'] });

const codeField = (page: Page) => page.getByLabel('Code from your authenticator app');
const noOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('two-step sign-in is turned on with a code, required at sign-in and turned off with a code', {
  tag: '@narrow',
}, async ({ page, site, mail }) => {
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

  await test.step('a recovery link requires the code before it sets a password', async () => {
    const client = visitorClient(site);
    await client.auth.signInWithPassword(owner);
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
    const secondCodes = new TOTP({ secret: factor?.totp.secret ?? '' });
    const verify = async (steps: number) => {
      const code = secondCodes.generate({ timestamp: Date.now() + steps * 30_000 });
      const { error } = await client.auth.mfa.challengeAndVerify({
        factorId: factor?.id ?? '',
        code,
      });
      expect(error).toBeNull();
    };
    const rest = 30_000 - (Date.now() % 30_000);
    if (rest < 5_000) await setTimeout(rest);
    await verify(-1);
    mail.received.length = 0;
    await client.auth.resetPasswordForEmail(owner.email, {
      redirectTo: `${site.url}/admin/password`,
    });
    const { text } = await mail.waitFor(({ subject }) => subject === 'Set a new password');
    await page.goto(/https?:\/\/\S+#\S+/.exec(text ?? '')?.[0] ?? '');
    const password = 'a password by mail';
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Repeat the new password').fill(password);
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(codeField(page)).toBeFocused();
    await expectAccessible(page);
    await codeField(page).fill(secondCodes.generate());
    await codeField(page).press('Enter');
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();

    await client.auth.signInWithPassword({ email: owner.email, password });
    await verify(1);
    await client.auth.updateUser({ password: owner.password, current_password: password });
    expect((await client.auth.mfa.unenroll({ factorId: factor?.id ?? '' })).error).toBeNull();
    expect((await client.auth.signInWithPassword(owner)).error).toBeNull();
  });
});
