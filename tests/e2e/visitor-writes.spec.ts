import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { spamCheckFields } from '#app/domain/enquiries/spam.ts';
import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import { expectFocusTrapped } from './support/focus-trap.ts';
import {
  contactFailure,
  contactSuccess,
  draftWritten,
  fillContact,
  fillQuote,
  openQuoteRequestDialog,
  quoteFailure,
  quoteSuccess,
  tabTo,
  waitForMinFormAge,
} from './support/forms.ts';
import { holdRequests } from './support/hold-requests.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Visitors write through both forms. What the server answers is tested without a browser. */

const draftNotice = 'We kept what you had typed.';
const generalDraft = 'draft:quote:';
const offlineAdvice =
  'You are offline. What you typed is kept: send it again once you are connected.';

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

test('a contact message is corrected and sent by keyboard, and mailed to the owner', async ({
  page,
  mail,
}, { project }) => {
  const sender = `Finn ${project.name}`;
  await page.goto('/#contact');
  const form = page.locator('#contact form');
  await tabTo(page, form.getByLabel(/^Name/));
  await page.keyboard.press('Enter');
  const summary = form.getByRole('alert').filter({ hasText: '4 things need a look:' });
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

test('the quote dialog keeps the focus inside and returns it, by keyboard alone', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('main').getByRole('link', { name: /quote/i }).first();
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
  await expect(dialog).toBeVisible();
  await expectFocusTrapped(page, dialog);
  const submit = dialog.getByRole('button', { name: 'Submit Quote Request' });

  await test.step('the error summary takes the focus and links to the fields', async () => {
    await tabTo(page, submit);
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByRole('alert').filter({ hasText: '4 things need a look:' }),
    ).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel(/^Name/)).toBeFocused();
    for (const [label, text] of [
      [/^Name/, 'Kay Board'],
      [/^Email/, 'kay@example.com'],
      [/^Project Type/, 'Home'],
      [/^Project Description/, 'A porch to sit on in the rain.'],
    ] as const) {
      await tabTo(page, dialog.getByLabel(label));
      await page.keyboard.type(text);
    }
    await expect(dialog.getByLabel(/^Project Type/)).toHaveValue('Home Addition');
  });
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await tabTo(page, question.getByRole('button', { name: 'Keep editing' }));
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await tabTo(page, submit);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(quoteSuccess)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a draft survives a reload, is the same in dialog and page, and is deleted once sent', async ({
  page,
}) => {
  const dialog = await openQuoteRequestDialog(page);
  await expect(dialog.getByText(draftNotice)).toBeHidden();
  await fillQuote(dialog, 'Ida Draft', 'A shed for kayaks, five metres long.');
  await dialog
    .locator('input[type=file]')
    .setInputFiles(await createImageFile('kayak.jpg', '#226655'));
  await draftWritten(page, generalDraft, 'kayak.jpg');

  await page.reload();
  await openQuoteRequestDialog(page);
  await expect(dialog.getByText(draftNotice)).toBeVisible();
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Ida Draft');
  await expect(dialog.getByLabel(/^Project Type/)).toHaveValue('Other');
  await test.step('closing it deletes nothing', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog, 'nothing new was typed, so nothing is asked').toBeHidden();
  });
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

test('each shed has a draft of its own, and only Discard deletes one', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/sheds');
  const links = page.getByRole('main').locator('a[href^="/custom-sheds/"]');
  const urls = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const [first = '', second = ''] = new Set(urls);
  await page.goto(first);
  const description = page.getByLabel(/^Project Description/);
  const filledIn = await description.inputValue();
  await page.getByLabel(/^Name/).fill('Per Sonal');
  await description.fill('This one, but with two windows.');
  await draftWritten(page, `draft:quote:${first.split('/').pop()}`, 'two windows');

  await page.goto(second);
  await expect(page.getByText(draftNotice)).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Per Sonal');
  await expect(description).toHaveValue(/^I'm interested in the /);
  expect(await description.inputValue()).not.toBe(filledIn);
  await page.goto(`/quote-request?shed=${first.split('/').pop()}`);
  await expect(description).toHaveValue('This one, but with two windows.');

  const dialog = await openQuoteRequestDialog(page);
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('Per Sonal');
  await dialog.getByLabel(/^Name/).fill('Uma Decided');
  await draftWritten(page, generalDraft, 'Uma Decided');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  expect(await readDraft(page)).toBeNull();

  await test.step('the contact form has one on the home page and /contact', async () => {
    await page.goto('/#contact');
    await page
      .locator('#contact form')
      .getByLabel(/^Message/)
      .fill('Do you build on a slope?');
    await draftWritten(page, 'draft:contact:', 'slope');
    await page.goto('/contact');
    await expect(page.getByText(draftNotice)).toBeVisible();
    await expect(page.getByLabel(/^Message/)).toHaveValue('Do you build on a slope?');
  });
});

