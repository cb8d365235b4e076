import { newShed } from '#tests/fixtures/rows.ts';
import { quoteSuccess, tabTo, waitForMinFormAge } from './support/forms.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const garden = '/custom-sheds/30000000-0000-4000-8000-000000000001';

test('a card shows three features and the number of others', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/sheds');
  const card = page.getByRole('article').filter({ hasText: 'Cedar Garden Gable' });
  const features = card.getByRole('listitem');
  await expect(features).toHaveText([
    'Western red cedar board and batten',
    '2x4 walls, studs at 16 inches',
    '5-foot double doors',
    '3 more',
  ]);
  await expect(card.getByText('$7,450', { exact: true })).toBeVisible();
  await expect(page.getByText('Contact for price').first()).toBeVisible();
});

test('the details open in a dialog by keyboard and link to the quote form', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/sheds');
  const title = 'Cedar Garden Gable';
  const card = page.getByRole('link', { name: title });
  await tabTo(page, card);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('$7,450')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Optional upgrades' })).toBeVisible();
  await expect(dialog.getByText('Treated ramp')).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/sheds\?shed=[0-9a-f-]{36}$/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
  await expect(page).toHaveURL(/\/sheds$/);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/sheds$/);
  await expect(card).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: 'Request a Quote' }).press('Enter');
  const quote = page.getByRole('dialog', { name: 'Request a Quote' });
  await expect(quote.getByLabel(/^Project Description/)).toHaveValue(
    `I'm interested in the ${title}`,
  );
  await expect(dialog).toBeHidden();

  await test.step('Back and Close lead to the listing that the form was opened from', async () => {
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await leave();
      await expect(quote).toBeHidden();
      await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
      await expect(page).toHaveURL(/\/sheds\?shed=[0-9a-f-]{36}$/);
      await dialog.getByRole('link', { name: 'Request a Quote' }).click();
      await expect(quote.getByRole('button', { name: 'Close' })).toBeFocused();
    }
  });
  await test.step('a sent request leads to the list', async () => {
    await quote.getByLabel(/^Name/).fill('Lina Listing');
    await quote.getByLabel(/^Email/).fill('lina@example.com');
    await waitForMinFormAge(quote);
    await quote.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(quote.getByText(quoteSuccess)).toBeVisible();
    await expect(quote).toBeHidden();
    await expect(page).toHaveURL(/\/sheds$/);
    await expect(page.getByText(quoteSuccess)).toBeVisible();
    await expect(dialog).toBeHidden();
    await card.click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/sheds$/);
  });
});

test("a listing's page has every detail and similar sheds", async ({ page, isMobile }) => {
  await page.goto(garden);
  await test.step('price and quote button are above the fold, beside the phone number or in a bar', async () => {
    const main = page.getByRole('main');
    const quote = main.locator('a[href="#quote"]').filter({ visible: true });
    await expect(quote).toHaveText('Request a Quote');
    await expect(quote).toBeInViewport({ ratio: 1 });
    const price = main.getByText('$7,450').filter({ visible: true });
    await expect(isMobile ? price.last() : price.first()).toBeInViewport({ ratio: 1 });
    if (!isMobile) {
      await expect(page.getByRole('link', { name: 'Call 705-555-0142' })).toBeInViewport();
      return;
    }
    await quote.click();
    await expect(page.getByRole('heading', { name: 'Request a Quote' })).toBeInViewport();
    // Is not covered by the bar.
    await main.getByRole('button', { name: 'Submit Quote Request' }).click({ trial: true });
    await page.evaluate(() => scrollTo(0, 0));
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cedar Garden Gable');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`${garden}$`),
  );
  const main = page.getByRole('main');
  await expect(main.getByText('$7,450').first()).toBeVisible();
  for (const fact of ['Wood', 'Natural', '10x12', 'Gable']) {
    await expect(main.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible();
  }
  const gallery = page.getByRole('region', { name: 'Pictures of Cedar Garden Gable' });
  await gallery.getByRole('link', { name: 'Previous' }).click();
  await expect(gallery.getByText('2 / 2')).toBeVisible();
  await expect(main.getByLabel(/^Project Description/)).toHaveValue(
    "I'm interested in the Cedar Garden Gable",
  );
  const related = page.getByRole('region', { name: 'Sheds like it' });
  await expect(related.getByRole('article')).toHaveCount(3);
  await expectAccessible(page);
  await related.getByRole('heading', { level: 3 }).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Cedar Garden Gable');
});

test('printing a listing includes its facts and omits controls', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto(garden);
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText('$7,450').first()).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Standard features' })).toBeVisible();
  await expect(main.getByText(new RegExp(`${garden}$`))).toBeVisible();
  await expect(page.getByRole('banner').getByText('705-555-0142').first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(main.getByRole('textbox').first()).toBeHidden();
  await expect(main.getByRole('link', { name: 'Next' })).toBeHidden();
  for (const number of [1, 2]) {
    await expect(main.getByRole('img', { name: `picture ${number} of 2` })).toBeInViewport();
  }
});

test.describe('an inactive listing', () => {
  test.use({ expectedErrors: ['status of 404'] });

  test('has no page and no card', { tag: '@narrow' }, async ({ page, site }, { project }) => {
    const title = `Put away ${project.name}`;
    const { data } = await serviceClient(site)
      .from('shed_listings')
      .insert(newShed({ title, is_active: false }))
      .select('id')
      .single()
      .throwOnError();
    const response = await page.goto(`/custom-sheds/${data.id}`);
    expect(response?.status()).toBe(404);
    await page.goto('/sheds');
    await expect(page.getByText(title)).toBeHidden();
  });
});
