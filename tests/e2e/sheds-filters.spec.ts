import type { Page } from '@playwright/test';
import { newShed } from '#tests/fixtures/rows.ts';
import { emptyTables } from './support/content.ts';
import { expect, test } from './support/empty-site.ts';
import { tabTo } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { expectAccessible } from './support/test.ts';

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const choice = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Filters' }).getByRole('link', { name: new RegExp(`^${name}`) });

test.beforeEach(async ({ service }) => {
  await service
    .from('shed_listings')
    .insert([
      newShed({
        title: 'A',
        images: [],
        material_type: 'cedar wood',
        color: 'NAVY BLUE',
        size: '8x12',
        price: 6000,
      }),
      newShed({
        title: 'B',
        images: [],
        material_type: 'Metal',
        color: 'White',
        size: '14x20',
        price: 4000,
      }),
      newShed({
        title: 'C',
        images: [],
        material_type: 'Metal',
        color: 'Red',
        size: '16x24',
        price: 8000,
      }),
      newShed({
        title: 'D',
        images: [],
        material_type: 'Vinyl',
        color: 'Mauve',
        size: 'Other',
        price: null,
      }),
    ])
    .throwOnError();
});

test('filters match part of the text in any case, and sizes by group', {
  tag: '@wide',
}, async ({ page }) => {
  for (const [query, found] of [
    ['material=Wood', ['A']],
    ['color=Navy+Blue', ['A']],
    ['color=navy+blue', ['A']],
    ['size=Small', ['A']],
    ['size=Large', ['B']],
    ['size=Other', ['C', 'D']],
    ['material=Metal&size=Other', ['C']],
    ['color=Mauve', ['A', 'B', 'C', 'D']],
  ] as const) {
    await page.goto(`/sheds?${query}`);
    await expect(titles(page)).toHaveCount(found.length);
    expect((await titles(page).allTextContents()).sort()).toEqual(found);
  }
});

test('one option per category is chosen, deselected and cleared by keyboard', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/custom-sheds');
  await expectAccessible(page);
  await tabTo(page, choice(page, 'Metal'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/custom-sheds\?material=Metal$/);
  await expect(titles(page)).toHaveCount(2);
  await expect(choice(page, 'Metal')).toHaveAttribute('aria-current', 'true');
  await expect(choice(page, 'Metal')).toBeFocused();
  await choice(page, 'Vinyl').press('Enter');
  await expect(page).toHaveURL(/\?material=Vinyl$/);
  await expect(titles(page)).toHaveText(['D']);
  await choice(page, 'Vinyl').press('Enter');
  await expect(page).toHaveURL(/\/custom-sheds$/);
  await expect(titles(page)).toHaveCount(4);

  await choice(page, 'Red').press('Enter');
  await expect(titles(page)).toHaveText(['C']);
  await choice(page, 'Wood').press('Enter');
  await expect(page.getByText('No sheds match your current filters')).toBeVisible();
  await expectAccessible(page);
  await choice(page, 'Clear All').press('Enter');
  await expect(titles(page)).toHaveCount(4);
  await expect(page.getByRole('heading', { name: '4 sheds' })).toBeFocused();
});

test('ten colours have a swatch and a name', { tag: '@narrow' }, async ({ page, isMobile }) => {
  await page.goto('/sheds');
  if (isMobile) await page.getByRole('link', { name: 'Filter sheds' }).click();
  for (const color of [
    'Natural',
    'White',
    'Brown',
    'Gray',
    'Green',
    'Blue',
    'Red',
    'Black',
    'Charcoal',
    'Navy Blue',
  ]) {
    await expect(choice(page, color).locator('svg')).toBeVisible();
  }
});

test('the empty result offers a custom quote', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/sheds?material=Wood&color=Red');
  await expect(page.getByText('No sheds match your current filters')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Request Custom Quote' }).click();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
});

