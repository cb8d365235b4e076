import type { Page } from '@playwright/test';
import { newShed } from '#tests/fixtures/rows.ts';
import { expect, test } from './support/empty-site.ts';
import { tabTo } from './support/forms.ts';
import { expectAccessible } from './support/test.ts';

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const choice = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Filters' }).getByRole('link', { name });

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
      }),
      newShed({ title: 'B', images: [], material_type: 'Metal', color: 'White', size: '14x20' }),
      newShed({ title: 'C', images: [], material_type: 'Metal', color: 'Red', size: '16x24' }),
      newShed({ title: 'D', images: [], material_type: 'Vinyl', color: 'Mauve', size: 'Other' }),
    ])
    .throwOnError();
});

test('match part of the text in any case, and sizes by group', {
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
}, async ({ page, isMobile }) => {
  await page.goto('/custom-sheds');
  if (isMobile) {
    await expect(choice(page, 'Metal')).toBeHidden();
    await tabTo(page, page.locator('summary', { hasText: 'Filter sheds' }));
    await page.keyboard.press('Enter');
  }
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
  if (isMobile) await expect(page.getByRole('link', { name: 'Remove Color: Red' })).toBeVisible();
  await choice(page, 'Clear All').press('Enter');
  await expect(titles(page)).toHaveCount(4);
  await expect(page.getByRole('heading', { name: '4 sheds' })).toBeFocused();
});

test('ten colours have a swatch and a name', { tag: '@narrow' }, async ({ page, isMobile }) => {
  await page.goto('/sheds');
  if (isMobile) await page.getByText('Filter sheds').click();
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
    const link = page
      .getByRole('region', { name: 'Filters' })
      .getByRole('link', { name: color, exact: true });
    await expect(link.locator('svg')).toBeVisible();
  }
});

test('the empty result offers a custom quote', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/sheds?material=Wood&color=Red');
  await expect(page.getByText('No sheds match your current filters')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Request Custom Quote' }).click();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
});