test('files with any name are attached, 20 at most; each rejected file is named with the reason', {
  tag: '@full',
}, async ({ page }) => {
  const { buffer } = await createImageFile('plain.jpg', '#887766');
  /** Wider than what is stored, and with a location. */
  const panorama = await sharp({
    create: { width: 4000, height: 40, channels: 3, background: '#4b6650' },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1' } })
    .jpeg()
    .toBuffer();
  const mimeType = 'image/jpeg';
  await page.goto('/quote-request');
  await fillQuote(page, 'Pic Tures');
  await getFiles(page).setInputFiles([
    { name: '🏡🌲.jpg', mimeType, buffer: panorama },
    { name: `${'very-long-name-'.repeat(15)}.jpg`, mimeType, buffer },
    { name: '..%2F..%2Fetc passwd.jpg', mimeType, buffer },
  ]);
  const removing = page.getByRole('button', { name: /^Remove / });
  await expect(removing).toHaveCount(3);
  await test.step('a large photograph is downscaled and loses its location before it is sent', async () => {
    const paths = page.locator('input[name=inspiration_images]');
    await expect(paths).toHaveCount(3);
    const path = await paths.first().inputValue();
    expect(path).toMatch(/^inspiration\/\d+-/);
    const stored = await page.request.get(`/storage/v1/object/public/images/${path}`);
    const { width, height, exif } = await sharp(await stored.body()).metadata();
    expect([width, height, exif]).toEqual([2560, 26, undefined]);
  });
  await getFiles(page).setInputFiles([
    { name: 'big.jpg', mimeType, buffer: Buffer.alloc(16 * 1024 * 1024, 1) },
    { name: 'empty.jpg', mimeType, buffer: Buffer.alloc(0) },
    { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
  ]);
  const alert = page.getByRole('alertdialog');
  for (const reason of [
    'big.jpg: it is larger than 15 MB',
    'empty.jpg: the file is empty',
    'scan.pdf: only JPEG, PNG, WebP, AVIF, GIF or HEIC pictures can be sent',
  ]) {
    await expect(alert).toContainText(`Failed to upload ${reason}`);
  }
  await alert.getByRole('button', { name: 'OK' }).click();
  const more = Array.from({ length: 18 }, (_, n) => ({
    name: `more-${n + 1}.jpg`,
    mimeType,
    buffer,
  }));
  await getFiles(page).setInputFiles(more);
  await expect(alert).toContainText('Failed to upload more-18.jpg: only 20 pictures can be sent');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(removing).toHaveCount(20);
});

test.describe('storage that rejects uploads', () => {
  test.use({ expectedErrors: ['status of 4', 'status of 5', 'net::ERR_'] });

  test('shows the specified error, and the form does not change', async ({ page, context }) => {
    await page.goto('/quote-request');
    await page.getByLabel(/^Name/).fill('Paula Picture');
    const image = await createImageFile('yard.jpg', '#336633');
    const removing = page.getByRole('button', { name: 'Remove yard.jpg' });
    await test.step('without a connection, before the dialog of the error has been loaded', async () => {
      await draftWritten(page, generalDraft, 'Paula Picture');
      await context.setOffline(true);
      await getFiles(page).setInputFiles(image);
      const inline = page.getByRole('alert').filter({ hasText: 'Picture not attached' });
      await expect(inline).toContainText('Failed to upload yard.jpg: there is no connection');
      await inline.getByRole('button', { name: 'OK' }).click();
      await expect(page.getByLabel(/^Name/)).toHaveValue('Paula Picture');
      await context.setOffline(false);
      await getFiles(page).setInputFiles(image);
      await expect(removing).toBeVisible();
      await removing.click();
      await page.reload();
    });
    const alert = page.getByRole('alertdialog', { name: 'Picture not attached' });
    const expectRejection = async (reason: string) => {
      await getFiles(page).focus();
      await getFiles(page).setInputFiles(image);
      await expect(alert).toContainText(`Failed to upload yard.jpg: ${reason}`);
      await alert.getByRole('button', { name: 'OK' }).click();
      await expect(alert).toBeHidden();
      await expect(getFiles(page)).toBeFocused();
    };
    for (const [status, message, reason] of [
      [
        404,
        'Bucket not found',
        "Storage bucket 'images' not found. Available buckets: none. Please verify the bucket name and permissions.",
      ],
      [500, 'The disk is full', 'Upload failed: The disk is full'],
    ] as const) {
      const json = { statusCode: String(status), error: message, message };
      await page.route('**/storage/v1/object/**', (route) => route.fulfill({ status, json }));
      await expectRejection(reason);
      await page.unroute('**/storage/v1/object/**');
    }
    await page.route('**/storage/v1/object/**', (route) => route.abort());
    await expectRejection('Upload failed: The connection was interrupted');
    await expect(removing).toHaveCount(0);
    await expect(page.getByLabel(/^Name/)).toHaveValue('Paula Picture');
  });
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: ['net::ERR_'] });

  test('both forms show an error, retain the input, and send it once the connection is back', async ({
    page,
    context,
  }) => {
    for (const [path, button, failure, success] of [
      ['/quote-request', 'Submit Quote Request', quoteFailure, quoteSuccess],
      ['/contact', 'Send Message', contactFailure, contactSuccess],
    ] as const) {
      await page.goto(path);
      if (path === '/contact') await fillContact(page, 'Otto Offline');
      else await fillQuote(page, 'Otto Offline');
      await context.setOffline(true);
      await page.getByRole('button', { name: button }).click();
      const alert = page.getByRole('alert').filter({ hasText: failure });
      await expect(alert).toContainText(offlineAdvice);
      await expect(alert.getByRole('link', { name: /555/ })).toHaveAttribute(
        'href',
        /^tel:\+1\d{10}/,
      );
      await expect(page.getByLabel(/^Name/)).toHaveValue('Otto Offline');
      await context.setOffline(false);
      await expect(alert).toContainText('You are connected again. You can send it now.');
      await expect(page.getByText(success)).toBeHidden();
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(success)).toBeVisible();
      await expect(alert).toBeHidden();
    }
  });

  test('a request whose answer is lost is stored once if it is sent again, and twice if repeated later', async ({
    page,
    site,
  }, { project }) => {
    const customer = `Lost ${project.name}`;
    const countStored = async () => {
      const { data } = await serviceClient(site)
        .from('quote_requests')
        .select('is_spam')
        .eq('customer_name', customer)
        .throwOnError();
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
    await submitQuote(page);
    await expect(page.getByText(quoteSuccess)).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
    expect(await countStored()).toEqual([false]);

    await test.step('a double click and Enter send it once', async () => {
      await fillQuote(page, customer, 'Two lines,\nand a picture.');
      const answer = page.waitForResponse('**/quote-request.json');
      await page.getByRole('button', { name: 'Submit Quote Request' }).evaluate((button) => {
        const form = button.closest('form');
        form?.requestSubmit();
        form?.requestSubmit();
        (button as HTMLButtonElement).click();
      });
      await answer;
      await expect(page.getByText(quoteSuccess)).toBeVisible();
      expect(sent).toHaveLength(3);
      expect(await countStored()).toEqual([false, false]);
    });
  });
});

test('a browser without storage sends the form, and the error of a text that is too long fits a phone', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto('/contact');
  const long = `${'Long words. '.repeat(1000)}The end.`;
  await fillContact(page, 'N'.repeat(300), long);
  await page.getByRole('button', { name: 'Send Message' }).click();
  for (const limit of ['120', '10,000']) {
    await expect(page.getByText(`Please use at most ${limit} characters`).last()).toBeVisible();
  }
  await expect(page.getByLabel(/^Message/)).toHaveValue(long);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByLabel(/^Name/).fill('🏡');
  await expect(page.getByText('Name must be at least 2 characters').first()).toBeVisible();
  await fillContact(page, 'Priva Te');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(contactSuccess)).toBeVisible();
});
