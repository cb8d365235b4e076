import { expect, test } from './support/test.ts';

/** What works without scripts and needs a browser: links, styles and history. */

test.use({ javaScriptEnabled: false });

test('the pages show their content, and menu, project and gallery open by links', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await test.step('the menu closes when Contact is chosen on the home page', async () => {
    // The second time from the page that the first one has opened.
    for (const name of ['Contact', 'Get Free Quote', 'Contact']) {
      await header.locator('summary').click();
      await header.getByRole('navigation').getByRole('link', { name }).click();
      await expect(header.getByRole('link', { name: 'Blog' })).toBeHidden();
      await expect(page.locator('#contact')).toBeInViewport();
    }
  });
  const work = page.getByRole('region', { name: 'Recent work' });
  await work.getByRole('link', { name: 'Custom Shed', exact: true }).click();
  await expect(page).toHaveURL(/\?work=custom-shed#work$/);
  const title = 'Tool shed on Sturrock Lake';
  await work.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  await expect(page.getByText('August 21, 2026')).toBeVisible();
  await page.getByRole('link', { name: 'Show 2 of 2' }).click();
  await expect(page.getByRole('img', { name: `${title}, image 2 of 2` })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Next' })).toBeHidden();

  await page.goto('/blog/choosing-siding-for-a-shed');
  await page.getByRole('link', { name: 'Talk to us' }).click();
  await expect(page.locator('#contact')).toBeInViewport();
});

test('sheds are filtered and sorted', { tag: ['@narrow', '@full'] }, async ({ page }) => {
  await page.goto('/sheds');
  const titles = page.getByRole('main').getByRole('heading', { level: 3 });
  const filters = page.getByRole('region', { name: 'Filters' });
  await expect(titles).toHaveCount(15);
  await page.getByRole('link', { name: 'Filter sheds' }).click();
  await filters.getByRole('link', { name: /^Metal/ }).click();
  await expect(page).toHaveURL(/\/sheds\?material=Metal$/);
  await expect(titles).toHaveCount(4);
  await expect(filters.getByRole('link', { name: /^Metal/ })).toBeHidden();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Lowest price');
  await page.getByRole('button', { name: 'Sort' }).click();
  await expect(page).toHaveURL(/\?material=Metal&sort=price$/);
  await expect(titles.first()).toHaveText('Little Steel Gable');
  await page.getByRole('link', { name: 'Filter sheds (1)' }).click();
  await page.getByRole('combobox', { name: 'Price' }).selectOption('5000');
  await page.getByRole('button', { name: 'Show 4 sheds' }).click();
  await expect(titles).toHaveText(['Little Steel Gable']);
  await page.goBack();
  await expect(titles).toHaveCount(4);
});
