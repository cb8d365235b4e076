import sharp from 'sharp';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { failRequests } from './support/fail-requests.ts';
import { pressRowAction } from './support/row-actions.ts';
import { moveLifted } from './support/sorting.ts';
import { expect, expectAccessible, expectAccessibleAtBothWidths, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 4', 'status of 5', 'Could not'] });

/** A large photograph with a GPS location. */
async function photograph(name: string) {
  const buffer = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: '#4b6650' },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1' } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

test('a project is added with photographs, sorted with the keyboard, changed and deleted', {
  tag: '@narrow',
}, async ({ page }) => {
  test.setTimeout(150_000);
  const title = 'A barn on the hill';
  await signIn(page, '/admin/projects');
  const dialog = page.getByRole('dialog', { name: 'Add New Project' });

  await test.step('each empty required field shows its own error', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Past Projects' })).toBeVisible();
    await page.getByRole('button', { name: 'Add Project' }).click();
    await expect(dialog.getByLabel('Featured')).not.toBeChecked();
    await expect(dialog.getByLabel('Project Type').getByRole('option')).toHaveText([
      ...['Select a project type', 'Custom Shed', 'Garage Addition', 'Home Addition'],
      ...['Exterior Renovation', 'Roofing', 'Siding', 'Other'],
    ]);
    await dialog.getByRole('button', { name: 'Add Project' }).click();
    await expect(dialog.getByText('Title is required', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Project type is required', { exact: true })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
  });

  await test.step('photographs are downscaled and stripped of metadata before upload', async () => {
    const large = await photograph('Above the Bay.jpg');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/projects/'),
    );
    await dialog
      .locator('input[type=file]')
      .setInputFiles([
        large,
        await createImageFile('second.jpg', '#7a4b2a'),
        await createImageFile('third.jpg', '#35506b'),
      ]);
    expect((await sent).url()).toMatch(/\/projects\/\d+-(Above-the-Bay|second|third)\.jpg$/);
    await expect(dialog.getByRole('button', { name: 'Remove third.jpg' })).toBeVisible();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  });

  const names = () => dialog.getByRole('listitem').getByRole('img');
  // On a phone two pictures are side by side, so that the third is below the first.
  const moveOver = () => moveLifted(page, 'ArrowUp', 'third.jpg is over position 1 of 3.');
  await test.step('photographs are sorted by keyboard, and Escape cancels a move', async () => {
    await dialog.getByRole('button', { name: 'Move: third.jpg', exact: true }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('third.jpg is over position 3 of 3.')).toBeAttached();
    await moveOver();
    await page.keyboard.press('Escape');
    await expect(page.getByText('third.jpg stays at position 3 of 3.')).toBeAttached();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(dialog).toBeVisible();

    await page.keyboard.press('Space');
    await expect(page.getByText('third.jpg is over position 3 of 3.')).toBeAttached();
    await moveOver();
    await page.keyboard.press('Space');
    await expect(names().first()).toHaveAccessibleName('third.jpg');
    await dialog.getByRole('button', { name: 'Make second.jpg the cover' }).click();
    await expect(names().first()).toHaveAccessibleName('second.jpg');
    await dialog.getByRole('button', { name: 'Remove third.jpg' }).click();
    await expect(names()).toHaveCount(2);
    await expectAccessibleAtBothWidths(page);
  });

  await test.step('the project is saved and first in the list', async () => {
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Project Type').selectOption('Siding');
    await failRequests(page, 'POST', 'past_projects');
    await dialog.getByRole('button', { name: 'Add Project' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The project could not be saved.');
    await page.unrouteAll();
    const [saved] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      dialog.getByRole('button', { name: 'Add Project' }).click(),
    ]);
    expect(saved.postDataJSON()).toMatchObject({
      title,
      completion_date: null,
      is_featured: false,
      images: [/second/, /Above-the-Bay/].map((name) => expect.stringMatching(name)),
    });
    await expect(dialog).toBeHidden();
    const card = page.getByRole('article').first();
    await expect(card).toHaveAccessibleName(title);
    await expect(card).toContainText('Siding');
    await expect(card).toContainText('No date');
    const [, path] = saved.postDataJSON().images;
    const stored = await page.request.get(`/storage/v1/object/public/images/${path}`);
    const metadata = await sharp(await stored.body()).metadata();
    expect(metadata).toMatchObject({ width: 2560, height: 1920 });
    expect(metadata.exif).toBeUndefined();
  });

  await test.step('a date is stored as the chosen day in any time zone', async () => {
    await pressRowAction(page, 'Edit', title);
    const edit = page.getByRole('dialog', { name: 'Edit Project' });
    await edit.getByLabel('Completion Date').fill('2026-06-30');
    await edit.getByLabel('Featured').check();
    await edit.getByRole('button', { name: 'Update Project' }).click();
    await expect(edit).toBeHidden();
    const card = page.getByRole('article', { name: title });
    await expect(card).toContainText('June 30, 2026');
    await expect(card).toContainText('Featured');
  });

  await test.step('the project is deleted after confirmation', async () => {
    await pressRowAction(page, 'Delete', title);
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to delete this project?');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('article', { name: title })).toHaveCount(0);
  });
});

test('a missing storage bucket shows its own alert', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, '/admin/projects');
  await page.getByRole('button', { name: 'Add Project' }).click();
  await page.route('**/storage/v1/object/**', (route) =>
    route.fulfill({
      status: 400,
      json: { statusCode: '400', error: 'x', message: 'relation "objects" does not exist' },
    }),
  );
  const files = page.getByRole('dialog').locator('input[type=file]');
  await files.setInputFiles(await createImageFile('a.jpg', '#35506b'));
  const alert = page.getByRole('alertdialog', { name: 'Storage Setup Required' });
  await expect(alert).toContainText('relation "objects" does not exist');
  await expect(alert).toContainText('This is a one-time setup step.');
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'OK' }).click();

  await page.unrouteAll();
  await page.route('**/storage/v1/object/**', (route) =>
    route.fulfill({
      status: 404,
      json: { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found' },
    }),
  );
  await page.route('**/storage/v1/bucket*', (route) => route.fulfill({ json: [] }));
  await files.setInputFiles(await createImageFile('b.jpg', '#35506b'));
  await expect(page.getByRole('alertdialog')).toContainText(
    "Failed to upload b.jpg: Storage bucket 'images' not found. Available buckets: none. Please verify the bucket name and permissions.",
  );
});
