import type { Page } from '@playwright/test';
import { builtInSections } from '#app/domain/content/built-in-sections.ts';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { failRequests } from './support/fail-requests.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 503', 'status of 404', 'Could not'] });

/** Storage answers every upload with this message from now on. */
const rejectUploads = (page: Page, message: string) =>
  page.route('**/storage/v1/object/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 404, json: { statusCode: '404', error: 'Error', message } })
      : route.fallback(),
  );

for (const { form, section, path, tag } of [
  { form: 'Hero Section', section: 'hero', path: '/', tag: '@wide' },
  { form: 'Sheds Page Hero', section: 'sheds_hero', path: '/sheds', tag: '@narrow' },
]) {
  test(
    `${section} is validated, saved and shown on ${path} at once`,
    { tag },
    async ({ page }, { project }) => {
      const title = `Straight walls, ${section} ${project.name}`;
      await signIn(page, '/admin/home-content');
      await expect(page.getByRole('heading', { level: 1, name: 'Home Content' })).toBeVisible();
      const hero = page.getByRole('form', { name: form });
      await expect(hero.getByLabel('Active')).toBeChecked();
      await expect(hero.getByLabel('Title', { exact: true })).not.toHaveValue('');

      await hero.getByLabel('Title', { exact: true }).fill('');
      await hero.getByLabel(/^Button Link/).fill('javascript:alert(1)');
      await hero.getByRole('button', { name: 'Save Changes' }).click();
      await expect(hero.getByText('Title is required')).toBeVisible();
      await expect(hero.getByText('Please begin with https://')).toBeVisible();
      await expectAccessible(page);

      await hero.getByLabel('Title', { exact: true }).fill(title);
      await hero.getByLabel(/^Subtitle/).fill('And a roof that stays.');
      await hero.getByLabel(/^Button Text/).fill('Ask for a price');
      await hero.getByLabel(/^Button Link/).fill('/quote-request');
      await failRequests(page, 'PATCH', 'home_content');
      await hero.getByRole('button', { name: 'Save Changes' }).click();
      await expect(hero.getByRole('alert')).toContainText(
        `The ${form.toLowerCase()} could not be saved.`,
      );
      await expect(hero.getByLabel('Title', { exact: true })).toHaveValue(title);
      await page.unrouteAll();
      await hero.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText(`The ${form.toLowerCase()} is saved.`).first()).toBeVisible();

      const visitor = await page.context().newPage();
      await visitor.goto(path);
      await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(visitor.getByRole('main')).toContainText('Ask for a price');

      await hero.getByLabel('Active').uncheck();
      await hero.getByRole('button', { name: 'Save Changes' }).click();
      await expect(hero.getByText('Not saved yet')).toBeHidden();
      await visitor.reload();
      await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeHidden();
      await hero.getByLabel('Active').check();
      await hero.getByRole('button', { name: 'Save Changes' }).click();
      await expect(hero.getByText('Not saved yet')).toBeHidden();
    },
  );
}

test('a hero image is stored under hero/; failed uploads show their own errors', {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, '/admin/home-content');
  const hero = page.getByRole('form', { name: 'Hero Section' });
  const alert = page.getByRole('alertdialog');
  const file = await createImageFile('Front door.jpg', '#7a4b2a');

  await rejectUploads(page, 'The disk is full');
  await hero.locator('input[type=file]').setInputFiles(file);
  await expect(alert).toContainText('Failed to upload image: Upload failed: The disk is full');
  await alert.getByRole('button', { name: 'OK' }).click();
  await page.unrouteAll();

  await rejectUploads(page, 'The relation "objects" does not exist');
  await hero.locator('input[type=file]').setInputFiles(file);
  await expect(alert).toContainText('Storage Setup Required:');
  await expect(alert).toContainText('does not exist');
  await expect(alert).toContainText('This is a one-time setup step.');
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'OK' }).click();
  await page.unrouteAll();

  const saving = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().includes('/home_content'),
  );
  await hero.locator('input[type=file]').setInputFiles(file);
  await expect(hero.getByRole('img', { name: 'Front door.jpg' })).toBeVisible();
  await hero.getByRole('button', { name: 'Save Changes' }).click();
  expect((await saving).postDataJSON().image_url).toMatch(/^hero\/\d+-Front-door\.jpg$/);
  await expect(hero.getByText('Not saved yet')).toBeHidden();
  await page.reload();
  await expect(hero.getByRole('img', { name: 'Front-door.jpg' })).toBeVisible();
});

test('the first save without a stored hero inserts it', { tag: '@wide' }, async ({ page }) => {
  const bodies: object[] = [];
  await page.route('**/rest/v1/home_content*', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fulfill({ json: [] });
    const body = request.postDataJSON();
    bodies.push({ method: request.method(), ...body });
    return route.fulfill({
      status: 201,
      json: [{ ...body, id: '00000000-0000-4000-8000-000000000001' }],
    });
  });
  await signIn(page, '/admin/home-content');
  const hero = page.getByRole('form', { name: 'Hero Section' });
  await expect(hero.getByLabel('Active')).toBeChecked();
  // The title alone is changed: the rest stays as visitors have seen it.
  const { title: _title, drawing: _drawing, ...rest } = builtInSections.hero;
  for (const title of ['Built to last', 'Built to stay']) {
    await hero.getByLabel('Title', { exact: true }).fill(title);
    await hero.getByRole('button', { name: 'Save Changes' }).click();
    await expect(hero.getByText('Not saved yet')).toBeHidden();
  }
  expect(bodies).toEqual([
    { method: 'POST', section_name: 'hero', ...rest, title: 'Built to last' },
    { method: 'PATCH', section_name: 'hero', ...rest, title: 'Built to stay' },
  ]);
});
