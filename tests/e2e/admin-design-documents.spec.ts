import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readPdf } from '#tests/support/read-pdf.ts';
import { signIn } from './support/admin.ts';
import { sendDesignRequest } from './support/design-request.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test.use({ expectedErrors: ['Could not make a document', 'status of 503'] });

async function open(page: Page, id: string) {
  await signIn(page, `/admin/quotes?open=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });
  await expect(dialog.getByRole('heading', { name: 'Documents' })).toBeVisible();
  return dialog;
}

async function download(page: Page, dialog: Locator, name: string) {
  const started = page.waitForEvent('download');
  await dialog.getByRole('button', { name }).click();
  const file = await started;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('a request shows plan, elevations and framing of its design, fitted so that it can be built', {
  tag: '@narrow',
}, async ({ page, site }) => {
  await page.route('**/rest/v1/designer_settings*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"max_width_ft":\w+/, '"max_width_ft":8');
    await route.fulfill({ response, body });
  });
  const dialog = await open(page, await sendDesignRequest(site, { changes: { wallHeight: 72 } }));
  await expect(dialog.getByText(/^Wall height: 7 ft, so that the double door/)).toBeVisible();
  const drawings = { 'Floor plan': 1, Elevations: 4, Framing: 7 };
  for (const [title, count] of Object.entries(drawings)) {
    const group = dialog.getByRole('group').filter({ hasText: title }).first();
    await group.getByText(title, { exact: true }).first().click();
    await expect(group.getByRole('img')).toHaveCount(count);
    await expect(group.getByText(/^Needs an engineer: 10 ft is wider than the 8 ft/)).toBeVisible();
    await expect(group.getByText(/not engineered/)).toBeVisible();
  }
  await expect(dialog.getByRole('img', { name: 'Front wall with dimensions' })).toBeVisible();
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isWide()).toBe(false);
  await expectAccessibleAtBothWidths(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await isWide()).toBe(false);
});

test('staff download the documents of a design', { tag: '@wide' }, async ({ page, site }) => {
  const id = await sendDesignRequest(site);
  const dialog = await open(page, id);
  const drawings = await download(page, dialog, 'Shop drawings (PDF)');
  expect(drawings.name).toBe('10x12-gable-shop-drawings.pdf');
  const { pages } = await readPdf(drawings.content);
  expect(pages.length).toBeGreaterThan(10);
  expect(pages[0]).toContain(id.slice(0, 8).toUpperCase());

  const cuts = await download(page, dialog, 'Cut list (PDF)');
  expect(cuts.name).toBe('10x12-gable-cut-list.pdf');
  expect((await readPdf(cuts.content)).pages.join()).toContain('Boards to buy');

  const materials = await download(page, dialog, 'Bill of materials (CSV)');
  expect(materials.name).toBe('10x12-gable-bill-of-materials.csv');
  expect(materials.content.toString()).toContain('"Lumber","2x4, ');
  expect(materials.content.toString()).toContain('not engineered');
  const list = await download(page, dialog, 'Cut list (CSV)');
  expect(list.content.toString()).toContain('"Pieces per board"');
});

test('a document that cannot be created shows an error, and Try again creates it', {
  tag: '@wide',
}, async ({ page, site }) => {
  const dialog = await open(page, await sendDesignRequest(site));
  await page.route('**/design/documents/**', (route) => route.fulfill({ status: 503 }));
  await dialog.getByRole('button', { name: 'Cut list (PDF)' }).click();
  await expect(page.getByText('The document could not be made. Please try again.')).toBeVisible();
  await page.unroute('**/design/documents/**');
  expect((await download(page, dialog, 'Cut list (PDF)')).content.length).toBeGreaterThan(10_000);
});
