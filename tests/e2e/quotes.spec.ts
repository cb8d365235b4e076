import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { signIn } from './support/admin.ts';
import { visitorClient } from './support/service.ts';
import { expect, expectAccessible, expectAccessibleAtBothWidths, test } from './support/test.ts';

/** The journey of a quote: from a request with a design to an accepted second version and its order. */

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function saveSettings(page: Page) {
  await signIn(page, '/admin/quote-builder/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Quote Settings' })).toBeVisible();
  await page.getByLabel(/^HST number/).fill('12345 6789 RT0001');
  await page.getByLabel(/^Payment terms/).fill('The balance on delivery.');
  await save(page).click();
  await expect(page.getByText('What quotes show is saved.')).toBeVisible();
}

/** The link in the e-mail whose subject has these words. */
async function waitForLink(mail: MailServer, to: string, words: string): Promise<string> {
  const found = await mail.waitFor(
    ({ subject, envelopeTo }) => envelopeTo.includes(to) && Boolean(subject?.includes(words)),
  );
  const [url = ''] = /https?:\/\/\S+\/quotes\/[0-9a-f]{40}/.exec(found.text ?? '') ?? [];
  return new URL(url).pathname;
}

/** Downloads by a link or button, and reads the PDF. */
async function readDownload(page: Page, role: 'link' | 'button', name: string | RegExp) {
  const started = page.waitForEvent('download');
  await page.getByRole(role, { name }).click();
  const download = await started;
  const file = await readFile(await download.path());
  const pdf = await readPdf(file);
  return { ...pdf, file, name: download.suggestedFilename(), text: pdf.pages.join(' ') };
}

async function addDesignRequest(site: Parameters<typeof visitorClient>[0], email: string) {
  const request = newQuoteRequest({ email, inspiration_images: [] });
  await visitorClient(site)
    .from('quote_requests')
    .insert({ ...request, design: newDesign() } as never)
    .throwOnError();
}

async function createQuoteForRequest(page: Page, email: string) {
  await page.goto(`/admin/quotes?q=${encodeURIComponent(email)}`);
  await page.locator('[data-row-link]').first().click();
  const request = page.getByRole('dialog', { name: 'Quote Request Details' });
  await expect(request.getByRole('heading', { name: 'Quotes (0)' })).toBeVisible();
  await request.getByRole('link', { name: 'Create quote' }).click();
  await expect(page.getByLabel(/^E-mail address/)).toHaveValue(email);
}

async function sendFromEditor(page: Page, examine?: (page: Page) => Promise<void>) {
  await page.getByRole('button', { name: 'Preview and send' }).click();
  const dialog = page.getByRole('dialog', { name: 'What the customer sees' });
  await expect(dialog.getByRole('heading', { level: 1 })).toBeVisible();
  await examine?.(page);
  await dialog.getByRole('button', { name: /^Send for/ }).click();
  await expect(page.getByText(/Quote \d{4}-\d{4} is sent to/)).toBeVisible();
}

