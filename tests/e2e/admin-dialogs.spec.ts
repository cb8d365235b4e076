import type { Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { sendMessage } from './support/enquiries.ts';
import { expectFocusTrapped } from './support/focus-trap.ts';
import { holdRequests } from './support/hold-requests.ts';
import { addRecord, recordScreens } from './support/records.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const back = (page: Page) => page.evaluate(() => window.history.back());
const forward = (page: Page) => page.evaluate(() => window.history.forward());
const goTo = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: screen }).click();

test('Back closes dialogs with and without a URL', {
  tag: '@wide',
}, async ({ page, site }) => {
  const screen = recordScreens.find(({ path }) => path === '/admin/sheds');
  if (!screen) throw new Error('No screen of sheds');
  const { id } = await addRecord(serviceClient(site), screen, 'By URL');
  await signIn(page, '/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Business Settings' })).toBeVisible();
  await goTo(page, 'Shed Listings');
  const edit = page.getByRole('button', { name: 'Edit: By URL' });
  const dialog = page.getByRole('dialog', { name: screen.dialog });
  const title = dialog.getByLabel('Title');

  await test.step('Back closes the dialog of a record', async () => {
    await edit.click();
    await expect(title).toHaveValue('By URL');
    await expect(page).toHaveURL(`/admin/sheds?open=${id}`);
    await back(page);
    await expect(dialog).toBeHidden();
    await expect(edit).toBeFocused();
    await expect(page).toHaveURL('/admin/sheds');
    await forward(page);
    await expect(title).toHaveValue('By URL');
    await page.reload();
    await expect(title).toHaveValue('By URL');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/admin/sheds');
  });

  await test.step('saving a new record leaves no history entry', async () => {
    await edit.click();
    await title.fill('By URL, changed');
    await dialog.getByRole('button', { name: 'Update Shed' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('article', { name: 'By URL, changed' })).toBeVisible();
    await page.getByRole('button', { name: 'Add Shed' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New Shed Listing' })).toBeVisible();
    await expect(page).toHaveURL('/admin/sheds?open=new');
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('Back closes a confirmation', async () => {
    const question = page.getByRole('alertdialog', { name: screen.question });
    for (const close of [
      () => back(page),
      () => page.keyboard.press('Escape'),
      () => back(page),
      () => question.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await page.getByRole('button', { name: 'Delete: By URL, changed' }).click();
      await expect(question).toBeVisible();
      await close();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL('/admin/sheds');
    }
    await back(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Business Settings' })).toBeVisible();
  });

  await test.step('Back closes the dialog on the first page of a visit', async () => {
    await page.goto('/admin/sheds');
    await page.getByRole('button', { name: 'Delete: By URL, changed' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await back(page);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete: By URL, changed' })).toBeFocused();
  });
});

test('every dialog of a record opens by its URL, and reports a deleted record', {
  tag: '@wide',
}, async ({ page, site }) => {
  const service = serviceClient(site);
  await signIn(page, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  for (const screen of recordScreens) {
    const { id } = await addRecord(service, screen, `Linked ${screen.entityPlural}`);
    // Not in the list, so that it is read by its id.
    await page.goto(`${screen.path}?q=something-else&open=${id}`);
    const dialog = page.getByRole('dialog', { name: screen.dialog });
    await expect(dialog.getByLabel(screen.field, { exact: true })).toHaveValue(
      `Linked ${screen.entityPlural}`,
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${screen.path}?q=something-else`);
  }
  for (const path of ['/admin/reviews', '/admin/quotes']) {
    await page.goto(`${path}?open=00000000-0000-4000-8000-000000000000`);
    await expect(page.getByRole('alertdialog')).toContainText('could not be found');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(path);
  }
  await page.goto('/admin?panel=reviews');
  await expect(page.getByRole('dialog', { name: 'Reviews Waiting for Approval' })).toBeVisible();
});

test('a message opens by the link of its e-mail, and its deletion leaves no history entry', {
  tag: '@narrow',
}, async ({ page, request, site }) => {
  await sendMessage(request, 'Lena Linked');
  const { data } = await serviceClient(site)
    .from('contact_submissions')
    .select('id')
    .eq('name', 'Lena Linked')
    .throwOnError();
  await signIn(page, `/admin/contacts?open=${data[0]?.id}`);
  const dialog = page.getByRole('dialog', { name: 'Contact Submission Details' });
  await expect(dialog).toContainText('Lena Linked');
  await expect(dialog.getByRole('button', { name: 'Mark Read', pressed: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL('/admin/contacts');

  await test.step('Back closes the phone menu', async () => {
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await back(page);
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();
    await menu.click();
    await goTo(page, 'Quote Requests');
    await expect(page.getByRole('heading', { level: 1, name: 'Quote Requests' })).toBeVisible();
    await back(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await menu.click();
    await goTo(page, 'Quote Requests');
    await menu.click();
    await goTo(page, 'Contact Messages');
  });

  await page.getByRole('link', { name: 'View: Lena Linked' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The message from Lena Linked is deleted.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/admin/contacts');
  await back(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Quote Requests' })).toBeVisible();
});

test('the focus does not leave a dialog if Tab is pressed fast', { tag: '@wide' }, async ({
  page,
}) => {
  await signIn(page, '/admin/reviews');
  await page.getByRole('button', { name: 'Add Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Review' });
  await expect(dialog.getByLabel('Customer Name')).toBeVisible();
  await expectFocusTrapped(page, dialog);
});

test('the URL changes once the script of the next screen is loaded', { tag: '@wide' }, async ({
  page,
}) => {
  await signIn(page, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const { requested, release } = await holdRequests(page, '**/assets/screen-*.js');
  await goTo(page, 'Reviews');
  await requested;
  await expect(page.getByRole('progressbar', { name: 'Loading the screen' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Reviews' })).toBeVisible();
  await expect(page).toHaveURL('/admin/reviews');
});
