import type { Page } from '@playwright/test';
import { signInByForm } from './support/admin.ts';
import { sendQuote } from './support/enquiries.ts';
import { holdRequests } from './support/hold-requests.ts';
import { expectAfterRetries } from './support/retries.ts';
import { serviceClient } from './support/service.ts';
import { owner } from './support/site-process.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 4', 'net::ERR_FAILED', 'Could not'] });

const inside = 'noindex, nofollow, noarchive';
const robots = (page: Page) =>
  page
    .locator('meta[name=robots]')
    .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')));

async function enter(page: Page) {
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a spinner is shown while the session loads, then the requested screen', async ({ page }) => {
  await signInByForm(page, '/admin/contacts');
  await expect(page).toHaveURL(/\/admin\/contacts$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();

  const { release } = await holdRequests(page, '**/rest/v1/staff*');
  await page.reload();
  await expect(page.getByText('Loading the admin panel')).toBeAttached();
  await expect(page.getByRole('heading')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();
});

const signInErrors = [
  ['invalid JWT: unable to parse', 'Authentication system updated. Please try logging in again.'],
  ['Bad token', 'Authentication system updated. Please try logging in again.'],
  ['Email not confirmed', 'Email not confirmed'],
] as const;

for (const [message, shown] of signInErrors) {
  test(`a sign-in rejected with '${message}' shows the specified error`, async ({ page }) => {
    await page.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status: 400, json: { code: 'bad_jwt', message } }),
    );
    await page.goto('/admin');
    await enter(page);
    await expect(page.getByRole('alert').filter({ hasText: shown })).toHaveText(shown);
    await expectAccessible(page);
  });
}

test('an aborted sign-in shows its own error, and the button its progress', async ({ page }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/auth/v1/token*', async (route) => {
    await held;
    await route.abort();
  });
  await page.goto('/admin');
  await enter(page);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  answer();
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await page.unrouteAll();
  await enter(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('Sign out everywhere ends another session at its next request, which retains its input', async ({
  page,
  browser,
  site,
}, { project }) => {
  const name = `Half Typed ${project.name}`;
  await signInByForm(page, '/admin/reviews');
  await page.getByRole('button', { name: 'Add Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Review' });
  await dialog.getByLabel('Customer Name').fill(name);
  await dialog.getByLabel('Review Text').fill('They came when they said they would.');
  await dialog.getByRole('radio', { name: '4' }).check({ force: true });

  const elsewhere = await browser.newContext({ baseURL: site.url });
  const other = await elsewhere.newPage();
  await signInByForm(other, '/admin/account');
  await other.getByRole('button', { name: 'Sign out on all devices' }).click();
  const question = other.getByRole('alertdialog', { name: 'Sign out on all devices?' });
  await expectAccessible(other);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await elsewhere.close();

  await dialog.getByRole('button', { name: 'Add Review' }).click();
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(again).toBeVisible();
  await expect(again.getByLabel('Password')).toBeFocused();
  await expect(again.getByLabel('Email address')).toHaveValue(owner.email);
  // Hidden, and still there.
  await expect(page.getByText('Customer Reviews', { exact: true })).toBeHidden();
  await expect(dialog.getByLabel('Customer Name')).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again).toBeVisible();
  await page.keyboard.type('a wrong one');
  await page.keyboard.press('Enter');
  await expect(again.getByText('Invalid login credentials')).toBeVisible();
  await again.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();

  await expect(dialog.getByLabel('Customer Name')).toHaveValue(name);
  await expect(dialog.getByLabel('Review Text')).toHaveValue(
    'They came when they said they would.',
  );
  await dialog.getByRole('button', { name: 'Add Review' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article', { name: `Review by ${name}` })).toBeVisible();
});

test('Sign Out shows the sign-in form in all tabs, and no customer data remains in them', async ({
  page,
  context,
  request,
}) => {
  await sendQuote(request, 'Cleo Private');
  await signInByForm(page, '/admin/quotes?q=Cleo');
  await page.getByRole('link', { name: 'View: Cleo Private' }).click();
  await expect(page.getByRole('dialog')).toContainText('Cleo Private');
  const other = await context.newPage();
  await other.goto('/admin/settings');
  await other.getByLabel('Business Name').fill('Half a name');
  await other.evaluate(() => localStorage.setItem('post-draft:new', '{}'));
  // The first tab learns of it from storage: the request fails.
  await other.route('**/auth/v1/logout*', (route) => route.abort());
  await other.getByRole('button', { name: 'Sign Out' }).click();
  const question = other.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Discard and sign out' }).click();

  for (const tab of [other, page]) {
    await expect(tab.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await expect(tab.getByRole('dialog')).toHaveCount(0);
    expect(await tab.content()).not.toContain('Cleo Private');
    await expect(tab).not.toHaveURL(/Cleo|open/);
  }
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => /post-draft|auth-token/.test(key))).toEqual([]);
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('a failed Sign out everywhere shows an error and ends no session', async ({ page }) => {
  await signInByForm(page, '/admin/account');
  await page.route('**/auth/v1/logout*', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out on all devices' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(
    page.getByText('The devices could not be signed out. Please try again.'),
  ).toBeVisible();
  await expectAccessible(page);
});

test('an account without staff rights sees a message only', async ({ page, site }) => {
  const service = serviceClient(site);
  const { data: staff } = await service.from('staff').select('user_id').throwOnError();
  await service.from('staff').delete().not('user_id', 'is', null).throwOnError();
  try {
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/rest/')) requests.push(pathname);
    });
    await signInByForm(page, '/admin/quotes');
    const title = "This account can't use the admin panel";
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText(owner.email)).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveText(['Sign Out']);
    expect(requests).toEqual(['/rest/v1/staff']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  } finally {
    await service.from('staff').insert(staff).throwOnError();
  }
});

test('a staff list that cannot be read shows an error, and Try again reads it', async ({
  page,
}) => {
  await page.route('**/rest/v1/staff*', (route) => route.abort());
  await page.clock.install();
  await signInByForm(page, '/admin/settings');
  const title = 'The admin panel could not be loaded';
  await expectAfterRetries(page, page.getByRole('heading', { name: title }));
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Business Settings' })).toBeVisible();
});

test('the robots meta is noindex in the back office and index after leaving', async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  expect(await robots(page)).toEqual([inside]);

  await test.step('leaving from the sign-in screen sets index', async () => {
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    await page.getByRole('link', { name: 'Back to the website' }).click();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
    expect(new Set(await robots(page))).toEqual(new Set(['index, follow']));
  });

  await test.step('leaving from the menu sets index', async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(new Set(await robots(page))).toEqual(new Set([inside]));
    await enter(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(new Set(await robots(page))).toEqual(new Set([inside]));
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Back to the website' }).click();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
    expect(new Set(await robots(page))).toEqual(new Set(['index, follow']));
  });
});
