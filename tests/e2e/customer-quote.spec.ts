import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createQuoteLink, insertQuote, sendQuote } from '#app/data/quotes.ts';
import { calculateTotals } from '#app/domain/quotes/totals.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { signIn } from './support/admin.ts';
import { visitorClient } from './support/service.ts';
import { owner, type Site } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

/** The customer's page of a quote, and what the owner does before and after. */

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const getTotal = (page: Page) => page.getByText('Total in Canadian dollars').locator('..');

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

async function sendFromEditor(page: Page) {
  await page.getByRole('button', { name: 'Preview and send' }).click();
  const dialog = page.getByRole('dialog', { name: 'What the customer sees' });
  await dialog.getByRole('button', { name: /^Send for/ }).click();
  await expect(page.getByText(/Quote \d{4}-\d{4} is sent to/)).toBeVisible();
}

/** Sends a quote for a designed shed and an optional ramp; returns the paths of both its pages. */
async function addSentQuote(site: Site, email: string) {
  const staff = visitorClient(site);
  await staff.auth.signInWithPassword(owner);
  const { data: settings } = await staff.from('quote_settings').select('id').throwOnError();
  if (settings.length === 0)
    await staff.from('quote_settings').insert({ hst_number: '12345 6789 RT0001' }).throwOnError();
  const content = newQuoteContent({
    design: newDesign(),
    items: [
      newQuoteItem(),
      newQuoteItem({
        ...{ id: 'ramp', description: 'Ramp of aluminium', unitCents: 10_000, optional: true },
      }),
    ],
  });
  const quote = await insertQuote(staff, {
    ...{ customer_name: 'Ben Carver', customer_email: email, customer_phone: '705-555-0100' },
    ...{ customer_address: '5 Lake Road, Testville', content },
  });
  const sent = await sendQuote(staff, quote, calculateTotals(content).total);
  expect(sent.status).toBe('sent');
  const token = await createQuoteLink(staff, quote.id);
  return { customerPath: `/quotes/${token}`, adminPath: `/admin/quote-builder/${quote.id}` };
}

