import type { Page } from '@playwright/test';
import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { failRequests } from './support/fail-requests.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const card = (page: Page, title: string) => page.getByRole('article', { name: title });

/** Fills in what a listing can't do without. */
async function fillIn(page: Page, title: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Material Type').selectOption('Duratemp');
  await dialog.getByLabel('Color').selectOption('Navy Blue');
  await dialog.getByLabel('Size').selectOption('14x20');
  await dialog.getByLabel('Shed Style').selectOption('Modern Farmhouse');
  return dialog;
}

test(
  'a shed is added with images and lists, changed, deactivated and deleted',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const title = `The Orchard ${project.name}`;
    await signIn(page, '/admin/sheds');
    await expect(page.getByRole('heading', { level: 1, name: 'Shed Listings' })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();

    await test.step('each empty required field shows its own error', async () => {
      await page.getByRole('button', { name: 'Add Shed' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add New Shed Listing' });
      await expect(dialog.getByLabel('Active')).toBeChecked();
      await expect(dialog.getByLabel('Featured')).not.toBeChecked();
      await dialog.getByLabel('Price').fill('-5');
      await dialog.getByRole('button', { name: 'Add Shed' }).click();
      for (const sentence of [
        'Title is required',
        'Material type is required',
        'Color is required',
        'Size is required',
        'Shed style is required',
        'Price must be positive',
      ]) {
        await expect(dialog.getByText(sentence, { exact: true })).toBeVisible();
      }
      await expectAccessible(page);
      await expect(dialog.getByLabel('Color').getByRole('option')).toHaveText([
        ...[
          'Select a colour',
          'Natural',
          'White',
          'Brown',
          'Gray',
          'Green',
          'Blue',
          'Red',
          'Black',
        ],
        ...['Charcoal', 'Navy Blue'],
      ]);
      await dialog.getByLabel('Price').fill('');
    });

    await test.step('features and upgrades are added by button and by Enter', async () => {
      const dialog = await fillIn(page, title);
      await dialog.getByLabel('Standard Features').first().fill('  Double door ');
      await dialog.getByRole('button', { name: 'Add feature' }).click();
      await dialog.getByLabel('Standard Features').first().fill('   ');
      await page.keyboard.press('Enter');
      await dialog.getByLabel('Standard Features').first().fill('Loft');
      await page.keyboard.press('Enter');
      await dialog.getByLabel('Optional Upgrades').first().fill('Ramp');
      await page.keyboard.press('Enter');
      const features = dialog.getByRole('list', { name: 'Standard Features' });
      await expect(features.getByRole('listitem')).toHaveText(['Double door', 'Loft']);
      await dialog.getByRole('button', { name: 'Remove Double door' }).click();
      await expect(features.getByRole('listitem')).toHaveText(['Loft']);
      await dialog.getByLabel('Optional Upgrades').first().fill(' Typed, not added ');
    });

    await test.step('the shed is saved without a price and first in the list', async () => {
      const dialog = page.getByRole('dialog');
      await dialog
        .locator('input[type=file]')
        .setInputFiles([
          await createImageFile('front.jpg', '#7a4b2a'),
          await createImageFile('side.jpg', '#35506b'),
        ]);
      await expect(dialog.getByRole('button', { name: 'Remove side.jpg' })).toBeVisible();
      await expect(dialog.getByRole('progressbar')).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Make side.jpg the cover' }).click();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Add Shed' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(`${title} is saved.`)).toBeVisible();
      const added = page.getByRole('article').first();
      await expect(added).toHaveAccessibleName(title);
      await expect(added).toContainText('Contact for price');
      await expect(added).toContainText('Duratemp, Navy Blue');
      await expect(added).toContainText('14x20, Modern Farmhouse');
      await expect(added.locator('img')).toHaveAttribute('src', /-side\.jpg$/);
    });

    await test.step('a price is shown with a thousands separator', async () => {
      // Its rows have some of the columns only.
      await page.goto('/admin/price-list');
      await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible();
      const sidebar = page.getByRole('navigation', { name: 'Admin' });
      await sidebar.getByRole('link', { name: 'Shed Listings' }).click();
      await page.getByRole('button', { name: `Edit: ${title}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Shed Listing' });
      await expect(dialog.getByLabel('Price')).toHaveValue('');
      await expect(
        dialog.getByRole('list', { name: 'Optional Upgrades' }).getByRole('listitem'),
      ).toHaveText(['Ramp', 'Typed, not added']);
      await dialog.getByLabel('Price').fill('12450.5');
      await dialog.getByLabel('Featured').check();
      await dialog.getByRole('button', { name: 'Update Shed' }).click();
      await expect(card(page, title)).toContainText('$12,450.50');
      await expect(card(page, title)).toContainText('Featured');
    });

    await test.step('an inactive shed is dimmed, has a badge and is not on the website', async () => {
      await page.getByRole('switch', { name: `Active: ${title}`, exact: true }).click();
      await expect(page.getByRole('switch', { name: `Inactive: ${title}` })).not.toBeChecked();
      const confirmation = page.getByText(`${title} is no longer shown on the website.`);
      await expect(confirmation).toBeVisible();
      await expect(card(page, title).getByText('Inactive').first()).toBeVisible();
      await expectAccessible(page);
      const hidden = await page.request.get('/sheds');
      expect(await hidden.text()).not.toContain(title);
      await page.getByRole('switch', { name: `Inactive: ${title}` }).click();
      await expect(
        page.getByRole('switch', { name: `Active: ${title}`, exact: true }),
      ).toBeChecked();
      await expect(page.getByText(`${title} is shown on the website.`)).toBeVisible();
      await expect(confirmation).toHaveCount(0);
      const shown = await page.request.get('/sheds');
      expect(await shown.text()).toContain(title);
    });

    await test.step('the search finds the shed by each word', async () => {
      await page
        .getByRole('searchbox', { name: 'Search sheds' })
        .fill(`navy orchard ${project.name}`);
      await expect(page.getByRole('article')).toHaveCount(1);
      await page.getByRole('searchbox').fill('nothing like it');
      await expect(page.getByText('No sheds match your search.')).toBeVisible();
      await page.getByRole('searchbox').fill('');
    });

    await test.step('the shed is deleted after confirmation', async () => {
      await page.getByRole('button', { name: `Delete: ${title}` }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('Are you sure you want to delete this shed listing?');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(card(page, title)).toBeVisible();
      await page.getByRole('button', { name: `Delete: ${title}` }).click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(card(page, title)).toBeHidden();
    });
  },
);

test.describe('errors', () => {
  test.use({ expectedErrors: ['status of 4', 'status of 5', 'Could not'] });

  test(
    'a failed save retains the dialog and its input; a failed toggle and delete do not change the list',
    { tag: '@wide' },
    async ({ page }, { project }) => {
      const title = `The Stubborn ${project.name}`;
      await signIn(page, '/admin/sheds');
      await page.getByRole('button', { name: 'Add Shed' }).click();
      const dialog = await fillIn(page, title);
      await failRequests(page, 'POST', 'shed_listings');
      await dialog.getByRole('button', { name: 'Add Shed' }).click();
      await expect(dialog.getByRole('alert')).toContainText('The shed could not be saved.');
      await expect(dialog.getByLabel('Title')).toHaveValue(title);
      await expectAccessible(page);
      await page.unrouteAll();
      await dialog.getByRole('button', { name: 'Add Shed' }).click();
      await expect(card(page, title)).toBeVisible();

      await failRequests(page, 'PATCH', 'shed_listings');
      await page.getByRole('switch', { name: `Active: ${title}`, exact: true }).click();
      await expect(page.getByText('The shed could not be changed.').first()).toBeVisible();
      await expect(
        page.getByRole('switch', { name: `Active: ${title}`, exact: true }),
      ).toBeChecked();

      await page.unrouteAll();
      await page.getByRole('switch', { name: `Active: ${title}`, exact: true }).click();
      await expect(page.getByText(`${title} is no longer shown on the website.`)).toBeVisible();
      await expect(page.getByText('The shed could not be changed.')).toHaveCount(0);

      await failRequests(page, 'DELETE', 'shed_listings');
      await page.getByRole('button', { name: `Delete: ${title}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('The shed could not be deleted')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(card(page, title)).toBeVisible();
    },
  );

  test('a failed image upload shows an error, and the others continue', { tag: '@narrow' }, async ({
    page,
  }) => {
    await signIn(page, '/admin/sheds');
    await page.getByRole('button', { name: 'Add Shed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .setInputFiles([
        await createImageFile('front.jpg', '#7a4b2a'),
        createBrokenImageFile('broken.jpg'),
        { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') },
      ]);
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(
      'Failed to upload broken.jpg: Upload failed: mime type text/plain is not supported',
    );
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(alert).toContainText(
      'Failed to upload IMG_1.HEIC: Upload failed: mime type text/plain is not supported',
    );
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(dialog.getByRole('button', { name: 'Remove front.jpg' })).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);

    await page.route('**/storage/v1/object/**', (route) =>
      route.fulfill({
        status: 500,
        json: { statusCode: '500', error: 'Internal', message: 'disk full' },
      }),
    );
    await dialog
      .locator('input[type=file]')
      .setInputFiles([await createImageFile('side.jpg', '#35506b')]);
    await expect(alert).toContainText('Failed to upload side.jpg: Upload failed: disk full');
  });
});

test('closing with unsaved input asks for confirmation and discards it', {
  tag: '@narrow',
}, async ({ page }) => {
  await signIn(page, '/admin/sheds');
  await page.getByRole('button', { name: 'Add Shed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Shed Listing' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await dialog.getByLabel('Standard Features').first().fill('Typed, not added');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabel('Standard Features').first().fill('');
  await dialog.getByLabel('Title').fill('Half a shed');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a shed');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Add Shed' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
});
