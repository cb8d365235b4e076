import type { Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import {
  contactSuccess,
  draftWritten,
  fillContact,
  fillQuote,
  quoteSuccess,
} from './support/forms.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hydrate } from './support/hydrate.ts';
import { expect, test } from './support/test.ts';

/** Public pages hydrate on the first interaction and lose no input. */

const holdScripts = (page: Page) => holdRequests(page, '**/assets/entry.client-*.js');
const shedPage = '/custom-sheds/30000000-0000-4000-8000-000000000001';
const getQuoteLink = (page: Page) => page.locator('main a', { hasText: /quote/i }).first();
const getQuoteDialog = (page: Page) => page.getByRole('dialog', { name: 'Request a Quote' });

/** Where what is in view stands and how it looks, element by element. */
const readBoxes = (page: Page) =>
  page.evaluate(async () => {
    // The second frame renders what the first has found to be in view.
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { x, y, width, height, bottom } = element.getBoundingClientRect();
      if (bottom < 0 || bottom > innerHeight || element.getClientRects().length === 0) return [];
      const { color, fontSize, backgroundColor } = getComputedStyle(element);
      return `${element.tagName} ${x} ${y} ${width} ${height} ${color} ${fontSize} ${backgroundColor}`;
    });
  });

test('a page runs no script until the first interaction, little after it, and looks the same', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  for (const path of ['/', shedPage, '/contact']) {
    scripts.length = 0;
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const before = await readBoxes(page);
    expect(before.length).toBeGreaterThan(20);
    expect(scripts).toEqual([]);
    await hydrate(page);
    expect(await readBoxes(page)).toEqual(before);
    const bytes = await page.evaluate(() => {
      const sizes = performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const);
      return [...new Map(sizes).values()].reduce((sum, size) => sum + size, 0);
    });
    expect(bytes, path).toBeGreaterThan(90_000);
    expect(bytes, path).toBeLessThanOrEqual(160_000);
    expect(scripts.filter((name) => /browser-client|supabase|dialog|admin/.test(name))).toEqual([]);
  }
});

test('the click that starts hydration is replayed; a link to another page is followed at once', async ({
  page,
}) => {
  const { release } = await holdScripts(page);
  await page.goto('/');
  const link = getQuoteLink(page);
  await link.click();
  await expect(link).toHaveCSS('opacity', '0.6');
  const readBackdrop = () =>
    page.evaluate(() => getComputedStyle(document.documentElement, '::before').position);
  expect(await readBackdrop(), "the dialog's backdrop is shown at once").toBe('fixed');
  expect(new URL(page.url()).pathname).toBe('/');
  release();
  await expect(getQuoteDialog(page)).toBeVisible();
  await expect(link).toHaveCSS('opacity', '1');
  expect(await readBackdrop()).not.toBe('fixed');
  await page.unrouteAll();

  await holdScripts(page);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a form that is sent twice before hydration is sent once, with everything in it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      document.documentElement.dataset.forbidden = `${violatedDirective} ${blockedURI}`;
    });
  });
  const { release } = await holdScripts(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await page.goto(shedPage);
  await fillQuote(page, 'Between Two', 'This one, but with three windows.');
  await page
    .locator('input[type=file]')
    .setInputFiles(await createImageFile('yard.jpg', '#336633'));
  await page.getByRole('checkbox', { name: /news/ }).check();
  const button = page.getByRole('button', { name: 'Submit Quote Request' });
  await button.click();
  await expect(button).toHaveCSS('opacity', '0.6');
  await button.click();
  expect(posts).toEqual([]);
  const sending = page.waitForRequest('**/quote-request.json');
  release();
  const sent = (await sending).postData() ?? '';
  expect(sent).toMatch(/name="inspiration_images"\s+inspiration\/\S+\.jpg/);
  for (const part of ['Between Two', 'with three windows', 'name="news"'])
    expect(sent).toContain(part);
  await expect(page.getByText(quoteSuccess)).toBeVisible();
  expect(posts.filter((path) => path === '/quote-request.json')).toHaveLength(1);
  await expect(button).toHaveCSS('opacity', '1');
  await expect(page.locator('html')).not.toHaveAttribute('data-forbidden');
});

