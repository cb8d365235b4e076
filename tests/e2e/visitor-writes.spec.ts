import type { Locator, Page } from '@playwright/test';
import { spamCheckFields } from '#app/features/enquiries/spam.ts';
import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import {
  contactFailure,
  contactSuccess,
  draftWritten,
  fillQuote,
  openQuoteRequestDialog,
  quoteFailure,
  quoteSuccess,
  tabTo,
  waitForMinFormAge,
} from './support/forms.ts';
import { createPhotograph, expectDownscaled } from './support/photograph.ts';
import { holdRequests } from './support/requests.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Visitors write through both forms. What the server answers is tested without a browser. */

const draftNotice = 'We kept what you typed.';
const generalDraft = 'draft:quote:';
const offlineAdvice =
  "You are offline. We've kept what you typed. Send it again once you're back online.";

const readDraft = (page: Page, key = generalDraft) =>
  page.evaluate((name) => localStorage.getItem(name), key);
const submitQuote = (page: Page) =>
  page.getByRole('button', { name: 'Submit Quote Request' }).click();
const getFiles = (page: Page) => page.locator('input[type=file]');

test.describe('a quote request', () => {
  test.use({ expectedErrors: ['the server responded with a status of 4'] });

  test('is corrected, sent with images and mailed to the owner; the dialog closes after 2 seconds', async ({
    page,
    mail,
  }, { project }) => {
    const customer = `Dana ${project.name}`;
    const dialog = await openQuoteRequestDialog(page);
    const submit = dialog.getByRole('button', { name: 'Submit Quote Request' });
    await submit.click();
    for (const sentence of [
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Please select a project type',
      'Please provide more details about your project',
    ]) {
      await expect(dialog.getByText(sentence).last()).toBeVisible();
    }
    await dialog.getByLabel(/^Name/).fill(customer);
    await dialog.getByLabel(/^Email/).fill('dana@example.com');
    await dialog.getByLabel(/^Project Type/).selectOption('Garage Addition');
    await dialog.getByLabel(/^Project Description/).fill('A garage for two cars and a bench.');

    await test.step('of three images one is broken and one is removed', async () => {
      const { release } = await holdRequests(page, '**/storage/v1/object/**');
      await dialog
        .locator('input[type=file]')
        .setInputFiles([
          await createImageFile('front.jpg', '#7a4b2a'),
          createBrokenImageFile('broken.jpg'),
          await createImageFile('side.jpg', '#35506b'),
        ]);
      await expect(dialog.getByRole('button', { name: 'Uploading Images...' })).toBeDisabled();
      await expect(dialog.getByRole('progressbar', { name: 'Uploading side.jpg' })).toBeVisible();
      release();
      const alert = page.getByRole('alertdialog');
      await expect(alert).toContainText(
        'Failed to upload broken.jpg: Upload failed: mime type text/plain is not supported',
      );
      await alert.getByRole('button').first().click();
      await expect(dialog.getByRole('img', { name: 'front.jpg' })).toBeVisible();
      await expect(dialog.getByRole('img', { name: 'broken.jpg' })).toBeHidden();
      await dialog.getByRole('button', { name: 'Remove side.jpg' }).click();
      await expect(dialog.getByRole('img', { name: 'side.jpg' })).toBeHidden();
    });
    await test.step('the button shows progress', async () => {
      await waitForMinFormAge(dialog);
      const { release } = await holdRequests(page, '**/quote-request.json*');
      await submit.click();
      await expect(dialog.getByRole('button', { name: 'Submitting Request...' })).toBeDisabled();
      release();
      await expect(dialog.getByText(quoteSuccess)).toBeVisible();
      const shown = Date.now();
      await expect(dialog).toBeHidden();
      expect(Date.now() - shown).toBeGreaterThan(1500);
      await expect(page.getByText(quoteSuccess)).toBeVisible();
    });
    const received = await mail.waitFor(({ text }) => text?.includes(customer) ?? false);
    expect(received.envelopeTo).toEqual(['owner@example.com']);
    expect(received.replyTo?.[0]?.address).toBe('dana@example.com');
    expect(received.text).toContain('A garage for two cars and a bench.');
    expect(received.text).toMatch(/inspiration\/\d+-front\.jpg/);
  });
});

