import type { Identifier } from '@mdn/browser-compat-data';
import type { Page } from '@playwright/test';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { api, isSupported, javascript } from '../../scripts/browser-support.ts';
import { draftWritten } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { sendQuoteWithOption } from './support/quotes.ts';
import { expect, test } from './support/test.ts';

/** Pages without what a supported browser lacks, and without TLS. */

/** What our code and its libraries might call; elements and events stay, on which the test relies itself. */
const owners = {
  URL: api.URL,
  URLSearchParams: api.URLSearchParams,
  AbortSignal: api.AbortSignal,
  Response: api.Response,
};

/** Members of global objects and of their prototypes, such as `URL` and `parse_static`. */
const newerMembers = [javascript.builtins, owners].flatMap((group) =>
  Object.entries(group as Identifier).flatMap(([ownerName, features]) =>
    Object.entries(features as Identifier)
      .filter(([name, feature]) => /^[a-z]\w*$/i.test(name) && !isSupported(feature as Identifier))
      .map(([name]): [string, string] => [ownerName, name]),
  ),
);

function removeMembers(members: [owner: string, name: string][]) {
  const globals = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  for (const [ownerName, member] of members) {
    const owner = globals[ownerName];
    const name = member.replace(/_static$/, '');
    const holders = name === member ? [owner, owner?.prototype] : [owner];
    for (const holder of holders) if (holder) Reflect.deleteProperty(holder, name);
  }
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  Reflect.deleteProperty(globals, 'requestIdleCallback');
  const { has, delete: remove } = URLSearchParams.prototype;
  URLSearchParams.prototype.has = function (name) {
    return has.call(this, name);
  };
  URLSearchParams.prototype.delete = function (name) {
    remove.call(this, name);
  };
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(removeMembers, newerMembers);
});

async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrate(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const found = await page.evaluate(() => [
    'parse' in URL || 'groupBy' in Map || 'any' in AbortSignal || 'withResolvers' in Promise,
    'toSorted' in Array.prototype ||
      'size' in URLSearchParams.prototype ||
      'union' in Set.prototype,
    'randomUUID' in crypto || 'requestIdleCallback' in window,
    new URLSearchParams('a=1').has('a', '2') ? [] : ['has'],
  ]);
  expect(found.flat().filter(Boolean), 'newer functions of this browser').toEqual([]);
}

test('the home page, the list of sheds and a design work in older browsers', {
  tag: ['@wide', '@full'],
}, async ({ page }) => {
  await open(page, '/');
  await page.mouse.wheel(0, 10_000);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();

  await open(page, '/sheds');
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByRole('link', { name: /^Metal/ }).click();
  await expect(page).toHaveURL(/\/sheds\?material=Metal/);
  await page.getByRole('main').locator('a[href*="shed="]').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/sheds\?material=Metal$/);

  await open(page, '/design');
  await page.getByLabel('Style').selectOption('Dutch Barn');
  await expect(page).toHaveURL(/style=dutch-barn/);
});

test('drafts of forms are restored in older browsers, of a quote with the ticked options', {
  tag: ['@wide', '@full'],
}, async ({ page, site }) => {
  await open(page, '/contact');
  await page.getByLabel(/^Name/).fill('Olga Older');
  await draftWritten(page, 'draft:contact:', 'Olga Older');
  await page.reload();
  await expect(page.getByText('We kept what you typed.')).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Olga Older');

  const option = (id: string, description: string) =>
    newQuoteItem({ id, description, optional: true, unitCents: 10_000 });
  const items = [newQuoteItem(), option('ramp', 'Ramp'), option('shelf', 'Shelf')];
  const { token } = await sendQuoteWithOption(site, { content: newQuoteContent({ items }) });
  await open(page, `/quotes/${token}`);
  const [ramp, shelf] = [page.getByLabel(/^Ramp/), page.getByLabel(/^Shelf/)];
  await ramp.check();
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(([key, value]) => /answer/.test(key) && /ramp/.test(value)),
  );
  await page.reload();
  await hydrate(page);
  await expect(ramp).toBeChecked();
  await expect(shelf).not.toBeChecked();
});
