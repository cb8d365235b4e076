import type { Page } from '@playwright/test';
import { parsePriceList } from '#app/domain/designs/price-list.ts';
import { signIn } from './support/admin.ts';
import { conflict, conflictField } from './support/conflicts.ts';
import { sendDesignRequest } from './support/design-request.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hydrate } from './support/hydrate.ts';
import { openSecondSession } from './support/second-session.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

const openStyle = async (page: Page, style: string) => {
  const summary = page.locator('summary', { hasText: new RegExp(`^${style}`) });
  await summary.click();
  return page.getByRole('group', { name: style, exact: true });
};
const sample = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Gable, 8x10, Wood' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Draft' });

test('prices are changed as a draft with a preview, published with a note, and restored', {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, '/admin/price-list');
  await expect(page.getByRole('heading', { level: 1, name: 'Price List' })).toBeVisible();
  await expect(page.getByText(/Version \d+ of .* is in force\./)).toBeVisible();
  await expect(sample(page)).toContainText('as published');

  const group = await openStyle(page, 'Gable');
  const price = group.getByLabel('8x10', { exact: true });
  const before = await price.inputValue();

  await test.step('an invalid amount shows an error, and the preview is not updated', async () => {
    await price.fill('cheap');
    await save(page).click();
    await expect(group.getByText('Please enter dollars, such as 350 or 350.50')).toBeVisible();
    await expect(page.getByText('Correct the marked fields to see their effect.')).toBeVisible();
    await expectAccessibleAtBothWidths(page);
  });

  await test.step('a price shows its effect before it is saved', async () => {
    await price.fill(String(Number(before) + 1000));
    await page.getByLabel(/^Valid until/).fill('2026-01-31');
    await expect(page.getByLabel(/^Valid until/)).toHaveAccessibleDescription(
      'This day has passed: visitors see prices without it.',
    );
    await expect(sample(page)).toContainText(/published \$/);
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  });

  await test.step('changing the tab discards no input', async () => {
    await page.getByRole('tab', { name: 'Versions' }).click();
    await expect(page.getByRole('button', { name: /Restore version/ }).first()).toBeVisible();
    await page.getByRole('tab', { name: 'Prices' }).click();
    await expect(price).toHaveValue(String(Number(before) + 1000));
  });

  await test.step('publishing requires a note', async () => {
    await save(page).click();
    await expect(page.getByText('Draft, not published')).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish the price list' });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog.getByText('Please enter what has changed')).toBeVisible();
    await expect(dialog).toContainText('The day of “Valid until” has passed');
    await expectAccessibleAtBothWidths(page);
    await dialog.getByLabel('Note').fill('Cedar costs more');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/Version \d+ of the price list is published\./)).toBeVisible();
    await expect(sample(page)).toContainText('as published');
    await expect(page.getByText(/is in force\./)).toContainText(
      'Its date has passed: visitors see prices without one.',
    );
  });

  await test.step('the previous version is restored into a draft', async () => {
    await page.getByRole('tab', { name: 'Versions' }).click();
    const versions = page.getByRole('tabpanel', { name: 'Versions' }).getByRole('listitem');
    await expect(versions.first()).toContainText('Cedar costs more');
    await expectAccessibleAtBothWidths(page);
    await versions
      .nth(1)
      .getByRole('button', { name: /Restore version/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/The draft now has the prices of version \d+\./)).toBeVisible();
    await expect(page.getByText('Draft, not published')).toBeVisible();
    const restored = await openStyle(page, 'Gable');
    await expect(restored.getByLabel('8x10', { exact: true })).toHaveValue(before);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish the price list' });
    await dialog.getByLabel('Note').fill('Back to the former price');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('items without a price are marked, and listed before publishing', { tag: '@wide' }, async ({
  page,
  site,
}) => {
  const client = serviceClient(site);
  const { data } = await client
    .from('price_lists')
    .select('prices, costs')
    .not('version', 'is', null)
    .order('version', { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  const prices = parsePriceList(data.prices);
  const base = { ...prices.base, Porch: { start: 0, perSquareFoot: 0, grid: {} } };
  const draft = { prices: { ...prices, base }, costs: data.costs };
  await client.from('price_lists').insert(draft).throwOnError();

  await signIn(page, '/admin/price-list');
  const effect = page.getByRole('region', { name: 'Effect of these prices' });
  const row = (text: string) => effect.getByRole('listitem').filter({ hasText: text });
  await expect(row('Porch, 12x20, Wood')).toContainText('Not priced');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the price list' });
  await expect(dialog).toContainText('Without a base price, visitors see no price: Porch.');
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Discard/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard Draft' }).click();
  await expect(page.getByText('The draft is discarded.')).toBeVisible();
});

test('leaving with unsaved prices asks for confirmation', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, '/admin/price-list');
  await expect(sample(page)).toBeVisible();
  const ramp = page.getByRole('group', { name: 'extra ramp' });
  await ramp.getByLabel('Price').fill('1');
  await page.getByRole('navigation').getByRole('link', { name: 'Shed Listings' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(ramp.getByLabel('Price')).toHaveValue('1');
});

test.describe('a conflict', () => {
  test.use({ expectedErrors: ['status of 409'] });

  test('saving a draft that another account saved shows the conflict and overwrites nothing', {
    tag: '@wide',
  }, async ({ page, browser, site }) => {
    await signIn(page, '/admin/price-list');
    await expect(sample(page)).toBeVisible();
    const other = await openSecondSession(browser, site, '/admin/price-list');
    const gambrel = await openStyle(other, 'Gambrel');
    await gambrel.getByLabel('8x8', { exact: true }).fill('4321');
    await save(other).click();
    await expect(other.getByText('Draft, not published')).toBeVisible();

    const ramp = page.getByRole('group', { name: 'extra ramp' });
    await ramp.getByLabel('Price').fill('123');
    await save(page).click();
    await expect(conflict(page)).toBeVisible();
    await expect(conflictField(page, 'Ramp')).toContainText('Ramp: 123 $ each');
    await expect(conflictField(page, 'Base: Gambrel')).toContainText('8x8: $4,321.00');
    await expect(conflictField(page, 'Base: Gambrel')).toContainText(
      'You have not changed this field',
    );
    await expectAccessibleAtBothWidths(page);
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflict(page)).toBeHidden();
    await expect(ramp.getByLabel('Price')).toHaveValue('123');
    const merged = await openStyle(page, 'Gambrel');
    await expect(merged.getByLabel('8x8', { exact: true })).toHaveValue('4321');
    await page.getByRole('button', { name: /^Discard/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard Draft' }).click();
    await expect(page.getByText('The draft is discarded.')).toBeVisible();
    await other.context().close();
  });
});

/** Compares two saved designs, and returns the row of their prices. */
async function compare(page: Page) {
  const entries = page.getByRole('checkbox', { name: 'Compare' });
  for (const index of [0, 1]) await entries.nth(index).check();
  return page.getByRole('table', { name: 'Side by side' }).getByRole('row', { name: /^Price/ });
}

test.describe('what visitors see', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED', 'Failed to fetch'] });

  test('price visibility, approved range and hints are saved and on the website', {
    tag: '@narrow',
  }, async ({ page, site }) => {
    const design = '/design?style=gable&size=14x16';
    const price = page.getByRole('region', { name: 'Price' });
    const bar = page.locator('[data-bottom-bar]');
    await signIn(page, '/admin/price-list?tab=visitors');
    await expect(page.getByRole('radio', { name: 'Every line' })).toBeChecked();
    const permit = page.getByRole('group', { name: 'Building permit', exact: true });
    await expect(permit.getByRole('checkbox')).not.toBeChecked();
    await expectAccessibleAtBothWidths(page);

    await page.getByLabel('Width up to, ft').fill('99');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Please enter whole feet between 6 and 16')).toBeVisible();

    await page.getByLabel('Width up to, ft').fill('12');
    await page.getByText('A range', { exact: true }).click();
    await permit.getByLabel('Figure, m²').fill('15');
    await permit.getByLabel('Checked on').fill('2026-11-20');
    await permit.getByRole('checkbox').check();
    await permit.getByLabel('Above the figure').fill('Ask us about {value} m² above {figure}.');
    await page.getByLabel(/^Deck of the trailer above the road, m\./).fill('0.9');
    await page.getByRole('button', { name: 'Add a municipality' }).click();
    const zoning = page.getByRole('group', { name: 'Municipality 1' });
    await zoning.getByLabel('Municipality', { exact: true }).fill('Hollin Bay');
    await zoning.getByLabel('Height, m').fill('3');
    await zoning.getByLabel('Link').fill('https://example.com/by-law');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('What visitors see is saved.')).toBeVisible();

    await test.step('visitors see a price range, the hints and the need for an engineer', async () => {
      await page.goto(design);
      const hints = page.getByRole('region', { name: 'Will it fit?' });
      await expect(hints).toContainText('At 14 ft of width it needs an engineer');
      await expect(hints).toContainText('Ask us about 20.81 m² above 15. Check with');
      await expect(hints).toContainText('Checked on November 20, 2026.');
      await expect(hints.getByRole('listitem').filter({ hasText: 'Hollin Bay' })).toContainText(
        /^Zoning in Hollin BayAt most 3 m high\. This shed is [\d.]+ m high\. Check with/,
      );
      await expect(hints.getByRole('link', { name: 'example.com' })).toBeVisible();
      const range = /between \$[\d,]+00 and \$[\d,]+00/i;
      await expect(price).toContainText(range);
      await expect(price.getByRole('row')).toHaveCount(0);
      await expect(bar).toContainText(range);
      await hydrate(page);
      for (const style of ['Gable', 'Gambrel']) {
        await page.getByLabel('Style').selectOption(style);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
      }
      await expect(await compare(page)).toContainText(/(between \$[\d,]+00 and .*){2}/i);
    });

    await test.step('visitors see no price anywhere', async () => {
      await serviceClient(site)
        .from('designer_settings')
        .update({ price_visibility: 'none' })
        .not('id', 'is', null)
        .throwOnError();
      await expect(async () => {
        await page.goto(design);
        await expect(bar).not.toContainText('$', { timeout: 500 });
      }).toPass();
      await expect(bar.getByRole('link', { name: 'Request a Quote' })).toBeVisible();
      await hydrate(page);
      await expect(await compare(page)).toContainText(/(On request.*){2}/i);
      await expect(page.getByRole('main')).not.toContainText('$');
      await page.route('**/design.data?*', (route) => route.abort());
      await page.getByLabel('Wall colour').selectOption('Blue');
      await expect(page.getByRole('region', { name: 'Will it fit?' })).toContainText(
        'Just now these hints do not follow your changes.',
      );
      await expect(page.getByText('The price cannot be shown just now.')).toHaveCount(0);
      await serviceClient(site)
        .from('designer_settings')
        .update({ price_visibility: 'range' })
        .not('id', 'is', null)
        .throwOnError();
    });

    await page.goto('/admin/price-list?tab=visitors');
    await expect(page.getByRole('radio', { name: 'A range' })).toBeChecked();
    await expect(page.getByLabel('Width up to, ft')).toHaveValue('12');
    await expect(permit.getByLabel('Checked on')).toHaveValue('2026-11-20');
    await page.getByText('Every line', { exact: true }).click();
    await page.getByLabel('Width up to, ft').fill('14');
    await permit.getByLabel('Checked on').fill('');
    await permit.getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: 'Remove municipality 1' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('What visitors see is saved.')).toBeVisible();
  });
});

test('withdrawn options are not offered to visitors, and invalid framing shows an error', {
  tag: '@wide',
}, async ({ page, site, browser }) => {
  await signIn(page, '/admin/price-list?tab=visitors');
  const option = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const saveButton = page.getByRole('button', { name: 'Save', exact: true });
  for (const door of ['Single door 36', 'Single door 42', 'Double door 60', 'Double door 72']) {
    await option(`${door} in`).uncheck();
  }
  await option('Roll-up door 84 in').uncheck();
  await option('16 ft').uncheck();
  await page.getByLabel('Skids apart, at most, in').fill('99');
  await saveButton.click();
  await expect(page.getByText('Please offer at least one door')).toBeVisible();
  await expect(page.getByText('Please choose 16 ft or longer')).toBeVisible();
  await expect(page.getByText('Please enter whole inches between 24 and 60')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('button', { name: 'Reset to the standard values' }).click();
  await expect(page.getByLabel('Skids apart, at most, in')).toHaveValue('48');
  await expect(option('16 ft')).toBeChecked();
  await page.getByLabel('Studs, on centre').selectOption('24 in');
  for (const door of ['Single door 36', 'Single door 42', 'Double door 60', 'Double door 72']) {
    await option(`${door} in`).check();
  }
  await option('Gambrel').uncheck();
  await option('Roof colour Green').uncheck();
  await saveButton.click();
  await expect(page.getByText('What visitors see is saved.')).toBeVisible();

  const styles = (of: Page) => of.getByLabel('Style', { exact: true }).getByRole('option');
  await test.step('a link with a withdrawn option shows a message', async () => {
    await expect(async () => {
      await page.goto('/design?style=gambrel&size=10x12&roof=green');
      await expect(page.getByText('Gambrel is not offered at the moment')).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expect(page.getByText('Roof colour Green is not offered')).toBeVisible();
    await hydrate(page);
    await expect(page.getByLabel('Style', { exact: true })).toHaveValue('Dutch Barn');
    await expect(styles(page).filter({ hasText: 'Gambrel' })).toHaveCount(0);
  });

  await test.step('staff see the design as sent, with withdrawn options', async () => {
    await page.goto('/design?style=gambrel&size=10x12&withdrawn=yes');
    await hydrate(page);
    await expect(page.getByLabel('Style', { exact: true })).toHaveValue('Gambrel');
    await page.getByLabel('Length').selectOption('14 ft');
    await expect(page).toHaveURL(/style=gambrel&size=10x14.*withdrawn=yes/);
  });

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const plain = await context.newPage();
  await plain.goto('/design');
  await expect(styles(plain).filter({ hasText: 'Gambrel' })).toHaveCount(0);
  await plain.getByLabel('Style', { exact: true }).selectOption('Dutch Barn');
  await plain.getByRole('button', { name: 'Update the shed' }).click();
  await expect(plain).toHaveURL(/style=dutch-barn/);
  await context.close();

  await serviceClient(site)
    .from('designer_settings')
    .update({ withdrawn_options: [], framing: null })
    .not('id', 'is', null)
    .throwOnError();
});

test('a request shows its design, the price that its customer saw and the price of today', {
  tag: '@wide',
}, async ({ page, site }) => {
  const id = await sendDesignRequest(site, { deliveryKm: 100 });
  await signIn(page, `/admin/quotes?open=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });
  await expect(dialog.getByRole('heading', { name: 'Design' })).toBeVisible();
  await expect(dialog.getByText('10x12 ft')).toBeVisible();
  await expect(
    dialog.getByRole('heading', { name: /^Price as the customer saw it, by version \d+$/ }),
  ).toBeVisible();
  await expect(dialog.getByText(/The customer saw about \$[\d,]+/)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Base 10x12 Gable/ })).toBeVisible();
  await expect(
    dialog.getByText(/before tax; costs \$[\d,.]+, margin \d+ % without delivery/),
  ).toBeVisible();
  const link = dialog.getByRole('link', { name: 'Open in designer' });
  const query = 'style=gable&size=10x12&delivery=100';
  await expect(link).toHaveAttribute('href', `/design?${query}#request=${id}`);
  await expectAccessibleAtBothWidths(page);

  await test.step('the request is answered with a variant', async () => {
    // A change removes the fragment from the URL, also before the script of staff's links has loaded.
    const { release } = await holdRequests(page, '**/assets/staff-link-*.js');
    await page.goto(`/design?${query}#request=${id}`);
    await hydrate(page);
    await page.getByLabel('Wall colour').selectOption('Red');
    await expect(page).toHaveURL(/color=red&delivery=100$/);
    release();
    await page.getByRole('link', { name: 'Reply with this variant' }).click();
    const variant = `${site.url}/design?style=gable&size=10x12&color=red&delivery=100`;
    await expect(dialog.getByRole('link', { name: variant })).toBeVisible();
    for (const name of ['Reply with this variant', 'Reply via Email']) {
      const reply = await dialog.getByRole('link', { name }).getAttribute('href');
      expect(reply).toMatch(/^mailto:/);
      expect(decodeURIComponent(reply ?? '')).toContain(`your design:\r\n${variant}\r\n`);
    }
    await expectAccessibleAtBothWidths(page);
  });

  await test.step('a request without a basis states that the price the customer saw is unknown', async () => {
    const unseen = await sendDesignRequest(site, { hasSeenPrice: false });
    await page.goto(`/admin/quotes?open=${unseen}`);
    await expect(dialog.getByText(/^What the customer saw is unknown/)).toBeVisible();
    await expect(dialog.getByText(/The customer saw/)).toHaveCount(0);
  });

  await test.step('a request names withdrawn options, and opens the design as sent', async () => {
    const settings = serviceClient(site).from('designer_settings');
    const withdraw = (withdrawn_options: string[]) =>
      settings.update({ withdrawn_options }).not('id', 'is', null).throwOnError();
    await withdraw(['style.Gable']);
    await page.goto(`/admin/quotes?open=${id}`);
    await expect(dialog.getByText('You do not offer at the moment: Gable.')).toBeVisible();
    await expect(link).toHaveAttribute('href', /&withdrawn=yes&delivery=100#request=/);
    await page.goto((await link.getAttribute('href')) ?? '');
    await expect(page.getByLabel('Style', { exact: true })).toHaveValue('Gable');
    await withdraw([]);
  });
});
