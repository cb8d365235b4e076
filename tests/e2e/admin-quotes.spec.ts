import type { Page } from '@playwright/test';
import { newDesign } from '#tests/fixtures/designs.ts';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { signIn } from './support/admin.ts';
import { confirm, expectText, expectTitle, press } from './support/back-office.ts';
import { getStaffClient, sendQuoteWithOption } from './support/quotes.ts';
import { selectRow, serviceClient, visitorClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('quote settings fill a new quote, which is edited, kept as a template and deleted', async ({
  page,
}) => {
  await signIn(page, '/admin/quote-builder/settings');
  await expectTitle(page, 'Quote Settings');
  await page.getByLabel('Days a quote is valid').fill('0');
  await save(page).click();
  await expect(page.getByLabel('Days a quote is valid')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Days a quote is valid').fill('45');
  await page.getByLabel(/^Payment terms/).fill('The balance on delivery.');
  if (isFull) {
    const delivery = page.getByLabel(/^Delivery/);
    await delivery.fill('');
    await page.getByRole('button', { name: /^Use “To your address/ }).click();
    await expect(delivery).toHaveValue(/^To your address/);
    await expect(delivery).toBeFocused();
  }
  await save(page).click();
  await expectText(page, 'Quote settings saved.');
  await press(page, 'Change HST');
  await page.getByLabel(/^HST number/).fill('12345 6789 RT0001');
  await press(page, 'Save HST');
  await expectText(page, /Number 12345 6789 RT0001\.$/);

  await page.goto('/admin/quote-builder/new');
  await expectTitle(page, 'New quote');
  await expect(page.getByLabel('Payment terms')).toHaveValue('The balance on delivery.');
  const total = page.locator('[data-action-bar]');
  await test.step('an item requires a price, and the total follows it', async () => {
    const item = (place: number) => page.getByRole('group', { name: `Item ${place}`, exact: true });
    const add = page.getByRole('button', { name: 'Add an item' });
    await page.getByLabel('Title').fill('A hen house');
    if ((await item(1).count()) === 0) await add.click();
    await item(1).getByLabel('Description').fill('Hen house');
    await save(page).click();
    await expect(
      item(1).getByText('Please enter dollars up to 1,000,000, such as 350.50'),
    ).toBeVisible();
    await item(1).getByLabel('Price ($)').fill('1000');
    await expect(total).toContainText('Total $1,130.00 with $130.00 HST');
  });
  await press(page, 'Preview and send');
  await expect(page.getByText("Please enter the customer's name", { exact: true })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Hanna Coop');
  await save(page).click();
  await expectText(page, 'Quote saved.');
  if (isFull) {
    await press(page, 'Save as template');
    await expectText(page, 'The template “A hen house” was saved.');
  }
  await press(page, 'Delete draft');
  await confirm(page, 'Delete');
  await expectText(page, 'Draft deleted.');
  if (!isFull) return;

  await page.getByRole('link', { name: 'New quote' }).click();
  await page.getByText('Templates (1)').click();
  await press(page, 'A hen house');
  await expectText(page, 'The quote starts with “A hen house”.');
  await expect(total).toContainText('Total $1,130.00');
});

test('a quote for a request is previewed and sent', async ({ page, request, site, mail }) => {
  await getStaffClient(site);
  const taxes = serviceClient(site).from('tax_settings');
  await taxes.update({ hst_number: '' }).eq('hst_charged', true).throwOnError();
  const email = 'sent@example.com';
  await visitorClient(site)
    .from('quote_requests')
    .insert({ ...newQuoteRequest({ email, inspiration_images: [] }), design: newDesign() } as never)
    .throwOnError();
  const requests = serviceClient(site).from('quote_requests').select('id').eq('email', email);
  const { data } = await requests.single().throwOnError();
  await signIn(page, `/admin/quotes?open=${data.id}`);
  const details = page.getByRole('dialog', { name: 'Quote Request Details' });
  await details.getByRole('link', { name: 'Create Quote' }).click();
  await expect(page.getByLabel(/^Email address/)).toHaveValue(email);
  await expect(page.getByLabel('Description').first()).toHaveValue(/^Base 10x12 Gable/);

  const preview = page.getByRole('dialog', { name: 'What the customer sees' });
  await press(page, 'Preview and send');
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();
  await press(preview, /^Send for \$/);
  await expectText(preview, 'Please enter the HST number.');
  await preview.getByLabel('HST number').fill('12345 6789 RT0001');
  await press(preview, /^Send for \$/);
  await expectText(page, /^Quote \d{4}-\d{4} was sent to sent@example\.com\.$/);
  await expectTitle(page, /^Quote \d{4}-\d{4}$/);
  await expect(page.getByRole('heading', { name: 'Version 1 was sent' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete draft' })).toBeHidden();

  await test.step('the request is marked as responded, which Undo takes back', async () => {
    await press(page, /^Undo: The quote request from .* was marked as responded\./);
    await expectText(page, 'The quote request was marked as pending.');
    const found = await selectRow(serviceClient(site), 'quote_requests', { email });
    expect(found).toMatchObject({ status: 'pending' });
  });
  const sent = await mail.waitFor(
    ({ subject, envelopeTo }) => envelopeTo.includes(email) && /Your quote/.test(subject ?? ''),
  );
  const link = new URL(/https?:\/\/\S+\/quotes\/[0-9a-f]{40}/.exec(sent.text ?? '')?.[0] ?? '');
  expect((await request.get(link.pathname)).status()).toBe(200);

  await test.step('the email is sent again once that is confirmed', async () => {
    const question = page.getByRole('alertdialog', { name: 'Send the email again?' });
    await press(page, 'Send the email again');
    await expectText(question, `This sends version 1 to ${email} again.`);
    await press(question, 'Cancel');
    await press(page, 'Send the email again');
    await press(question, 'Send again');
    await expectText(page, 'Email sent again.');
  });
});

test('a sent quote is changed as version 2 and withdrawn', { tag: '@full' }, async ({
  page,
  site,
}) => {
  const { id } = await sendQuoteWithOption(site, { customer_name: 'Vera Version' });
  await signIn(page, `/admin/quote-builder/${id}`);
  await expect(page.getByRole('heading', { name: 'Version 1 was sent' })).toBeVisible();
  const preview = page.getByRole('dialog', { name: 'What the customer sees' });

  await test.step('another item needs version 2, and what the PDF cannot print is named', async () => {
    await page.getByRole('link', { name: 'New version' }).click();
    await page.getByRole('button', { name: /^Item 1: / }).click();
    await page.getByLabel('Description').first().fill('Shed with a wider door 𓀀');
    await press(page, 'Preview and send');
    await expectText(preview, 'Shed with a wider door');
    await expectText(preview, `The PDF can't print "𓀀" in the description of line 1.`);
    await expect(
      preview.getByRole('heading', { name: 'What changed since version 1' }),
    ).toBeVisible();
    await press(preview, /^Send for \$/);
    await expect(page.getByRole('heading', { name: 'Version 2 was sent' })).toBeVisible();
    await expect(save(page)).toBeHidden();
  });

  await test.step('a withdrawn quote cannot be changed', async () => {
    await press(page, 'Withdraw');
    const withdrawal = page.getByRole('dialog', { name: 'Withdraw the quote' });
    await press(withdrawal, 'Withdraw');
    await expectText(page, 'Quote withdrawn.');
    await expect(page.getByRole('heading', { name: 'Withdrawn', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'New version' })).toBeHidden();
  });
});

test('after an acceptance by phone, payments and stages are recorded, and the log is intact', {
  tag: '@full',
}, async ({ page, site }) => {
  const content = newQuoteContent({ deposit: { type: 'amount', cents: 50_000 } });
  const { id } = await sendQuoteWithOption(site, { customer_name: 'Paula Phone', content });
  await signIn(page, `/admin/quote-builder/${id}`);
  await press(page, 'Accepted by phone');
  const acceptance = page.getByRole('dialog', { name: 'Version 1 was accepted by phone' });
  await acceptance.getByLabel('When, and what was said').fill('Today at noon: go ahead.');
  await press(acceptance, 'Record the acceptance for $9,548.50');
  await expectText(page, 'Acceptance recorded.');
  await expectText(page, /^Accepted on .* for \$9,548\.50$/);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Balance and payments');

  await press(page, 'Record the deposit');
  const payment = page.getByRole('dialog', { name: 'Record the deposit' });
  await expect(payment.getByLabel('Amount ($)')).toHaveValue('500.00');
  await expect(payment.getByLabel('This is the deposit')).toBeChecked();
  await press(payment, 'Record the payment');
  await expect(payment.getByLabel('Method')).toHaveAccessibleDescription(/choose how it was paid/);
  await payment.getByLabel('Method').selectOption('cheque');
  await press(payment, 'Record the payment');
  await expectText(page, 'The payment was recorded. The customer will get an email.');
  await expect(page.getByText('$9,048.50', { exact: true })).toBeVisible();

  await press(page, 'Change: Deposit received');
  const stage = page.getByRole('dialog', { name: 'Deposit received' });
  await stage.getByLabel(/^Note for the customer/).fill('Thank you.');
  const image = await createImageFile('frame.jpg', '#775555');
  await stage.getByLabel(/^Choose images/).setInputFiles(image);
  await expect(stage.getByRole('button', { name: /^Remove .*frame/ })).toBeVisible();
  await expect(stage.getByRole('progressbar')).toBeHidden();
  await press(stage, 'Record the stage');
  await expectText(page, 'The stage was recorded. The customer will get an email.');
  await expect(stage).toBeHidden();
  await page.getByText(/^Evidence log/).click();
  await press(page, 'Verify the log');
  await expectText(page, /^The log is intact: \d+ events\./);

  await page.goto('/admin/quote-builder?q=Paula');
  await page.getByRole('tab', { name: 'Accepted (1)' }).click();
  await expect(page.getByRole('link', { name: 'Paula Phone' })).toBeVisible();
});
