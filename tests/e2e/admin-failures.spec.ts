import type { Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { sendMessage, sendQuote } from './support/enquiries.ts';
import { failRequests } from './support/fail-requests.ts';
import { expectAfterRetries } from './support/retries.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 5', 'status of 4', 'net::ERR_FAILED', 'Could not'] });

/** Aborts requests of a method to a table from now on. */
const abortRequests = (page: Page, method: string, table: string) =>
  page.route(`**/rest/v1/${table}*`, (route) =>
    route.request().method() === method ? route.abort() : route.fallback(),
  );

const lists = [
  {
    path: '/admin/quotes',
    table: 'quote_requests',
    send: sendQuote,
    settle: 'Mark responded',
    refused: 'Failed to delete quote request: disk full',
    aborted: 'An unexpected error occurred while deleting the quote.',
  },
  {
    path: '/admin/contacts',
    table: 'contact_submissions',
    send: sendMessage,
    settle: 'Mark read',
    refused: 'Failed to delete contact submission: disk full',
    aborted: 'An unexpected error occurred while deleting the contact.',
  },
];

for (const { path, table, send, settle, refused, aborted } of lists) {
  test(`${path}: a failed delete shows an error and retains the row`, async ({ page, request }, {
    project,
  }) => {
    const name = `Ivy ${table} ${project.name}`;
    await send(request, name);
    await signIn(page, path);
    const askToDelete = async () => {
      await page.getByRole('button', { name: `Delete: ${name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    };

    await failRequests(page, 'DELETE', table);
    await askToDelete();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(refused);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(alert).toBeHidden();
    await expect(page.getByRole('link', { name: `View: ${name}` })).toBeVisible();

    await page.unrouteAll();
    await abortRequests(page, 'DELETE', table);
    await askToDelete();
    await expect(alert).toContainText(aborted);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: `View: ${name}` })).toBeVisible();
  });

  test(`${path}: a failed status change shows an error and retains the status`, async ({
    page,
    request,
  }, { project }) => {
    const name = `Jon ${table} ${project.name}`;
    await send(request, name);
    await signIn(page, path);
    await failRequests(page, 'PATCH', table);
    await page.getByRole('button', { name: `${settle}: ${name}` }).click();
    await expect(page.getByText('The status could not be changed.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: `${settle}: ${name}` })).toBeVisible();
  });

  test(`${path}: a list that cannot be read shows an error and Try again`, async ({
    page,
    request,
  }, { project }) => {
    const name = `Kim ${table} ${project.name}`;
    await send(request, name);
    await abortRequests(page, 'GET', table);
    await page.clock.install();
    await signIn(page, path);
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expectAfterRetries(page, alert);
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: `View: ${name}` })).toBeVisible();
  });
}

test('a failed save of a note shows an error, retains the text, and succeeds on retry', async ({
  page,
  request,
}, { project }) => {
  const name = `Lea ${project.name}`;
  await sendQuote(request, name);
  await signIn(page, '/admin/quotes');
  await page.getByRole('link', { name: `View: ${name}` }).click();
  await failRequests(page, 'PATCH', 'quote_requests');
  const detail = page.getByRole('dialog', { name: 'Quote Request Details' });
  await detail.getByLabel('Admin Notes').fill('Prefers mornings.');
  await expect(detail.getByText('Failed.')).toBeVisible();
  await expect(detail.getByLabel('Admin Notes')).toHaveValue('Prefers mornings.');
  await expectAccessible(page);
  await page.unrouteAll();
  await detail.getByRole('button', { name: 'Try again' }).click();
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
});
