import type { Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import {
  contactSuccess,
  draftWritten,
  fillContact,
  fillQuote,
  openQuoteRequestDialog,
  quoteSuccess,
  waitForMinFormAge,
} from './support/forms.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const draftNotice = 'We kept what you had typed.';
const generalDraft = 'draft:quote:';

/** The urls of the first listings on offer. */
async function shedPages(page: Page) {
  await page.goto('/sheds');
  const links = page.getByRole('main').locator('a[href^="/custom-sheds/"]');
  const urls = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const [first = '', second = ''] = new Set(urls);
  return { first, second };
}

test('the draft survives a reload, is the same in dialog and page, and is deleted once sent', async ({
  page,
  mail,
}, { project }) => {
  const customer = `Ida ${project.name}`;
  const dialog = await openQuoteRequestDialog(page);
  await expect(dialog.getByText(draftNotice)).toBeHidden();
  await fillQuote(dialog, customer, 'A shed for kayaks, five metres long.');
  await dialog
    .locator('input[type=file]')
    .setInputFiles(await createImageFile('kayak.jpg', '#226655'));
  await draftWritten(page, generalDraft, 'kayak.jpg');

  await page.reload();
  await openQuoteRequestDialog(page);
  await expect(dialog.getByText(draftNotice)).toBeVisible();
  await expect(dialog.getByLabel(/^Name/)).toHaveValue(customer);
  await expect(dialog.getByLabel(/^Project Type/)).toHaveValue('Other');
  await expectAccessible(page);

  await page.goto('/quote-request');
  await expect(page.getByText(draftNotice)).toBeVisible();
  await expect(page.getByLabel(/^Project Description/)).toHaveValue(/kayaks/);
  const image = page.getByRole('img', { name: 'kayak.jpg' });
  await expect
    .poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await waitForMinFormAge(page);
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText(quoteSuccess)).toBeVisible();
  const received = await mail.waitFor(({ text }) => text?.includes(customer) ?? false);
  expect(received.text).toMatch(/inspiration\/\d+-kayak\.jpg/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Submit Quote Request' })).toBeEnabled();
  await expect(page.getByLabel(/^Name/)).toHaveValue('');
  expect(await page.evaluate((key) => localStorage.getItem(key), generalDraft)).toBeNull();
});

test('starting over empties the form, and can be undone', async ({ page }) => {
  await page.goto('/quote-request');
  await fillQuote(page, 'Olga Undone');
  await draftWritten(page, generalDraft, 'Olga');
  await page.reload();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue('');
  await expect(page.getByText('The form is empty again.')).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), generalDraft)).toBeNull();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Olga Undone');
  await draftWritten(page, generalDraft, 'Olga');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.reload();
  await expect(page.getByLabel(/^Name/)).toHaveValue('');
  await expect(page.getByText(draftNotice)).toBeHidden();
});

test('closing asks for confirmation, and only Discard deletes the draft', async ({ page }) => {
  const dialog = await openQuoteRequestDialog(page);
  await dialog.getByLabel(/^Name/).fill('Uma Undecided');
  await draftWritten(page, generalDraft, 'Uma Undecided');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Uma Undecided');

  await page.reload();
  await openQuoteRequestDialog(page);
  await expect(dialog.getByText(draftNotice)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog, 'nothing new was typed, so nothing is asked').toBeHidden();
  await openQuoteRequestDialog(page);
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Uma Undecided');
  await dialog.getByLabel(/^Name/).fill('Uma Decided');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await openQuoteRequestDialog(page);
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('');
  await expect(dialog.getByText(draftNotice)).toBeHidden();
});

test('each shed has a draft of its own; name, e-mail and phone are prefilled from another one', async ({
  page,
}) => {
  const { first, second } = await shedPages(page);
  await page.goto(first);
  const description = page.getByLabel(/^Project Description/);
  const filledIn = await description.inputValue();
  expect(filledIn).toMatch(/^I'm interested in the /);
  await page.getByLabel(/^Name/).fill('Per Sonal');
  await description.fill('This one, but with two windows.');
  await draftWritten(page, `draft:quote:${first.split('/').pop()}`, 'two windows');

  await page.goto(second);
  await expect(page.getByText(draftNotice)).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Per Sonal');
  await expect(description).toHaveValue(/^I'm interested in the /);
  expect(await description.inputValue()).not.toBe(filledIn);

  await page.goto('/quote-request');
  await expect(page.getByLabel(/^Name/)).toHaveValue('Per Sonal');
  await expect(description).toHaveValue('');

  await page.goto(`/quote-request?shed=${first.split('/').pop()}`);
  await expect(description).toHaveValue('This one, but with two windows.');
});

test('a draft is not restored after 30 days', async ({ page }) => {
  await page.goto('/quote-request');
  await page.getByLabel(/^Name/).fill('Alt Bekannt');
  await draftWritten(page, generalDraft, 'Alt Bekannt');
  await page.evaluate((key) => {
    const draft = JSON.parse(localStorage.getItem(key) ?? '{}');
    draft.savedAt -= 30 * 24 * 60 * 60 * 1000;
    localStorage.setItem(key, JSON.stringify(draft));
  }, generalDraft);
  await page.goto('/contact');
  await page.goto('/quote-request');
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), generalDraft))
    .toBeNull();
  await expect(page.getByLabel(/^Name/)).toHaveValue('');
});

test('input before hydration is retained instead of the draft', async ({ page }) => {
  await page.goto('/quote-request');
  await fillQuote(page, 'Nils Before');
  await draftWritten(page, generalDraft, 'Nils Before');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/quote-request', { waitUntil: 'commit' });
  await page.getByLabel(/^Name/).fill('Nils Now');
  release();
  await expect(page.getByText(draftNotice)).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Nils Now');
  await expect(page.getByLabel(/^Project Description/)).toHaveValue(
    'A workshop with a north light.',
  );
});

test('the form works in a browser without storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto('/quote-request');
  await fillQuote(page, 'Priva Te');
  await page
    .locator('input[type=file]')
    .setInputFiles(await createImageFile('yard.jpg', '#557722'));
  await expect(page.getByRole('button', { name: 'Remove yard.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText(quoteSuccess)).toBeVisible();
});

test('the contact form has one draft on the home page and /contact', async ({ page }) => {
  await page.goto('/#contact');
  const form = page.locator('#contact form');
  await fillContact(form, 'Kon Takt');
  await draftWritten(page, 'draft:contact:', 'slope');
  await page.goto('/contact');
  await expect(page.getByText(draftNotice)).toBeVisible();
  await expect(page.getByLabel(/^Message/)).toHaveValue('Do you build on a slope as well?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(contactSuccess)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Name/)).toHaveValue('');
  await expect(page.getByText(draftNotice)).toBeHidden();
});
