import type { Identifier } from '@mdn/browser-compat-data';
import type { Page } from '@playwright/test';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { api, isSupported, javascript } from '../../scripts/browser-support.ts';
import { signIn } from './support/admin.ts';
import { draftWritten } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/**
 * Pages without what a supported browser lacks, and without TLS: what scripts/check-build.ts allows because
 * libraries check before use. It finds any other call in the build.
 */

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

test('a design and the draft of a form work in older browsers', {
  tag: ['@wide', '@full'],
}, async ({ page }) => {
  await open(page, '/design?style=gable&size=10x12');
  await page.getByRole('radio', { name: 'Dutch Barn' }).check();
  await expect(page).toHaveURL(/style=dutch-barn/);

  await open(page, '/contact');
  await page.getByLabel(/^Name/).fill('Olga Older');
  await draftWritten(page, 'draft:contact:', 'Olga Older');
  await page.reload();
  await expect(page.getByText('We kept what you typed.')).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Olga Older');
});

test('the back office lists and opens a request, and starts a quote in older browsers', {
  tag: ['@wide', '@full'],
}, async ({ page, site }) => {
  const request = newQuoteRequest({ customer_name: 'Olive Older', inspiration_images: [] });
  await serviceClient(site).from('quote_requests').insert(request).throwOnError();
  await signIn(page, '/admin/quotes');
  await page.getByRole('link', { name: 'View: Olive Older' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Create Quote' }).click();
  await expect(page.getByLabel('Payment terms')).not.toHaveValue('');
  await expect(page.getByRole('button', { name: 'Save as template' })).toBeEnabled();
});
