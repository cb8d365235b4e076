import type { Locator, Page } from '@playwright/test';
import { insertRow } from '#app/lib/crud.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { signIn } from '../support/admin.ts';
import { getStaffClient, quoteWithOption } from '../support/quotes.ts';
import { serviceClient } from '../support/service.ts';
import { expect, test } from '../support/test.ts';

/** Boxes of the back office at the widths of a phone, a tablet and a desktop. */

const widths = [390, 768, 1440];
const getBox = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
};
const getStyle = (element: Locator, name: string) =>
  element.evaluate((found, property) => getComputedStyle(found).getPropertyValue(property), name);

/** Elements of a class whose text is higher than one line. */
const listBroken = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const lines = new Set([...element.getClientRects()].map(({ top }) => Math.round(top)));
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
        const room = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
        const height = element.getBoundingClientRect().height - room;
        return lines.size > 1 || height > 1.7 * Number.parseFloat(lineHeight);
      })
      .map((element) => element.textContent),
  );

test('lists, the quote editor and the sign-in keep their layout at each width', {
  tag: '@wide',
}, async ({ page, site }) => {
  test.slow();
  const service = serviceClient(site);
  const staff = await getStaffClient(site);
  const request = { customer_name: 'Lena Layout', email: 'lena@example.com', size: '12x20' };
  await insertRow(
    service,
    'quote_requests',
    newQuoteRequest({ ...request, budget_range: '$20,000 - $50,000' }),
  );
  await insertRow(
    service,
    'contact_submissions',
    newContactMessage({ name: 'Lena Layout', email: 'lena@example.com', message: 'A long one' }),
  );
  const items = [1, 2].map((n) =>
    newQuoteItem({ id: `l${n}`, description: `Item ${n}, ${'framed and sided '.repeat(8)}` }),
  );
  const draft = await insertRow(staff, 'quotes', {
    ...quoteWithOption,
    content: newQuoteContent({ items }),
  } as never);

  const { data: settings } = await service
    .from('business_settings')
    .select('business_name')
    .single()
    .throwOnError();
  page.on('dialog', (dialog) => dialog.accept());

  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await test.step(`sign-in at ${width} px`, async () => {
      await page.goto('/admin');
      await expect(page.getByText(settings.business_name, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
    });
  }

  await signIn(page, '/admin');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await test.step(`lists at ${width} px`, async () => {
      await page.goto('/admin/contacts?q=Lena');
      const row = page.getByRole('row').filter({ hasText: 'Lena Layout' }).first();
      for (const text of ['lena@example.com', 'A long one']) {
        await expect(row.getByText(text)).toBeVisible();
      }
      await page.goto('/admin/quotes?q=Lena');
      for (const text of ['lena@example.com', '12x20', '$20,000 - $50,000']) {
        await expect(row.getByText(text, { exact: true })).toBeVisible();
      }
      expect(await listBroken(page, '.money')).toEqual([]);
      // The link that opens a row may cover it.
      await row.hover();
      const link = row.getByRole('link', { name: /^View: / });
      expect(await getStyle(link, 'background-color')).toBe('rgba(0, 0, 0, 0)');
      const { y } = await getBox(row);
      await row.getByRole('checkbox').check();
      await expect(page.getByRole('region', { name: 'Selected' })).toBeVisible();
      expect((await getBox(row)).y).toBe(y);
      const tabs = page.getByRole('tablist');
      const hidden = await tabs.evaluate((list) => list.scrollWidth - list.clientWidth);
      if (hidden > 0) expect(await getStyle(tabs, 'background-image')).toContain('gradient');
    });

    await test.step(`the quote editor at ${width} px`, async () => {
      await page.goto(`/admin/quote-builder/${draft.id}`);
      const folded = page.getByRole('button', { name: /^Item \d: / });
      await expect(folded).toHaveCount(2);
      for (const item of await folded.all()) {
        expect((await getBox(item)).height).toBeLessThanOrEqual(48);
      }
      await folded.first().click();
      const sizes = await page
        .locator('form[aria-label=Quote] label:not(:has(input))')
        .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).fontSize));
      expect(new Set(sizes).size).toBe(1);
      expect(await listBroken(page, '.money')).toEqual([]);
      // Up to 1024 px the menu is a header.
      if (width < 1024) {
        await page.evaluate(() => window.scrollTo(0, 900));
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
        expect((await getBox(page.getByRole('banner'))).y).toBe(0);
      }
      const title = page.getByLabel('Title', { exact: true });
      await title.fill('');
      await page.getByRole('button', { name: 'Preview and send' }).click();
      await expect(title).toHaveAttribute('aria-invalid', 'true');
      await title.focus();
      expect(await getStyle(title, 'outline-style')).toBe('solid');
      expect(await getStyle(title, 'outline-color')).not.toBe(
        await getStyle(title, 'border-top-color'),
      );
    });
  }
});

test('a chart whose script has not loaded is printed as its table', {
  tag: '@wide',
}, async ({ page }) => {
  await page.route(/\/charts-[^/]+\.js$/, () => {});
  await signIn(page, '/admin');
  await expect(page.getByText('Show as table')).toBeVisible();
  const { pages } = await readPdf(await page.pdf({ format: 'Letter' }));
  expect(pages.join(' ')).toMatch(/Week of\s+Request/);
});