test('on a phone the filters open as a sheet with counts; Back and a button close it', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/sheds?sort=price');
  await page.getByRole('link', { name: 'Filter sheds' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter sheds' });
  await expect(sheet.getByRole('button', { name: 'Show 4 sheds' })).toBeInViewport();
  await expect(choice(page, 'Metal')).toHaveText('Metal (2)');
  await expect(choice(page, 'Small')).toHaveText(/\(1\)$/);
  await expectAccessible(page);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/sheds\?sort=price$/);

  await page.getByRole('link', { name: 'Filter sheds' }).click();
  await choice(page, 'Metal').click();
  await expect(page).toHaveURL(/\?material=Metal&sort=price$/);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/sheds\?sort=price$/);
  await expect(titles(page)).toHaveCount(4);

  await page.getByRole('link', { name: 'Filter sheds' }).click();
  // Back before React has rendered the page of the new URL.
  await page.evaluate(() => {
    const { history } = window;
    const replaceState = history.replaceState.bind(history);
    history.replaceState = (state, unused, url) => {
      replaceState(state, unused, url);
      if (!url?.toString().includes('material=Metal')) return;
      history.replaceState = replaceState;
      history.back();
    };
  });
  await choice(page, 'Metal').click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/sheds\?sort=price$/);
  await expect(titles(page)).toHaveCount(4);

  await page.getByRole('link', { name: 'Filter sheds' }).click();
  await choice(page, 'Metal').click();
  await expect(sheet.getByRole('button', { name: 'Show 2 sheds' })).toBeVisible();
  await expect(choice(page, 'Small')).toHaveText(/\(0\)$/);
  await sheet.getByRole('combobox', { name: 'Price' }).selectOption('5000');
  await sheet.getByRole('button', { name: 'Show 1 shed', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\?material=Metal&price=5000&sort=price$/);
  await expect(titles(page)).toHaveText(['B']);
  await expect(page.getByRole('link', { name: 'Filter sheds (2)' })).toBeVisible();
  await page.getByRole('link', { name: 'Remove Price: Up to $5,000' }).click();
  await expect(titles(page)).toHaveText(['B', 'C']);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/sheds\?sort=price$/);
  await expect(titles(page)).toHaveCount(4);
});

test('the sheds are sorted, and the filters stay in view', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/sheds');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  for (const [order, url, found] of [
    ['Lowest price', /\?sort=price$/, ['B', 'A', 'C', 'D']],
    ['Highest price', /\?sort=price-desc$/, ['C', 'A', 'B', 'D']],
    ['Smallest size', /\?sort=size$/, ['A', 'B', 'C', 'D']],
    ['Largest size', /\?sort=size-desc$/, ['C', 'B', 'A', 'D']],
  ] as const) {
    await sort.selectOption(order);
    // The first one is chosen before hydration.
    await hydrate(page);
    await expect(page).toHaveURL(url);
    await expect(titles(page)).toHaveText(found);
  }
  await choice(page, 'Metal').click();
  await expect(page).toHaveURL(/\?material=Metal&sort=size-desc$/);
  await expect(titles(page)).toHaveText(['C', 'B']);
  await sort.selectOption('Featured');
  await expect(page).toHaveURL(/\?material=Metal$/);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.mouse.wheel(0, 400);
  await expect(choice(page, 'Wood')).toBeInViewport();
});

test('a list without sheds and without a filter shows that and offers a custom quote', {
  tag: '@narrow',
}, async ({ page, service }) => {
  await emptyTables(service, ['shed_listings']);
  await page.goto('/sheds');
  await expect(page.getByText('There are no sheds on show right now')).toBeVisible();
  await expect(page.getByText('No sheds match your current filters')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Filter sheds' })).toBeHidden();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Request Custom Quote' }),
  ).toBeVisible();
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('price and order are sent as a form with the other filters', {
    tag: '@narrow',
  }, async ({ page }) => {
    await page.goto('/sheds?material=Metal');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Highest price');
    await page.getByRole('button', { name: 'Sort' }).click();
    await expect(page).toHaveURL(/\?material=Metal&sort=price-desc$/);
    await expect(titles(page)).toHaveText(['C', 'B']);
    await page.getByRole('link', { name: 'Filter sheds (1)' }).click();
    await page.getByRole('combobox', { name: 'Price' }).selectOption('5000');
    await page.getByRole('button', { name: 'Show 2 sheds' }).click();
    await expect(titles(page)).toHaveText(['B']);
    await expect(choice(page, 'Metal')).toBeHidden();
    await page.goBack();
    await expect(titles(page)).toHaveText(['C', 'B']);
  });
});
