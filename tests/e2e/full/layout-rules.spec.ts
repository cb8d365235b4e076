import type { Page } from '@playwright/test';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { hydrate } from '../support/hydrate.ts';
import { sendQuoteWithOption } from '../support/quotes.ts';
import { expect, test } from '../support/test.ts';

/** Rules of the public pages' layout that one screen alone does not show. */

const listing = '/custom-sheds/30000000-0000-4000-8000-000000000001';
const screens = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1366, height: 625 },
  { width: 1440, height: 900 },
];

test.use({ expectedErrors: ['status of 404'] });

/** Whether the chosen option of a select is cut, beside its arrow. */
const isOptionCut = (page: Page) =>
  page.getByLabel('Sort by').evaluate((field) => {
    const select = field as HTMLSelectElement;
    const { font, paddingLeft } = getComputedStyle(select);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return true;
    context.font = font;
    const arrow = 24;
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - arrow;
    return context.measureText(select.selectedOptions[0]?.text ?? '').width > room;
  });

/** Ranges of hours on two lines, and lines that begin with a bar. */
const listBrokenHours = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement;
      if (!parent || parent.closest('script, style') || !parent.checkVisibility()) continue;
      for (const { 0: found, index } of text.data.matchAll(
        /\d[\d:]*\s?(?:[AP]M)?\s?-\s?\d[\d:]*(?:\s?[AP]M)?|\|/g,
      )) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + found.length);
        const boxes = [...range.getClientRects()];
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        const block = parent.closest('p, li, dd, div')?.getBoundingClientRect();
        const startsLine = found === '|' && (boxes[0]?.left ?? 0) < (block?.left ?? 0) + 2;
        if (lines.size > 1 || startsLine) broken.push(parent.textContent ?? '');
      }
    }
    return broken;
  });

test('lists, hours, names and error pages keep their layout on every screen', {
  tag: '@wide',
}, async ({ page }) => {
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await page.goto('/sheds?material=Metal');
    await expect(page.getByRole('link', { name: 'Clear All' })).toBeInViewport({ ratio: 0.9 });
    expect(await isOptionCut(page), `sort box at ${screen.width} px`).toBe(false);
    expect(await listBrokenHours(page), `${screen.width} px`).toEqual([]);

    await page.goto('/no-such-page');
    const end = await page
      .getByRole('contentinfo')
      .evaluate((footer) => footer.getBoundingClientRect().bottom);
    expect(Math.round(end), '404').toBeGreaterThanOrEqual(screen.height);
  }
  const empty = page.getByRole('region', { name: 'Filters' }).getByText('(0)').first();
  await page.goto('/sheds?material=Metal');
  await expect(empty.locator('xpath=ancestor::a')).toHaveCSS('border-style', 'dashed');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  // As readers set it for themselves (WCAG 1.4.12).
  await page.addStyleTag({
    content: '* { letter-spacing: .12em !important; word-spacing: .16em !important }',
  });
  const name = page.getByRole('banner').getByRole('link').first();
  const cut = await name.evaluate((link) =>
    [link, ...link.querySelectorAll('*')].filter((element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      return textOverflow === 'ellipsis' || !['none', ''].includes(webkitLineClamp);
    }),
  );
  expect(cut).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the first picture of the designer shows the roof on every screen', {
    tag: '@wide',
  }, async ({ page }) => {
    // A phone on its side, and a laptop at 200%.
    for (const screen of [...screens, { width: 844, height: 390 }, { width: 683, height: 312 }]) {
      await page.setViewportSize(screen);
      await page.goto('/design?style=gable&size=10x12');
      const fit = await page
        .locator('[data-sticky-view] img')
        .first()
        .evaluate((image) => {
          const inner = image.getBoundingClientRect();
          const outer = image.closest('[data-sticky-view] > div')?.getBoundingClientRect();
          const isInside = outer && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
          return { isInside, objectFit: getComputedStyle(image).objectFit };
        });
      expect(fit, `${screen.width} px`).toEqual({ isInside: true, objectFit: 'contain' });
    }
  });

  test('the sort box and its button fit a phone', { tag: '@narrow' }, async ({ page }) => {
    await page.goto('/sheds');
    expect(await isOptionCut(page)).toBe(false);
    const sort = page.getByRole('button', { name: 'Sort', exact: true });
    const lines = await sort.evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
  });
});

test('pages are whole without scrolling, and print without blank pages', {
  tag: '@wide',
}, async ({ page }) => {
  for (const path of ['/', '/sheds', listing, '/design', '/design?style=gable&size=10x12']) {
    await page.goto(path);
    const deferred = await page
      .locator('body *')
      .evaluateAll((elements) =>
        elements
          .filter((element) => getComputedStyle(element).contentVisibility !== 'visible')
          .map(({ className }) => className),
      );
    expect(deferred, path).toEqual([]);
  }
  await hydrate(page);
  const { pages } = await readPdf(await page.pdf({ format: 'Letter' }));
  expect(pages.length).toBeLessThan(6);
  expect(pages.filter((text) => text.trim().length < 20)).toEqual([]);
});

test('a quote with alternatives prints them all without blank pages', {
  tag: '@wide',
}, async ({ page, site }) => {
  const alternatives = ['cedar', 'metal'].map((id) => ({ id, title: id, description: '' }));
  const items = alternatives.flatMap(({ id }) =>
    Array.from({ length: 30 }, (_, index) =>
      newQuoteItem({ id: `${id}${index}`, description: `${id} part ${index}.`, alternative: id }),
    ),
  );
  const content = newQuoteContent({ design: newDesign(), alternatives, items });
  const { token } = await sendQuoteWithOption(site, { content });
  await page.goto(`/quotes/${token}`);
  const { pages } = await readPdf(await page.pdf({ format: 'Letter' }));
  expect(pages.length).toBeLessThan(7);
  expect(pages.filter((text) => text.trim().length < 200)).toEqual([]);
  for (const { description } of items) expect(pages.join(' ')).toContain(description);
});

test('a dialog shows the thumbnail until its image is loaded', { tag: '@wide' }, async ({
  page,
}) => {
  await page.goto('/sheds');
  await hydrate(page);
  const card = page.getByRole('article').first();
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  // The dialog asks for larger sizes.
  await page.route('**/pictures/**', () => {});
  await card.getByRole('link').first().click();
  const image = page.getByRole('dialog').locator('img').first();
  await expect(image).toHaveCSS('background-image', /^url/);
});