test('a quote is made from a request with a design, changed, accepted, paid and built', async ({
  page,
  browser,
  site,
  mail,
}, { project }) => {
  const email = `journey-${project.name}@example.com`;
  await addDesignRequest(site, email);
  await saveSettings(page);

  await test.step('the request offers to create a quote, which has the lines of the design', async () => {
    await createQuoteForRequest(page, email);
    await expect(page.getByLabel('Description').first()).toHaveValue(/^Base 10x12 Gable/);
    await expectAccessible(page);
  });

  await test.step('an item without a price is marked, and an optional one is added', async () => {
    await page.getByRole('button', { name: 'Add an item' }).click();
    const item = page.getByRole('group', { name: /^Item \d+$/ }).last();
    await item.getByLabel('Description').fill('Ramp of aluminium');
    await item.getByLabel('Optional').check();
    await save(page).click();
    await expect(
      item.getByText('Please enter dollars up to 1,000,000, such as 350.50'),
    ).toBeVisible();
    await item.getByLabel('Price, $').fill('100');
    await save(page).click();
    await expect(page.getByText('The quote is saved.')).toBeVisible();
  });

  await sendFromEditor(page, expectAccessible);
  await expect(page.getByRole('heading', { level: 1, name: /^Quote \d{4}-\d{4}$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete draft' })).toBeHidden();
  const path = await waitForLink(mail, email, 'Your quote');

  const customer = await browser.newPage({ baseURL: site.url });
  const total = customer.getByText('Total in Canadian dollars').locator('..');
  let before = '';
  await test.step('the customer selects an option, and the total follows', async () => {
    const response = await customer.goto(path);
    expect(response?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    await expect(page.getByRole('heading', { name: 'Version 1 is sent' })).toBeVisible();
    before = await total.innerText();
    // The first interaction, which starts hydration: React gets no event of it.
    await customer.getByLabel(/^Ramp of aluminium/).evaluate((box: HTMLInputElement) => {
      box.focus();
      box.click();
    });
    await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(total).not.toHaveText(before);
    await page.reload();
    await expect(page.getByRole('heading', { name: /has seen version 1/ })).toBeVisible();
    const { text, tags, name } = await readDownload(customer, 'link', 'Download as PDF');
    expect(name).toMatch(/^quote-\d{4}-\d{4}-version-1\.pdf$/);
    expect(text).toContain('HST number 12345 6789 RT0001');
    expect(text).toContain('Ramp of aluminium');
    expect(tags).toEqual(expect.arrayContaining(['H1', 'Table', 'TH', 'Figure']));
  });

  await test.step('the customer asks for a change, and version 2 says what is different', async () => {
    const ramp = customer.getByLabel(/^Ramp of aluminium/);
    const message = customer.getByLabel('Your message');
    await message.fill('A wider door, please.');
    await customer.getByLabel('I ask for a changed version').check();
    // What is typed and chosen survives other forms, a reload and a lost connection.
    await customer.getByRole('button', { name: 'No reminders about this quote' }).click();
    await expect(customer.getByText('You get no more reminders about this quote.')).toBeVisible();
    await customer.reload();
    await customer.context().setOffline(true);
    await expect(message).toHaveValue('A wider door, please.');
    await customer.getByRole('button', { name: 'Send the message' }).click();
    await expect(customer.getByText(/^You are offline/)).toBeVisible();
    await customer.context().setOffline(false);
    await expect(ramp).toBeChecked();
    await expect(total).not.toHaveText(before);
    await customer.getByRole('button', { name: 'Send the message' }).click();
    await expect(customer.getByText('Your message has been sent.')).toBeVisible();
    await expect(ramp).toBeChecked();
    await expect(message).toHaveValue('');
    await page.reload();
    await expect(page.getByText('A wider door, please.')).toBeVisible();
    const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
    await page.getByRole('button', { name: 'Extend' }).click();
    const extension = page.getByRole('dialog', { name: 'Extend the quote' });
    await extension.getByLabel('Valid until').fill(day);
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await extension.getByRole('button', { name: 'Extend' }).click();
    await expect(page.getByText('The day is changed.')).toBeVisible();
    await expect(page.getByRole('form', { name: 'Quote' }).getByLabel('Valid until')).toHaveValue(
      day,
    );
    await page.getByLabel('Description').first().fill('Shed with a wider door');
    await sendFromEditor(page);
    await customer.goto(path);
    await expect(
      customer.getByRole('heading', { name: 'What is different from version 1' }),
    ).toBeVisible();
    await expectAccessible(customer);
  });

  await test.step('the customer reviews, corrects and accepts', async () => {
    await customer.getByRole('button', { name: 'Review and accept' }).click();
    await expect(customer.getByText('Please check what you agree to')).toBeVisible();
    await expect(customer.getByText('Your message has been sent.')).toBeHidden();
    await expect(customer.getByText('Ramp of aluminium')).toBeHidden();
    await customer.getByRole('link', { name: 'go back and correct it' }).click();
    await customer.getByLabel(/^Ramp of aluminium/).check();
    await customer.getByRole('button', { name: 'Review and accept' }).click();
    await expect(customer.getByText('Please check what you agree to')).toBeVisible();
    await expect(customer.getByText('Ramp of aluminium')).toBeVisible();
    await expectAccessible(customer);
    await customer.getByLabel('Your full name').fill('Ben Carver');
    await customer.getByRole('checkbox').check();
    await customer.getByRole('button', { name: 'Accept this quote' }).click();
    await expect(customer.getByText('You have accepted, and we get to work.')).toBeVisible();
    await expectAccessible(customer);
    await waitForLink(mail, email, 'You have accepted quote');
    const notice = await mail.waitFor(({ subject }) => /has accepted quote/.test(subject ?? ''));
    expect(notice.envelopeTo).toEqual(['owner@example.com']);
    const agreed = await readDownload(customer, 'link', /^Download what was agreed/);
    expect(agreed.pages.at(-1)).toContain('Certificate of acceptance');
    expect(agreed.pages.at(-1)).toContain('Ben Carver');
    expect(agreed.text).toContain('Shed with a wider door');
    const attached = mail.received.filter(({ attachments }) =>
      attachments.some(({ filename }) => filename === agreed.name),
    );
    expect(attached.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual(
      [email, 'owner@example.com'].sort(),
    );
    for (const { attachments } of attached) {
      expect(agreed.file.equals(Buffer.from(attachments[0]?.content as ArrayBuffer))).toBe(true);
    }
  });

  await test.step('payment and stage are shown at the same link, and the log is intact', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Accepted on/ })).toBeVisible();
    const outcome = await customer.getByText(/was accepted on/).innerText();
    const [, agreed = ''] = /for (\$[\d,.]+\d)\./.exec(outcome) ?? [];
    expect(agreed).not.toBe('');
    await expect(page.locator('[data-action-bar]')).toContainText(`Total ${agreed}`);
    const { text } = await readDownload(page, 'button', /^Acceptance, version 2/);
    expect(text).toContain('Certificate of acceptance');
    await page.getByLabel('Amount, $').fill('500');
    await page.getByRole('button', { name: 'Record the payment' }).click();
    await expect(page.getByText('The payment is recorded.')).toBeVisible();
    await page.getByLabel('Amount, $').fill('2.288,98');
    await page.getByRole('button', { name: 'Record the payment' }).click();
    await expect(
      page.getByText('Please enter dollars up to 1,000,000, such as 2000 or 350.50.'),
    ).toBeVisible();
    await expect(page.getByText('The payment is recorded.')).toBeHidden();
    await page.getByLabel('Amount, $').fill('');
    await page.getByRole('button', { name: 'Record: Deposit received' }).click();
    const stage = page.getByRole('dialog', { name: 'Deposit received' });
    await stage.getByLabel(/^Note for the customer/).fill('Thank you.');
    await stage.getByLabel(/^Choose pictures/).setInputFiles({
      name: 'frame.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a5' } })
        .png()
        .toBuffer(),
    });
    await expect(stage.getByRole('button', { name: /^Remove .*frame/ })).toBeVisible();
    await expect(stage.getByRole('progressbar')).toBeHidden();
    await expectAccessible(page);
    await stage.getByRole('button', { name: 'Record the stage' }).click();
    await expect(page.getByText('The stage is recorded.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Deposit received, photo 1' })).toBeVisible();
    await page.getByText(/^Evidence log/).click();
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await expect(page.getByText(/^The log is intact: \d+ events\./)).toBeVisible();
    await expectAccessible(page);
    await customer.goto(path);
    await expect(customer.getByText('Deposit received')).toBeVisible();
    const photo = customer.getByRole('img', { name: /^Deposit received, / });
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(customer.getByText('-$500.00')).toBeVisible();
    await expectAccessible(customer);
  });

  await test.step('the list finds it under Accepted', async () => {
    await page.goto(`/admin/quote-builder?tab=accepted&q=${encodeURIComponent(email)}`);
    await expect(page.getByRole('link', { name: 'Ben Carver' })).toBeVisible();
    await expectAccessible(page);
  });
  await customer.close();
});