test(
  'a quote is made from a request with a design and sent; the customer asks for a changed version',
  {
    tag: '@wide',
  },
  async ({ page, browser, site, mail }, { project }) => {
    const email = `journey-${project.name}@example.com`;
    const design = newDesign();
    await visitorClient(site)
      .from('quote_requests')
      .insert({ ...newQuoteRequest({ email, inspiration_images: [] }), design } as never)
      .throwOnError();
    await signIn(page, '/admin/quote-builder/settings');
    await page.getByLabel(/^HST number/).fill('12345 6789 RT0001');
    await page.getByLabel(/^Payment terms/).fill('The balance on delivery.');
    await save(page).click();
    await expect(page.getByText('What quotes show is saved.')).toBeVisible();

    await test.step('the quote has the lines of the design; an item without a price is marked', async () => {
      await page.goto(`/admin/quotes?q=${encodeURIComponent(email)}`);
      await page.locator('[data-row-link]').first().click();
      const request = page.getByRole('dialog', { name: 'Quote Request Details' });
      await request.getByRole('link', { name: 'Create quote' }).click();
      await expect(page.getByLabel(/^E-mail address/)).toHaveValue(email);
      await expect(page.getByLabel('Description').first()).toHaveValue(/^Base 10x12 Gable/);
      await page.getByRole('button', { name: 'Add an item' }).click();
      const item = page.getByRole('group', { name: /^Item \d+$/ }).last();
      await item.getByLabel('Description').fill('Ramp of aluminium');
      await item.getByLabel('Optional').check();
      await save(page).click();
      await expect(
        item.getByText('Please enter dollars up to 1,000,000, such as 350.50'),
      ).toBeVisible();
      await item.getByLabel('Price, $').fill('100');
      await sendFromEditor(page);
    });
    const path = await waitForLink(mail, email, 'Your quote');
    const customer = await browser.newPage({ baseURL: site.url });
    const total = getTotal(customer);

    await test.step('the customer selects an option, and the total follows', async () => {
      const response = await customer.goto(path);
      expect(response?.headers()).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      const before = await total.innerText();
      // The first interaction, which starts hydration: React gets no event of it.
      await customer.getByLabel(/^Ramp of aluminium/).evaluate((box: HTMLInputElement) => {
        box.focus();
        box.click();
      });
      await expect(total).not.toHaveText(before);
      await page.reload();
      await expect(page.getByRole('heading', { name: /has seen version 1/ })).toBeVisible();
      const { text, name } = await readDownload(customer, 'link', 'Download as PDF');
      expect(name).toMatch(/^quote-\d{4}-\d{4}-version-1\.pdf$/);
      expect(text).toContain('HST number 12345 6789 RT0001');
    });
    await test.step('a message and a choice survive other forms, a reload and a lost connection', async () => {
      const message = customer.getByLabel('Your message');
      await message.fill('A wider door, please.');
      await customer.getByLabel('I ask for a changed version').check();
      await customer.getByRole('button', { name: 'No reminders about this quote' }).click();
      await expect(customer.getByText('You get no more reminders about this quote.')).toBeVisible();
      await customer.reload();
      await customer.context().setOffline(true);
      await expect(message).toHaveValue('A wider door, please.');
      await customer.getByRole('button', { name: 'Send the message' }).click();
      await expect(customer.getByText(/^You are offline/)).toBeVisible();
      await customer.context().setOffline(false);
      await expect(customer.getByLabel(/^Ramp of aluminium/)).toBeChecked();
      await customer.getByRole('button', { name: 'Send the message' }).click();
      await expect(customer.getByText('Your message has been sent.')).toBeVisible();
      await expect(message).toHaveValue('');
    });
    await test.step('version 2 says what is different', async () => {
      await page.reload();
      await expect(page.getByText('A wider door, please.')).toBeVisible();
      await page.getByLabel('Description').first().fill('Shed with a wider door');
      await sendFromEditor(page);
      await customer.goto(path);
      await expect(
        customer.getByRole('heading', { name: 'What is different from version 1' }),
      ).toBeVisible();
    });
    await customer.close();
  },
);

