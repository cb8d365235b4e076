import type { Page } from '@playwright/test';
import { newShed } from '#tests/fixtures/rows.ts';
import { emptyTables } from './support/content.ts';
import { tabTo } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Visitors filter and sort four sheds. Which sheds a filter finds is tested without a browser. */

const getTitles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const getChoice = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Filters' }).getByRole('link', { name: new RegExp(`^${name}`) });

test.beforeEach(async ({ site }) => {
  const service = serviceClient(site);
  await emptyTables(service, ['shed_listings']);
  const sheds = [
    { title: 'A', material_type: 'cedar wood', color: 'NAVY BLUE', size: '8x12', price: 6000 },
    { title: 'B', material_type: 'Metal', color: 'White', size: '14x20', price: 4000 },
    { title: 'C', material_type: 'Metal', color: 'Red', size: '16x24', price: 8000 },
    { title: 'D', material_type: 'Vinyl', color: 'Mauve', size: 'Other', price: null },
  ].map((shed) => newShed({ ...shed, images: [] }));
  await service.from('shed_listings').insert(sheds).throwOnError();
});

test('one option per category is chosen, deselected and cleared by keyboard; sheds are sorted, and the filters stay in view', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/custom-sheds');
  await tabTo(page, getChoice(page, 'Metal'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/custom-sheds\?material=Metal$/);
  await expect(getTitles(page)).toHaveCount(2);
  await expect(getChoice(page, 'Metal')).toHaveAttribute('aria-current', 'true');
  await expect(getChoice(page, 'Metal')).toBeFocused();
  await getChoice(page, 'Vinyl').press('Enter');
  await expect(getTitles(page)).toHaveText(['D']);
  await getChoice(page, 'Vinyl').press('Enter');
  await expect(page).toHaveURL(/\/custom-sheds$/);
  await expect(getTitles(page)).toHaveCount(4);

  await getChoice(page, 'Red').press('Enter');
  await expect(getTitles(page)).toHaveText(['C']);
  await getChoice(page, 'Wood').press('Enter');
  await expect(page.getByText('No sheds match your current filters')).toBeVisible();
  await page.getByRole('link', { name: 'Clear All' }).press('Enter');
  await expect(getTitles(page)).toHaveCount(4);
  await expect(page.getByRole('heading', { name: '4 sheds' })).toBeFocused();

  await page.goto('/sheds');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  for (const [order, url, found] of [
    ['Lowest price', /\?sort=price$/, ['B', 'A', 'C', 'D']],
    ['Largest size', /\?sort=size-desc$/, ['C', 'B', 'A', 'D']],
  ] as const) {
    await sort.selectOption(order);
    await hydrate(page);
    await expect(page).toHaveURL(url);
    await expect(getTitles(page)).toHaveText(found);
  }
  await getChoice(page, 'Metal').click();
  await expect(page).toHaveURL(/\?material=Metal&sort=size-desc$/);
  await expect(getTitles(page)).toHaveText(['C', 'B']);
  await sort.selectOption('Featured');
  await expect(page).toHaveURL(/\?material=Metal$/);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.mouse.wheel(0, 400);
  await expect(getChoice(page, 'Wood')).toBeInViewport();
});

