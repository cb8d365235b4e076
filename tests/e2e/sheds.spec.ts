import { newShed } from '#tests/fixtures/rows.ts';
import { quoteSuccess, waitForMinFormAge } from './support/forms.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, expectAccessibleAtBothWidths, test } from './support/test.ts';

const garden = '30000000-0000-4000-8000-000000000001';

for (const javaScriptEnabled of [true, false]) {
  test.describe(`filters ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    const tag = javaScriptEnabled ? [] : '@narrow';
    test('narrow the list, are in the URL and can be cleared', { tag }, async ({
      page,
      isMobile,
    }) => {
      await page.goto('/sheds');
      const cards = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3 }) });
      const all = await cards.count();
      const choose = async (name: RegExp) => {
        const filters = page.getByRole('region', { name: 'Filters' });
        if (isMobile) await page.getByRole('link', { name: /^Filter sheds/ }).click();
        await filters.getByRole('link', { name }).click();
        if (isMobile && javaScriptEnabled) {
          await page
            .getByRole('dialog')
            .getByRole('button', { name: /^Show / })
            .click();
        }
      };
      await choose(/^Metal/);
      await expect(page).toHaveURL(/\/sheds\?material=Metal$/);
      await expect.poll(() => cards.count()).toBeLessThan(all);
      const metal = await cards.count();
      await choose(/^Gambrel/);
      await expect(page).toHaveURL(/material=Metal&style=Gambrel$/);
      await expect.poll(() => cards.count()).toBeLessThan(metal);

      await page.goBack();
      if (isMobile && !javaScriptEnabled) await page.goBack();
      await expect(page).toHaveURL(/\/sheds\?material=Metal$/);
      await expect.poll(() => cards.count()).toBe(metal);
      await choose(/^Metal/);
      await expect(page).toHaveURL(/\/sheds$/);
      await expect.poll(() => cards.count()).toBe(all);
    });

    test('a shed in a dialog has a URL', { tag: '@narrow' }, async ({ page }) => {
      await page.goto(`/sheds?material=Metal&shed=${garden}`);
      const dialog = page.getByRole('dialog', { name: 'Cedar Garden Gable' });
      await expect(dialog.getByText('$7,450')).toBeInViewport();
      await expect(dialog.getByRole('link', { name: 'Request a Quote' })).toBeInViewport();
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        new RegExp(`/custom-sheds/${garden}$`),
      );
      if (javaScriptEnabled) {
        await expect(page.locator('[data-plain-dialog]')).toHaveCount(0);
        await expectAccessibleAtBothWidths(page);
        await dialog.getByRole('button', { name: 'Close' }).click();
      } else {
        await dialog.getByRole('link', { name: 'Close' }).click();
      }
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(/\/sheds\?material=Metal$/);
    });

    test('without a match show a message and offer a custom quote', { tag: '@narrow' }, async ({
      page,
    }) => {
      await page.goto('/sheds?material=Metal&color=Natural&style=A-Frame');
      await expect(page.getByText('No sheds match your current filters')).toBeVisible();
      await expect(
        page.getByRole('main').getByRole('link', { name: 'Request Custom Quote' }),
      ).toBeVisible();
    });
  });
}

test('a listing opens in a dialog, its quote is preselected, and once it is sent the form is empty', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/custom-sheds');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/custom-sheds$/);
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first();
  const title = (await card.getByRole('heading', { level: 3 }).textContent()) ?? '';
  await card.getByRole('link', { name: 'Request a Quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
  await expect(dialog.getByLabel(/^Project Type/)).toHaveValue('Custom Shed');
  await expect(dialog.getByLabel(/^Project Description/)).toHaveValue(
    `I'm interested in the ${title.trim()}`,
  );
  await expectAccessibleAtBothWidths(page);

  await dialog.getByLabel(/^Name/).fill('Sven Shed');
  await dialog.getByLabel(/^Email/).fill('sven@example.com');
  await waitForMinFormAge(dialog);
  await dialog.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(dialog.getByText(quoteSuccess)).toBeVisible();
  const values = await dialog
    .locator('input:not([type=hidden], [type=checkbox]), select, textarea')
    .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value));
  expect(new Set(values)).toEqual(new Set(['']));
  await expect(dialog).toBeHidden();
  await card.getByRole('link', { name: 'Request a Quote' }).click();
  await expect(dialog.getByLabel(/^Project Type/)).toHaveValue('Custom Shed');
});

test('500 sheds are paginated', { tag: '@wide' }, async ({ page, site, javaScriptEnabled }) => {
  expect(javaScriptEnabled).toBe(true);
  const service = serviceClient(site);
  const rows = Array.from({ length: 500 }, (_, n) =>
    newShed({ title: `Numbered shed ${n + 1}`, images: [] }),
  );
  const { data } = await service.from('shed_listings').insert(rows).select('id').throwOnError();
  try {
    const response = await page.goto('/sheds');
    expect((await response?.body())?.byteLength).toBeLessThan(400_000);
    const headings = page.getByRole('main').getByRole('heading', { level: 3 });
    await expect(headings).toHaveCount(24);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/sheds?page=99999');
    await expect(page.getByRole('link', { name: 'Next page' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Previous page' })).toBeVisible();
  } finally {
    for (let start = 0; start < data.length; start += 100) {
      await service
        .from('shed_listings')
        .delete()
        .in(
          'id',
          data.slice(start, start + 100).map(({ id }) => id),
        )
        .throwOnError();
    }
  }
});
