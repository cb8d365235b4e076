import type { Page } from '@playwright/test';
import type { Json } from '#app/data/database.types.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { failRequests } from './support/fail-requests.ts';
import { tabTo } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'New Listing from a Design' });
const farmhouse =
  '/design?style=modern-farmhouse&size=12x16&color=navy-blue&trim=red&extras=cupola';
const title = 'Navy Blue 12x16 Modern Farmhouse Shed';

/** Answers instead of the server, which takes seconds to draw. */
async function drawAtOnce(page: Page) {
  const urls: string[] = [];
  const { request } = page;
  const image = await (await request.get('/design/image?style=gable&size=10x12&image=card')).body();
  await page.route('**/design/listing-image?*', (route) => {
    urls.push(route.request().url());
    return route.fulfill({ contentType: 'image/jpeg', body: image });
  });
  return urls;
}

test('Draw Pictures creates an inactive listing with four images, texts and a price from a design', {
  tag: '@wide',
}, async ({ page, site }) => {
  test.slow();
  const service = serviceClient(site);
  await signIn(page, '/admin/sheds');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'From a Design' }).click();
  const dialog = getDialog(page);
  const link = dialog.getByLabel('Link of the design');

  await test.step('a link to another site is rejected', async () => {
    await dialog.getByRole('button', { name: 'Create Listing' }).click();
    await expect(dialog.getByText(/Please enter a link of the designer/)).toBeVisible();
    await link.fill('https://example.com/sheds');
    await expect(dialog.getByText(/Please enter a link of the designer/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Draw Pictures' })).toBeDisabled();
    await expectAccessibleAtBothWidths(page);
  });

  await test.step('texts, specifications and price are those of the design', async () => {
    await link.fill(site.url + farmhouse);
    await expect(dialog.getByText(title, { exact: true })).toBeVisible();
    await expect(dialog.getByText(/^\$[\d,]+(\.\d\d)? before tax, by version \d+/)).toBeVisible();
    await expect(dialog.getByText(/^A Modern Farmhouse shed, 12 by 16 feet/)).toBeVisible();
  });

  await test.step('season, light and side of each image are chosen', async () => {
    const second = dialog.getByRole('group', { name: 'Picture 2' });
    await second.getByLabel('Season').selectOption('Winter');
    await second.getByLabel('Light').selectOption('Overcast');
    await second.getByLabel('Side').selectOption('From behind');
    const drawn: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/design/listing-image?')) drawn.push(response.url());
    });
    await dialog.getByRole('button', { name: 'Draw Pictures' }).click();
    await expect(dialog.getByText('Drawing picture 1 of 4...')).toBeVisible();
    await expect(dialog.getByRole('group').getByRole('img')).toHaveCount(4, { timeout: 180_000 });
    expect(drawn).toHaveLength(4);
    expect(drawn[1]).toMatch(/season=winter&light=overcast&side=back$/);
    const image = second.getByRole('img', { name: 'winter, overcast, from behind' });
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1920);
    await expectAccessibleAtBothWidths(page);
  });

  await test.step('two clicks create one listing', async () => {
    await dialog.getByRole('button', { name: 'Create Listing' }).dblclick();
    await expect(dialog).toBeHidden({ timeout: 30_000 });
    await expect(page.getByText(`${title} is saved and inactive.`)).toBeVisible();
    const { data } = await service.from('shed_listings').select('*').eq('title', title);
    expect(data).toHaveLength(1);
    const [shed] = data ?? [];
    expect(shed).toMatchObject({
      is_active: false,
      is_featured: false,
      material_type: 'Wood',
      color: 'Navy Blue',
      size: '12x16',
      shed_style: 'Modern Farmhouse',
    });
    expect(shed?.price).toBeGreaterThan(1000);
    expect(shed?.images).toHaveLength(4);
    for (const path of shed?.images ?? []) {
      expect(path).toMatch(/^sheds\/\d{13}-modern-farmhouse-[a-z-]+\.jpg$/);
      expect((await page.request.get(`/pictures/640/webp/${path}`)).status()).toBe(200);
    }
    const { data: texts } = await service
      .from('image_alt_texts')
      .select('alt')
      .in('path', shed?.images ?? []);
    expect(texts?.map(({ alt }) => alt)).toContain(
      `Drawing of the ${title}: winter, overcast, from behind`,
    );
    expect(await (await page.request.get('/sheds')).text()).not.toContain(title);
  });

  await test.step('the form of the listing has all values, and activates it', async () => {
    const card = page.getByRole('article', { name: title });
    await expect(card).toContainText('Inactive');
    await card.getByRole('link', { name: title }).click();
    const form = page.getByRole('dialog', { name: 'Edit Shed Listing' });
    await expect(form.getByLabel('Title')).toHaveValue(title);
    await expect(form.getByLabel('Size')).toHaveValue('12x16');
    await expect(form.getByLabel('Description')).toHaveValue(/12 by 16 feet/);
    const features = form.getByRole('list', { name: 'Standard Features' });
    await expect(features).toContainText('Metal roof, Charcoal');
    await form.getByLabel('Active').check();
    await form.getByRole('button', { name: 'Update Shed' }).click();
    await expect(form).toBeHidden();
    expect(await (await page.request.get('/sheds')).text()).toContain(title);
  });

  await test.step('the page of the listing links to its design', async () => {
    const { data } = await service.from('shed_listings').select('id').eq('title', title);
    await page.goto(`/custom-sheds/${data?.[0]?.id}`);
    const customize = page.getByRole('link', { name: 'Customize this shed' });
    await expect(customize).toHaveAttribute('href', farmhouse);
  });
  await service.from('shed_listings').delete().eq('title', title).throwOnError();
});