/** Presses Tab faster than the page draws, around the dialog and back. */
async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  const controls = 'input, button, select, textarea, a[href], [tabindex="0"]';
  const count = await dialog.locator(controls).count();
  await page.evaluate(() => {
    const outside: string[] = [];
    Object.assign(window, { outside });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && !target.closest('[role=dialog]')) {
        outside.push(target.outerHTML.slice(0, 100));
      }
    });
  });
  for (const key of ['Tab', 'Shift+Tab']) {
    await Promise.all(Array.from({ length: count + 3 }, () => page.keyboard.press(key)));
    expect(await page.evaluate(() => Reflect.get(window, 'outside'))).toEqual([]);
    expect(await hasFocus()).toBe(true);
  }
}

test('the quote dialog keeps the focus inside and returns it, by keyboard alone', {
  tag: ['@wide', '@full'],
}, async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('main').getByRole('link', { name: /quote/i }).first();
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
  await expect(dialog).toBeVisible();
  await expectFocusTrapped(page, dialog);

  await test.step('the error summary takes the focus and links to the fields', async () => {
    await tabTo(page, dialog.getByRole('button', { name: 'Submit Quote Request' }));
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByRole('alert').filter({ hasText: 'Please check 4 things:' }),
    ).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel(/^Name/)).toBeFocused();
    await page.keyboard.type('Kay Board');
  });
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await tabTo(page, question.getByRole('button', { name: 'Keep editing' }));
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
  await tabTo(page, question.getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a draft survives another page, is the same in dialog and page, and is deleted once sent', async ({
  page,
}) => {
  const dialog = await openQuoteRequestDialog(page);
  await expect(dialog.getByText(draftNotice)).toBeHidden();
  await fillQuote(dialog, 'Ida Draft', 'A shed for kayaks, five metres long.');
  await dialog
    .locator('input[type=file]')
    .setInputFiles(await createImageFile('kayak.jpg', '#226655'));
  await draftWritten(page, generalDraft, 'kayak.jpg');

  await page.goto('/quote-request');
  await expect(page.getByText(draftNotice)).toBeVisible();
  await expect(page.getByLabel(/^Project Description/)).toHaveValue(/kayaks/);
  const image = page.getByRole('img', { name: 'kayak.jpg' });
  await expect
    .poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await test.step('starting over empties the form, and can be undone', async () => {
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByLabel(/^Name/)).toHaveValue('');
    await expect(page.getByText('The form is empty again.')).toBeVisible();
    expect(await readDraft(page)).toBeNull();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel(/^Name/)).toHaveValue('Ida Draft');
    await draftWritten(page, generalDraft, 'Ida Draft');
  });
  await waitForMinFormAge(page);
  await submitQuote(page);
  await expect(page.getByText(quoteSuccess)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Name/)).toHaveValue('');
  expect(await readDraft(page)).toBeNull();
});