test('a message is stored that is sent before hydration, also if something else is clicked after it', {
  tag: '@full',
}, async ({ page }) => {
  const { release } = await holdScripts(page);
  await page.goto('/');
  const form = page.locator('#contact form');
  await fillContact(form, 'Ada Patient');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByLabel(/^Name/)).toHaveValue('Ada Patient');
  await getQuoteLink(page).click();
  release();
  await expect(getQuoteDialog(page)).toBeVisible();
  await expect(form.getByText(contactSuccess)).toBeVisible();
});

test('a field retains its focus and text while the page hydrates, also over a draft and a prefilled text', async ({
  page,
}) => {
  const { release } = await holdScripts(page);
  await page.goto(shedPage);
  const name = page.getByLabel(/^Name/);
  const description = page.getByLabel(/^Project Description/);
  await expect(description).toHaveValue(/^I'm interested in the /);
  await description.fill('This one, but with two windows.');
  await name.focus();
  await page.keyboard.type('Jo');
  release();
  const key = `draft:quote:${shedPage.split('/').pop()}`;
  await draftWritten(page, key, 'Jo');
  await expect(name).toBeFocused();
  await page.keyboard.type('anna');
  await expect(name).toHaveValue('Joanna');
  await expect(description).toHaveValue('This one, but with two windows.');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Email/)).toHaveAccessibleDescription(/valid email address/);
  await draftWritten(page, key, 'Joanna');
  await page.unrouteAll();

  await test.step('what is typed before hydration wins over the draft, field by field', async () => {
    const held = await holdScripts(page);
    await page.goto(shedPage, { waitUntil: 'commit' });
    await name.fill('Nils Now');
    held.release();
    await expect(page.getByText('We kept what you had typed.')).toBeVisible();
    await expect(name).toHaveValue('Nils Now');
    await expect(description).toHaveValue('This one, but with two windows.');
    await page.unrouteAll();
  });
});

test.describe('scripts that cannot be loaded', () => {
  test.use({ expectedErrors: ['net::ERR_', 'Failed to fetch', 'status of 5', 'on purpose'] });

  test('leave links and forms that work', async ({ page, context }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await getQuoteLink(page).click();
    await expect(page).toHaveURL(/\/quote-request$/);

    await test.step('a form sent offline shows an error and retains its input', async () => {
      await page.goto('/contact');
      await fillContact(page, 'No Scripts Today');
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByRole('alert').getByText(/^You are offline\./)).toBeVisible();
      await expect(page.getByLabel(/^Name/)).toHaveValue('No Scripts Today');
      await context.setOffline(false);
    });
    await test.step('a draft is deleted once its form was sent without scripts', async () => {
      await page.evaluate((key) => {
        const values = { name: 'No Scripts Today', message: 'Do you build on a slope as well?' };
        localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), values, images: [] }));
      }, 'draft:contact:');
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page).toHaveURL(/sent=yes/);
      await expect(page.getByText(contactSuccess)).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('draft:contact:')))
        .toBeNull();
      await expect(page.getByText('We kept what you had typed.')).toBeHidden();
      await expect(page.getByLabel(/^Name/)).toHaveValue('');
    });
  });

  test('other events are replayed if the replay of one throws', { tag: '@full' }, async ({
    page,
  }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await page.evaluate(() => {
      const form = document.querySelector('form') as HTMLFormElement;
      const { requestSubmit } = form;
      form.requestSubmit = () => {
        throw new Error('thrown on purpose');
      };
      requestSubmit.call(form);
      document.querySelector<HTMLElement>('main a[href="/quote-request"]')?.click();
    });
    await expect(page).toHaveURL(/\/quote-request$/);
  });
});