test('a quote is reviewed, corrected and accepted, and followed by a payment and a stage of the order', async ({
  page,
  browser,
  site,
  mail,
}) => {
  const email = 'accepting@example.com';
  const { customerPath, adminPath } = await addSentQuote(site, email);
  await page.goto(customerPath);
  await page.getByRole('button', { name: 'Review and accept' }).click();
  await expect(page.getByText('Please check what you agree to')).toBeVisible();
  await expect(page.getByText('Ramp of aluminium')).toBeHidden();
  await page.getByRole('link', { name: 'go back and correct it' }).click();
  await page.getByLabel(/^Ramp of aluminium/).check();
  await page.getByRole('button', { name: 'Review and accept' }).click();
  await expect(page.getByText('Ramp of aluminium')).toBeVisible();
  await page.getByLabel('Your full name').fill('Ben Carver');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Accept this quote' }).click();
  await expect(page.getByText('You have accepted, and we get to work.')).toBeVisible();
  const outcome = await page.getByText(/was accepted on/).innerText();
  const [, agreed = ''] = /for (\$[\d,.]+\d)\./.exec(outcome) ?? [];
  expect(agreed).toBe('$9,661.50');

  await test.step('both get the certificate', async () => {
    await waitForLink(mail, email, 'You have accepted quote');
    const notice = await mail.waitFor(({ subject }) => /has accepted quote/.test(subject ?? ''));
    expect(notice.envelopeTo).toEqual(['owner@example.com']);
    const certificate = await readDownload(page, 'link', /^Download what was agreed/);
    expect(certificate.pages.at(-1)).toContain('Certificate of acceptance');
    expect(certificate.pages.at(-1)).toContain('Ben Carver');
    const attached = mail.received.filter(({ attachments }) =>
      attachments.some(({ filename }) => filename === certificate.name),
    );
    expect(attached.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual(
      [email, 'owner@example.com'].sort(),
    );
    for (const { attachments } of attached) {
      const content = attachments[0]?.content as ArrayBuffer;
      expect(certificate.file.equals(Buffer.from(content))).toBe(true);
    }
  });
  const admin = await browser.newPage({ baseURL: site.url });
  await test.step('the owner records a payment and a stage, and verifies the log', async () => {
    await signIn(admin, adminPath);
    await expect(admin.getByRole('heading', { name: /^Accepted on/ })).toBeVisible();
    await expect(admin.locator('[data-action-bar]')).toContainText(`Total ${agreed}`);
    await admin.getByLabel('Amount, $').fill('500');
    await admin.getByRole('button', { name: 'Record the payment' }).click();
    await expect(admin.getByText('The payment is recorded.')).toBeVisible();
    await admin.getByRole('button', { name: 'Record: Deposit received' }).click();
    const stage = admin.getByRole('dialog', { name: 'Deposit received' });
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
    await stage.getByRole('button', { name: 'Record the stage' }).click();
    await expect(admin.getByText('The stage is recorded.')).toBeVisible();
    await admin.getByText(/^Evidence log/).click();
    await admin.getByRole('button', { name: 'Verify the log' }).click();
    await expect(admin.getByText(/^The log is intact: \d+ events\./)).toBeVisible();
    await admin.goto(`/admin/quote-builder?tab=accepted&q=${encodeURIComponent(email)}`);
    await expect(admin.getByRole('link', { name: 'Ben Carver' })).toBeVisible();
  });
  await admin.close();
  await test.step('the customer sees both', async () => {
    await page.goto(customerPath);
    await expect(page.getByText('Deposit received')).toBeVisible();
    await expect(page.getByText('Thank you.', { exact: true })).toBeVisible();
    await expect(page.getByText('-$500.00')).toBeVisible();
    const photo = page.getByRole('img', { name: /^Deposit received, / });
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: ['status of 404'] });

  test('a quote is read, asked about and accepted', async ({ page, site }) => {
    const { customerPath } = await addSentQuote(site, 'plain@example.com');
    const total = getTotal(page);
    const readCents = async () => Number((await total.innerText()).replace(/\D/g, ''));
    await page.goto(customerPath);
    const design = page.getByRole('figure', { name: /10x12 Gable shed in Wood, Natural/ });
    for (const name of ['View of the 10x12 Gable', /^Floor plan of the 10x12 Gable with dim/]) {
      await expect(design.getByRole('img', { name })).toBeVisible();
    }
    const cents = await readCents();
    await page.getByLabel(/^Ramp of aluminium/).check();
    await page.getByRole('button', { name: 'Update the total' }).click();
    await expect(page.getByLabel(/^Ramp of aluminium/)).toBeChecked();
    expect(await readCents()).toBe(cents + 11_300);

    await page.getByLabel('Your message').fill('When do you start?');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect(page.getByText('Your message has been sent.')).toBeVisible();
    await expect(page.getByText('When do you start?')).toBeVisible();

    await page.getByLabel(/^Ramp of aluminium/).check();
    await page.getByRole('button', { name: 'Review and accept' }).click();
    await expect(page.getByText('Please check what you agree to')).toBeVisible();
    const agreed = (await total.locator('dd').innerText()).trim();
    await page.getByLabel('Your full name').fill('Ben Carver');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Accept this quote' }).click();
    await expect(page.getByText('You have accepted, and we get to work.')).toBeInViewport();
    await expect(page.getByText(/Version 1 was accepted on /)).toContainText(`for ${agreed}.`);
    await expect(page).toHaveURL(/\?done=accepted#outcome$/);
    const { text } = await readDownload(page, 'link', /^Download what was agreed/);
    expect(text).toContain('Certificate of acceptance');

    const unknown = await page.goto(`/quotes/${'0'.repeat(40)}`);
    expect(unknown?.status()).toBe(404);
  });
});
