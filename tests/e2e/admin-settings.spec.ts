import type { Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { failRequests } from './support/fail-requests.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 503', 'Could not', 'could not'] });

const saved = 'Business settings updated successfully!';

async function save(page: Page, sentence: string) {
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(sentence);
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}

test('the settings are validated, saved and on the website at once', { tag: '@wide' }, async ({
  page,
}) => {
  test.slow();
  await signIn(page, '/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Business Settings' })).toBeVisible();
  await expect(page.getByLabel('Business Name')).not.toHaveValue('');
  await expectAccessible(page);
  for (const place of [
    'Business name: header and footer',
    'Contact info: header and contact section',
    'Business hours: header and footer',
    'Address: footer and contact forms',
    'Social links: footer',
  ]) {
    await expect(page.getByRole('complementary').getByText(place)).toBeVisible();
  }

  await test.step('invalid fields show errors', async () => {
    await page.getByLabel('Business Name').fill('');
    await page.getByLabel(/^Email/).fill('hello');
    await page.getByLabel(/^Facebook URL/).fill('facebook.com');
    await page.getByLabel(/^Instagram URL/).fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Business name is required')).toBeVisible();
    await expect(page.getByText('Please enter a valid email', { exact: true })).toBeVisible();
    await expect(page.getByText('Please enter a valid URL', { exact: true })).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step('a failed save shows an error and retains the input', async () => {
    await page.getByLabel('Business Name').fill('Ridgeline Test Builders');
    await page.getByLabel(/^Phone/).fill('705-555-0177');
    await page.getByLabel(/^Email/).fill('hello@example.com');
    await page.getByLabel(/^Facebook URL/).fill('https://example.com/ridgeline');
    await page.getByLabel(/^Instagram URL/).fill('');
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
      await page.getByLabel(day).fill('6:30 AM - 5:00 PM');
    }
    await page.getByLabel('Saturday').fill('Closed');
    await page.getByLabel('Sunday').fill('10:00 AM - 2:00 PM');
    await expect(
      page.getByText('Mon-Fri: 6:30 AM - 5:00 PM | Sun: 10:00 AM - 2:00 PM'),
    ).toBeVisible();
    await failRequests(page, 'PATCH', 'business_settings');
    await save(page, 'Error saving settings. Please try again.');
    await expect(page.getByLabel('Business Name')).toHaveValue('Ridgeline Test Builders');
    await page.unrouteAll();
  });

  await test.step('a retry saves, and the website shows the change', async () => {
    await save(page, saved);
    const visitor = await page.context().newPage();
    await visitor.goto('/');
    const footer = visitor.getByRole('contentinfo');
    await expect(footer).toContainText('Ridgeline Test Builders');
    await expect(footer).toContainText('705-555-0177');
    await expect(footer).toContainText('10:00 AM - 2:00 PM');
    await expect(footer.locator('a[href="https://example.com/ridgeline"]')).toBeVisible();
    await visitor.close();
    await page.reload();
    await expect(page.getByLabel('Sunday')).toHaveValue('10:00 AM - 2:00 PM');
    await expect(page.getByLabel(/^Instagram URL/)).toHaveValue('');
  });
});

test('leaving with unsaved input asks for confirmation', {
  tag: '@narrow',
}, async ({ page }) => {
  await signIn(page, '/admin/settings');
  await page.getByLabel('Sunday').fill('By appointment');
  const leave = async () => {
    await page.getByRole('button', { name: /menu/i }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Reviews' }).click();
  };
  await leave();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Sunday')).toHaveValue('By appointment');
  await leave();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Reviews' })).toBeVisible();
});

test('without stored settings the form has the default hours, and saving inserts the row', {
  tag: '@wide',
}, async ({ page }) => {
  const requests: string[] = [];
  await page.route('**/rest/v1/business_settings*', async (route) => {
    const request = route.request();
    requests.push(request.method());
    if (request.method() === 'GET') return route.fulfill({ json: [] });
    const row = { ...request.postDataJSON(), id: '00000000-0000-4000-8000-000000000001' };
    return route.fulfill({ status: 201, json: [row] });
  });
  await signIn(page, '/admin/settings');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await expect(page.getByLabel(day)).toHaveValue('7:00 AM - 6:00 PM');
  }
  await expect(page.getByLabel('Saturday')).toHaveValue('8:00 AM - 4:00 PM');
  await expect(page.getByLabel('Sunday')).toHaveValue('Closed');
  await page.getByLabel('Business Name').fill('Ridgeline');
  await save(page, saved);
  await page.getByLabel('Business Name').fill('Ridgeline Sheds');
  await save(page, saved);
  expect(requests.filter((method) => method !== 'GET')).toEqual(['POST', 'PATCH']);
});

test('the settings show the last backup: none, successful or failed', {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, '/admin/settings');
  const section = page.getByRole('region', { name: 'Backups' });
  await expect(section).toContainText('No daily backup has been made yet.');
  const good = {
    id: '00000000-0000-4000-8000-000000000001',
    due_at: '2026-11-20T08:30:00Z',
    started_at: '2026-11-20T08:30:05Z',
    finished_at: '2026-11-20T08:30:09Z',
    file_name: 'ridgeline-backup-20261120T083005Z-daily.tar.gz',
    bytes: 2_936_013,
    failure: null,
  };
  const failed = {
    ...good,
    started_at: '2026-11-21T08:30:05Z',
    file_name: null,
    bytes: null,
    failure: 'There is no space left on the disk.',
  };
  let runs: object[] = [good];
  await page.route('**/rest/v1/backup_runs*', (route) => {
    const requestsLastGood =
      new URL(route.request().url()).searchParams.get('failure') === 'is.null';
    return route.fulfill({ json: requestsLastGood ? [good] : runs });
  });
  await page.reload();
  await expect(section).toContainText(/Last backup: .*2\.8 MB, ridgeline-backup-20261120T083005Z/);
  runs = [failed];
  await page.reload();
  await expect(section).toContainText(
    /failed: There is no space left on the disk\. The last good one:/,
  );
  await expectAccessible(page);
});