test('without JavaScript a quote is read, changed, accepted and built', {
  tag: '@narrow',
}, async ({ page, browser, site, mail }) => {
  const email = 'plain@example.com';
  await addDesignRequest(site, email);
  await saveSettings(page);
  await createQuoteForRequest(page, email);
  await expect(page.getByLabel('Description').first()).toHaveValue(/^Base 10x12 Gable/);
  await page.getByRole('button', { name: 'Add an item' }).click();
  const item = page.getByRole('group', { name: /^Item \d+$/ }).last();
  await item.getByLabel('Description').fill('Ramp of aluminium');
  await item.getByLabel('Price, $').fill('100');
  await item.getByLabel('Optional').check();
  await sendFromEditor(page);
  const path = await waitForLink(mail, email, 'Your quote');

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const customer = await context.newPage();
  const total = customer.getByText('Total in Canadian dollars').locator('..');
  const readCents = async () => Number((await total.innerText()).replace(/\D/g, ''));

  await test.step('the customer reads it and selects an option', async () => {
    await customer.goto(path);
    const design = customer.getByRole('figure', { name: /10x12 Gable shed in Wood, Natural/ });
    for (const name of ['View of the 10x12 Gable', /^Floor plan of the 10x12 Gable with dim/]) {
      await expect(design.getByRole('img', { name })).toBeVisible();
    }
    // axe has to run scripts; untouched, the same page does not hydrate.
    const untouched = await browser.newPage({ baseURL: site.url });
    await untouched.goto(path);
    await expectAccessibleAtBothWidths(untouched);
    await untouched.close();
    const cents = await readCents();
    await customer.getByLabel(/^Ramp of aluminium/).check();
    await customer.getByRole('button', { name: 'Update the total' }).click();
    await expect(customer.getByLabel(/^Ramp of aluminium/)).toBeChecked();
    expect(await readCents()).toBe(cents + 11_300);
  });

  await test.step('the customer asks for a change, and version 2 says what is different', async () => {
    await customer.getByLabel('Your message').fill('A wider door, please.');
    await customer.getByLabel('I ask for a changed version').check();
    await customer.getByRole('button', { name: 'Send the message' }).click();
    await expect(customer.getByText('You have asked for a change.')).toBeVisible();
    await expect(customer.getByText('A wider door, please.')).toBeVisible();
    await page.reload();
    await expect(
      page.getByRole('heading', { name: /asks for a change of version 1/ }),
    ).toBeVisible();
    await page.getByLabel('Description').first().fill('Shed with a wider door');
    await sendFromEditor(page);
    await customer.goto(path);
    await expect(
      customer.getByRole('heading', { name: 'What is different from version 1' }),
    ).toBeVisible();
  });

  await test.step('the customer reviews and accepts', async () => {
    await customer.getByLabel(/^Ramp of aluminium/).check();
    await customer.getByRole('button', { name: 'Review and accept' }).click();
    await expect(customer.getByText('Please check what you agree to')).toBeVisible();
    const agreed = (await total.locator('dd').innerText()).trim();
    await customer.getByLabel('Your full name').fill('Ben Carver');
    await customer.getByRole('checkbox').check();
    await customer.getByRole('button', { name: 'Accept this quote' }).click();
    await expect(customer.getByText('You have accepted, and we get to work.')).toBeInViewport();
    await expect(customer.getByText(/Version 2 was accepted on /)).toContainText(`for ${agreed}.`);
    await expect(customer).toHaveURL(/\?done=accepted#outcome$/);
    const { text } = await readDownload(customer, 'link', /^Download what was agreed/);
    expect(text).toContain(agreed);
    expect(text).toContain('Shed with a wider door');
    expect(text).toContain('Certificate of acceptance');
  });

  await test.step('the order and its first stage are at the same link', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Record: Deposit received' }).click();
    const stage = page.getByRole('dialog', { name: 'Deposit received' });
    await stage.getByLabel(/^Note for the customer/).fill('Thank you.');
    await stage.getByRole('button', { name: 'Record the stage' }).click();
    await expect(page.getByText('The stage is recorded.')).toBeVisible();
    await customer.goto(path);
    await expect(customer.getByText('Deposit received')).toBeVisible();
    await expect(customer.getByText('Thank you.', { exact: true })).toBeVisible();
  });

  const unknown = await customer.goto(`/quotes/${'0'.repeat(40)}`);
  expect(unknown?.status()).toBe(404);
  await context.close();
});
