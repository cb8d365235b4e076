import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false, expectedErrors: ['status of 404'] });

test('the phone menu closes when Contact is chosen on the home page', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  // The second time from the page that the first one has opened.
  for (const name of ['Contact', 'Get Free Quote', 'Contact']) {
    await header.locator('summary').click();
    await header.getByRole('navigation').getByRole('link', { name }).click();
    await expect(header.getByRole('link', { name: 'Blog' })).toBeHidden();
    await expect(page.locator('#contact')).toBeInViewport();
  }
});

test('a clip and a quote form with its project type open', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Play: / }).first()).toHaveAttribute(
    'href',
    /\.mp4$/,
  );
  await page.getByRole('link', { name: 'Garage Doors' }).click();
  await expect(page.getByLabel(/^Project Type/)).toHaveValue('Exterior Renovation');
});

test('each page has its content, and its links work', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/');
  const work = page.getByRole('region', { name: 'Recent work' });
  await work.getByRole('link', { name: 'Custom Shed', exact: true }).click();
  await expect(page).toHaveURL(/\?work=custom-shed#work$/);
  await expect(work.getByText('Custom Shed,')).toHaveCount(await work.getByRole('article').count());
  await work.getByRole('link', { name: 'Tool shed on Sturrock Lake' }).click();
  await expect(page).toHaveURL(/\?work=custom-shed&project=[0-9a-f-]+$/);
  const dialog = page.getByRole('dialog', { name: 'Tool shed on Sturrock Lake' });
  await expect(dialog.getByText('August 21, 2026')).toBeInViewport();
  await page.getByRole('link', { name: 'Show 2 of 2' }).click();
  await expect(
    page.getByRole('img', { name: 'Tool shed on Sturrock Lake, picture 2 of 2' }),
  ).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Next' })).toBeHidden();
  await dialog.getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\?work=custom-shed#work$/);
  await expect(dialog).toBeHidden();

  const header = page.getByRole('banner');
  await header.locator('summary').click();
  await header.getByRole('link', { name: 'Custom Sheds' }).click();
  await page.getByRole('link', { name: 'Cedar Garden Gable' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cedar Garden Gable');
  await expect(page.getByText('Treated ramp')).toBeVisible();
  await page.getByRole('link', { name: 'All sheds' }).click();
  await page
    .getByRole('article')
    .filter({ hasText: 'Dormer Studio' })
    .getByRole('link', { name: 'Request a Quote' })
    .click();
  await expect(page.getByLabel(/^Project Description/)).toHaveValue(
    "I'm interested in the Dormer Studio",
  );

  await header.locator('summary').click();
  await header.getByRole('link', { name: 'Blog' }).click();
  await page.getByRole('link', { name: 'Choosing siding for a shed' }).click();
  await page.getByRole('link', { name: 'Talk to us' }).click();
  await expect(page.locator('#contact')).toBeInViewport();
  await expect(page.getByLabel(/^Subject/)).toBeVisible();
  await page.goto('/blog/no-such-post');
  await expect(page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible();
});
