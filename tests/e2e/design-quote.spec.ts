import type { Page } from '@playwright/test';
import { waitForMinFormAge } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { serviceClient } from './support/service.ts';
import type { Site } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

const url = '/design?style=gambrel&size=12x16&color=red&back=window-18x24.20';

async function fillIn(page: Page, email: string) {
  await expect(page.getByLabel(/^Style/)).toHaveValue('Gambrel');
  await expect(page.getByLabel(/^Size/)).toHaveValue('12x16');
  await expect(page.getByLabel(/^Material/)).toHaveValue('Wood');
  await expect(page.getByLabel(/^Project Type/)).toHaveValue('Custom Shed');
  await page.getByLabel(/^Name/).fill('Dana Designer');
  await page.getByLabel(/^Email/).fill(email);
}

async function readRequest(site: Site, email: string) {
  const { data } = await serviceClient(site)
    .from('quote_requests')
    .select('design, design_price, description')
    .eq('email', email)
    .throwOnError();
  expect(data).toHaveLength(1);
  return data[0];
}

const expected = {
  description: expect.stringMatching(/^I'm interested in this design: 12x16 Gambrel shed in Wood/),
  design: {
    ...{ version: 1, style: 'Gambrel', width: 12, length: 16, wallColor: 'Red' },
    openings: [{ type: 'window-18x24', wall: 'back', position: 20 }],
  },
  design_price: {
    wasSeen: true,
    shown: { visibility: 'itemised', total: expect.any(Number) },
    full: { total: expect.any(Number) },
  },
};

test('a design is sent with its request, its price and its image', {
  tag: '@narrow',
}, async ({ page, site, mail }) => {
  const email = 'design@example.com';
  await page.goto(url);
  await hydrate(page);
  await page.getByRole('link', { name: 'Request a Quote' }).last().click();
  await hydrate(page);
  await fillIn(page, email);
  // What the page sends as a price is ignored.
  await page.locator('input[name=design]').evaluate((input) => {
    input.insertAdjacentHTML('afterend', '<input type="hidden" name="design_price" value="1">');
  });
  await waitForMinFormAge(page.getByRole('main'));
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText(/Thank you for your quote request!/).first()).toBeVisible();
  expect(await readRequest(site, email)).toMatchObject(expected);

  const received = await mail.waitFor(({ text }) => text?.includes(email) ?? false);
  expect(received.attachments).toMatchObject([{ mimeType: 'image/jpeg', related: true }]);
  expect(received.text).toContain('/design?style=Gambrel');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a design is sent with its request', { tag: '@wide' }, async ({ page, site }) => {
    const email = 'design-without-javascript@example.com';
    await page.goto(url);
    await page.getByRole('link', { name: 'Request a Quote' }).last().click();
    await fillIn(page, email);
    await waitForMinFormAge(page.getByRole('main'));
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(/Thank you for your quote request!/).first()).toBeVisible();
    expect(await readRequest(site, email)).toMatchObject(expected);
  });
});