test('files with any name are attached, downscaled and without their location, 20 at most', {
  tag: '@full',
}, async ({ page }) => {
  const { buffer } = await createImageFile('plain.jpg', '#887766');
  const mimeType = 'image/jpeg';
  await page.goto('/quote-request');
  await fillQuote(page, 'Pic Tures');
  await getFiles(page).setInputFiles([
    await createPhotograph('🏡🌲.jpg'),
    { name: `${'very-long-name-'.repeat(15)}.jpg`, mimeType, buffer },
    { name: '..%2F..%2Fetc passwd.jpg', mimeType, buffer },
  ]);
  const removing = page.getByRole('button', { name: /^Remove / });
  await expect(removing).toHaveCount(3);
  await test.step('a large photograph is downscaled and loses its location before it is sent', async () => {
    const paths = page.locator('input[name=inspiration_images]');
    await expect(paths).toHaveCount(3);
    await expectDownscaled(page, await paths.first().inputValue());
  });
  const alert = page.getByRole('alertdialog');
  const more = Array.from({ length: 18 }, (_, n) => ({
    name: `more-${n + 1}.jpg`,
    mimeType,
    buffer,
  }));
  await getFiles(page).setInputFiles(more);
  await expect(alert).toContainText('Failed to upload more-18.jpg: you can attach up to 20 photos');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(removing).toHaveCount(20);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: ['net::ERR_'] });

  test('a contact message is corrected, kept while offline, sent by keyboard and mailed to the owner', async ({
    page,
    context,
    mail,
  }, { project }) => {
    const sender = `Finn ${project.name}`;
    await page.goto('/#contact');
    const form = page.locator('#contact form');
    await tabTo(page, form.getByLabel(/^Name/));
    await page.keyboard.press('Enter');
    const summary = form.getByRole('alert').filter({ hasText: 'Please check 4 things:' });
    await expect(summary).toBeFocused();
    for (const [label, text, sentence] of [
      [/^Name/, sender, 'Name must be at least 2 characters'],
      [/^Email/, 'finn@example.com', 'Please enter a valid email address'],
      [/^Subject/, 'Opening hours', 'Subject must be at least 3 characters'],
      [/^Message/, 'Are you open on Saturday afternoon?', 'Message must be at least 10 characters'],
    ] as const) {
      const field = form.getByLabel(label);
      await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
      await tabTo(page, field);
      await page.keyboard.type(text);
      await expect(field, 'the focus stays where one types').toBeFocused();
      await expect(form.getByText(sentence)).toHaveCount(0);
    }
    await test.step('a field that becomes invalid again does not take the focus', async () => {
      const name = form.getByLabel(/^Name/);
      await name.fill('J');
      await expect(form.getByText('Name must be at least 2 characters').first()).toBeVisible();
      await expect(name).toBeFocused();
      await name.fill(sender);
    });
    await waitForMinFormAge(form);
    await test.step('offline the form shows an error and keeps the input', async () => {
      await context.setOffline(true);
      await tabTo(page, form.getByRole('button', { name: 'Send Message' }));
      await page.keyboard.press('Space');
      const alert = page.getByRole('alert').filter({ hasText: contactFailure });
      await expect(alert).toContainText(offlineAdvice);
      await expect(alert.getByRole('link', { name: /555/ })).toHaveAttribute(
        'href',
        /^tel:\+1\d{10}/,
      );
      await expect(form.getByLabel(/^Name/)).toHaveValue(sender);
      await context.setOffline(false);
      await expect(alert).toContainText("You're back online. You can send the form now.");
    });
    const { release } = await holdRequests(page, '**/contact.json*');
    await tabTo(page, form.getByRole('button', { name: 'Send Message' }));
    await page.keyboard.press('Space');
    await expect(form.getByRole('button', { name: 'Sending Message...' })).toBeDisabled();
    release();
    await expect(form.getByText(contactSuccess).locator('..')).toBeFocused();
    await expect(form.getByLabel(/^Message/)).toHaveValue('');
    const received = await mail.waitFor(({ text }) => text?.includes(sender) ?? false);
    expect(received.envelopeTo).toEqual(['owner@example.com']);
    expect(received.replyTo?.[0]?.address).toBe('finn@example.com');
  });

  test('an image that is chosen offline is named in an error, and uploaded by Try again', {
    tag: '@full',
  }, async ({ page, context }) => {
    await page.goto('/quote-request');
    await page.getByLabel(/^Name/).fill('Paula Picture');
    await draftWritten(page, generalDraft, 'Paula Picture');
    // The dialog of the error has not been loaded.
    await context.setOffline(true);
    await getFiles(page).setInputFiles(await createImageFile('yard.jpg', '#336633'));
    const inline = page.getByRole('alertdialog', { name: 'Photo not attached' });
    await expect(inline).toContainText("Failed to upload yard.jpg: you're offline");
    await inline.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByLabel(/^Name/)).toHaveValue('Paula Picture');
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await inline.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('link', { name: /^A photo hasn't been uploaded/ })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('input[name=inspiration_images]')).toHaveValue(/yard\.jpg$/);
  });

  test('a request whose answer is lost is stored once if it is sent again, however often the button is pressed', async ({
    page,
    site,
  }, { project }) => {
    const customer = `Lost ${project.name}`;
    const countStored = async () => {
      const requests = serviceClient(site).from('quote_requests').select('is_spam');
      const { data } = await requests.eq('customer_name', customer).throwOnError();
      return data.map(({ is_spam }) => is_spam);
    };
    await page.goto('/quote-request');
    await fillQuote(page, customer, 'Two lines,\nand a picture.');
    const sent: string[] = [];
    await page.route('**/quote-request.json', async (route) => {
      const request = route.request();
      const type = (await request.headerValue('content-type')) ?? '';
      const body = new Uint8Array(request.postDataBuffer() ?? []);
      const fields = await new Response(body, { headers: { 'Content-Type': type } }).formData();
      fields.delete(spamCheckFields.openFor);
      sent.push(JSON.stringify([...fields]));
      if (sent.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await submitQuote(page);
    await expect(page.getByText(quoteFailure).locator('..')).toBeFocused();
    // A double click and Enter.
    await page.getByRole('button', { name: 'Submit Quote Request' }).evaluate((button) => {
      const form = button.closest('form');
      form?.requestSubmit();
      form?.requestSubmit();
      (button as HTMLButtonElement).click();
    });
    await expect(page.getByText(quoteSuccess)).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
    expect(await countStored()).toEqual([false]);
  });
});
