import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { recordQuotePayment, recordQuoteStage } from '#app/features/quotes/staff-actions.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { sendQuoteWithOption } from './support/quotes.ts';
import { expect, test } from './support/test.ts';

/** The customer's page of a quote. What staff do with quotes is in admin-quotes.spec.ts. */

test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] });

const getTotal = (page: Page) => page.getByText('Total in Canadian dollars').locator('..');

test('a customer asks for a changed version after a lost connection, reviews, accepts, and sees the stages of the order', async ({
  page,
  site,
}) => {
  const { staff, id, token } = await sendQuoteWithOption(site);
  const total = getTotal(page);
  const response = await page.goto(`/quotes/${token}`);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  const ramp = page.getByLabel(/^Ramp of aluminium/);
  const before = (await total.textContent()) ?? '';
  // The first interaction, which starts hydration: React gets no event of it.
  await ramp.evaluate((box: HTMLInputElement) => {
    box.focus();
    box.click();
  });
  await expect(total).not.toHaveText(before);
  await test.step('a message and a choice survive other forms, a reload and a lost connection', async () => {
    const message = page.getByLabel('Your message');
    await message.fill('A wider door, please.');
    await page.getByLabel('Please send me a changed version').check();
    await page.getByRole('button', { name: 'Stop reminders about this quote' }).click();
    await expect(
      page.getByText("You won't get any more reminders about this quote."),
    ).toBeVisible();
    const scripts = Promise.withResolvers<void>();
    await page.route(/\.js$/, (route) => scripts.promise.then(() => route.continue()));
    await Promise.all([
      page.waitForEvent('domcontentloaded'),
      page.evaluate(() => location.reload()),
    ]);
    await message.fill('A much wider door, please.');
    scripts.resolve();
    await expect(ramp).toBeChecked();
    await page.unrouteAll({ behavior: 'wait' });
    await page.context().setOffline(true);
    await expect(message).toHaveValue('A much wider door, please.');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect(page.getByText(/^You are offline/)).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(stored).toContain('A+much+wider+door%2C+please.');
    expect(stored).not.toContain(token);
    await page.context().setOffline(false);
    await expect(ramp).toBeChecked();
    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect(page.getByText('Your message has been sent.')).toBeVisible();
    await expect(message).toHaveValue('');
  });

  // The scripts of the new page fill in the choice again.
  await expect(ramp).toBeChecked();
  await ramp.uncheck();
  await page.getByRole('button', { name: 'Review and accept' }).click();
  await expect(page.getByText("Please check what you're agreeing to")).toBeVisible();
  await expect(page.getByText('Ramp of aluminium')).toBeHidden();
  await page.getByRole('link', { name: 'go back and change it' }).click();
  await ramp.check();
  await page.getByRole('button', { name: 'Review and accept' }).click();
  await expect(page.getByText('Ramp of aluminium')).toBeVisible();
  await page.getByLabel('Your full name').fill('Ben Carver');
  await page.getByRole('checkbox').check();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Accept this quote' }).click();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Accept this quote' }).click();
  await expect(page.getByText('You have accepted this quote.')).toBeVisible();
  await expect(page.getByText(/was accepted on/)).toContainText('for $9,661.50.');

  // A day that is not in the future in Ontario either.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const payment = { paidOn: day, cents: 50_000, method: 'cheque', note: '' } as const;
  await recordQuotePayment(staff, id, { id: randomUUID(), ...payment });
  const stage = { stage: 'deposit_received', reachedOn: day, note: 'Thank you.' } as const;
  await recordQuoteStage(staff, id, { ...stage, images: [] });
  await page.goto(`/quotes/${token}`);
  await expect(page.getByText('Deposit received')).toBeVisible();
  await expect(page.getByText('Thank you.', { exact: true })).toBeVisible();
  await expect(page.getByText('-$500.00')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a quote is read, asked about and accepted', async ({ page, site }) => {
    const { token } = await sendQuoteWithOption(site);
    const total = getTotal(page);
    const readCents = async () => Number((await total.innerText()).replace(/\D/g, ''));
    await page.goto(`/quotes/${token}`);
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
    await expect(page.getByText("Please check what you're agreeing to")).toBeVisible();
    const agreed = (await total.locator('dd').innerText()).trim();
    await page.getByLabel('Your full name').fill('Ben Carver');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Accept this quote' }).click();
    await expect(page.getByText('You have accepted this quote.')).toBeInViewport();
    await expect(page.getByText(/Version 1 was accepted on /)).toContainText(`for ${agreed}.`);
    await expect(page).toHaveURL(/\?done=accepted&receipt=[^#]+#outcome$/);
    await expect(page.getByRole('link', { name: /^Download the agreement/ })).toBeVisible();
    if (!isFull) return;
    const { pages } = await readPdf(await page.pdf({ format: 'Letter' }));
    expect(pages.filter((text) => text.trim().length < 20)).toEqual([]);
    expect(pages.join(' ')).toContain(agreed);
  });
});