test.describe('an error of drawing or upload', () => {
  test.use({ expectedErrors: ['status of 503', 'status of 500', 'Could not create the listing'] });

  test('creates no listing, shows an error, and succeeds at the second attempt', {
    tag: '@wide',
  }, async ({ page, site }) => {
    const service = serviceClient(site);
    const count = async () =>
      (await service.from('shed_listings').select('id', { count: 'exact', head: true })).count;
    const before = await count();
    await signIn(page, `/admin/sheds?design=${encodeURIComponent('style=gable&size=8x10')}`);
    const dialog = getDialog(page);
    const create = dialog.getByRole('button', { name: 'Create Listing' });
    await expect(dialog.getByText(/before tax, by version/)).toBeVisible();

    let failing = 3;
    const urls = await drawAtOnce(page);
    await page.route('**/design/listing-image?*', (route) => {
      failing -= 1;
      return failing === 0 ? route.fulfill({ status: 503, body: 'busy' }) : route.fallback();
    });
    await create.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Picture 3 could not be drawn, and no listing has been created. Please try again.',
    );
    expect(await count()).toBe(before);

    let uploads = 0;
    await page.route('**/storage/v1/object/images/sheds/**', (route) => {
      uploads += 1;
      return uploads === 2
        ? route.fulfill({ status: 500, json: { message: 'disk full', statusCode: '500' } })
        : route.fallback();
    });
    await create.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Picture 2 could not be stored, and no listing has been created. Please try again.',
    );
    expect(await count()).toBe(before);
    expect(urls).toHaveLength(4);

    await failRequests(page, 'POST', 'shed_listings');
    await create.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'The listing could not be saved. Please try again.',
    );
    expect(await count()).toBe(before);

    await page.unroute('**/rest/v1/shed_listings*');
    await create.click();
    await expect(dialog).toBeHidden();
    expect(await count()).toBe((before ?? 0) + 1);
    expect([urls.length, uploads]).toEqual([4, 5]);
    const created = service.from('shed_listings');
    const { data } = await created.select('images').eq('title', 'Natural 8x10 Gable Shed');
    expect(data?.map(({ images }) => images.length)).toEqual([4]);
    await created.delete().eq('title', 'Natural 8x10 Gable Shed').throwOnError();
  });
});

test('the dialog opens from a request and from the designer, and works by keyboard alone', {
  tag: '@wide',
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const design = newDesign({ style: 'Gambrel', wallColor: 'Red' });
  const { data: row } = await service
    .from('quote_requests')
    .insert({ ...newQuoteRequest({ inspiration_images: [] }), design: design as unknown as Json })
    .select('id')
    .single()
    .throwOnError();
  await signIn(page, `/admin/quotes?open=${row.id}`);
  await page.getByRole('link', { name: 'Create a listing' }).click();
  await expect(getDialog(page).getByLabel('Link of the design')).toHaveValue(
    /\/design\?style=gambrel&size=10x12&color=red/,
  );
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Quote Request Details' })).toBeVisible();
  await service.from('quote_requests').delete().eq('id', row.id).throwOnError();

  await page.goto('/design?style=a-frame&size=12x12');
  await hydrate(page);
  const urls = await drawAtOnce(page);
  await page.getByRole('link', { name: 'Create a listing' }).focus();
  await page.keyboard.press('Enter');
  const dialog = getDialog(page);
  await expect(dialog.getByText(/before tax, by version/)).toBeVisible();
  const fourth = dialog.getByRole('group', { name: 'Picture 4' });
  for (const [label, option] of [
    ['Season', 'Winter'],
    ['Light', 'Dusk'],
    ['Side', 'From behind'],
  ] as const) {
    await tabTo(page, fourth.getByLabel(label));
    await page.keyboard.type(option);
    await expect(fourth.getByLabel(label).locator('option:checked')).toHaveText(option);
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Draw Pictures' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group').getByRole('img')).toHaveCount(4);
  expect(urls[3]).toMatch(/season=winter&light=dusk&side=back$/);
  await tabTo(page, dialog.getByRole('button', { name: 'Create Listing' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const created = service.from('shed_listings');
  const { data } = await created.select('images').eq('title', 'Natural 12x12 A-Frame Shed');
  expect(data?.map(({ images }) => images.length)).toEqual([4]);
  await created.delete().eq('title', 'Natural 12x12 A-Frame Shed').throwOnError();
});

test('visitors see no control to create a listing', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/design?style=a-frame&size=12x12');
  await hydrate(page);
  await expect(page.getByRole('slider', { name: /^View of the/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create a listing' })).toHaveCount(0);
  expect((await page.request.get('/design/listing-image?style=gable')).status()).toBe(401);
});