test('on a phone the filters open as a sheet with counts; Back and a button close it', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/sheds?sort=price');
  const open = () => page.getByRole('link', { name: 'Filter sheds' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter sheds' });
  const expectUnfiltered = async () => {
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/sheds\?sort=price$/);
    await expect(getTitles(page)).toHaveCount(4);
  };
  await open();
  await expect(sheet.getByRole('button', { name: 'Show 4 sheds' })).toBeInViewport();
  await expect(getChoice(page, 'Metal')).toHaveText('Metal (2)');
  await expect(getChoice(page, 'Small')).toHaveText(/\(1\)$/);
  await page.goBack();
  await expectUnfiltered();

  await open();
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
  await getChoice(page, 'Metal').click();
  await expectUnfiltered();

  await open();
  await getChoice(page, 'Metal').click();
  await expect(sheet.getByRole('button', { name: 'Show 2 sheds' })).toBeVisible();
  await expect(getChoice(page, 'Small')).toHaveText(/\(0\)$/);
  await sheet.getByRole('combobox', { name: 'Price' }).selectOption('5000');
  await sheet.getByRole('button', { name: 'Show 1 shed', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\?material=Metal&price=5000&sort=price$/);
  await expect(getTitles(page)).toHaveText(['B']);
  await expect(page.getByRole('link', { name: 'Filter sheds (2)' })).toBeVisible();
});

test('a long list has pages', { tag: '@full' }, async ({ page, site }) => {
  const service = serviceClient(site);
  const rows = Array.from({ length: 60 }, (_, n) => newShed({ title: `Shed ${n}`, images: [] }));
  await service.from('shed_listings').insert(rows).throwOnError();
  await page.goto('/sheds');
  await expect(getTitles(page)).toHaveCount(24);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
});

test.describe('if the site does not answer', () => {
  test.use({ expectedErrors: ['net::ERR_', 'status of 502'] });

  const goBack = (page: Page) => page.evaluate(() => history.back());
  const expectShedsKept = async (page: Page, message: RegExp) => {
    await expect(page.getByText(message)).toBeVisible();
    await expect(page).toHaveURL(/\/sheds$/);
    await expect(getTitles(page)).toHaveCount(4);
  };

  test('offline, filters, links and Back keep the page, and work again once online', {
    tag: '@wide',
  }, async ({ page, context }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Custom Sheds' }).click();
    await expect(getTitles(page)).toHaveCount(4);
    await context.setOffline(true);
    const offline = /^You are offline\./;
    await getChoice(page, 'Metal').click();
    await expectShedsKept(page, offline);
    await expect(getChoice(page, 'Metal')).not.toHaveAttribute('aria-current');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(offline)).toBeHidden();
    await goBack(page);
    await expectShedsKept(page, offline);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(offline)).toBeHidden();
    // A page whose scripts have not been loaded.
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await expectShedsKept(page, offline);
    await context.setOffline(false);
    await expect(page.getByText(offline)).toBeHidden();
    await getChoice(page, 'Metal').click();
    await expect(getTitles(page)).toHaveCount(2);
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL(/\/blog$/);
  });

  test('data that is cut off or refused keeps the page, with its history', {
    tag: ['@wide', '@full'],
  }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Custom Sheds' }).click();
    await expect(getTitles(page)).toHaveCount(4);
    const unanswered = /^Our website didn't answer\./;
    const data = /\.data(\?|$)/;
    await page.route(data, (route) => route.abort());
    await getChoice(page, 'Metal').click();
    await expectShedsKept(page, unanswered);
    await page.getByRole('button', { name: 'Close' }).click();
    await goBack(page);
    await expectShedsKept(page, unanswered);
    await page.unroute(data);
    await page.route(data, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await getChoice(page, 'Vinyl').click();
    await expectShedsKept(page, unanswered);
    await page.unroute(data);
    await getChoice(page, 'Vinyl').click();
    await expect(getTitles(page)).toHaveText(['D']);
    await expect(page.getByText(unanswered)).toBeHidden();
    await page.goBack();
    await expect(getTitles(page)).toHaveCount(4);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });

  test('a filter of the sheet says in it that the visitor is offline', {
    tag: ['@narrow', '@full'],
  }, async ({ page, context }) => {
    await page.goto('/custom-sheds');
    await page.getByRole('link', { name: 'Filter sheds' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter sheds' });
    await expect(sheet).toBeVisible();
    await context.setOffline(true);
    await sheet.getByRole('link', { name: /^Metal/ }).click();
    await expect(sheet.getByText(/^You are offline\./)).toBeInViewport();
    await context.setOffline(false);
    await sheet.getByRole('link', { name: /^Metal/ }).click();
    await expect(sheet.getByRole('button', { name: 'Show 2 sheds' })).toBeVisible();
  });
});
