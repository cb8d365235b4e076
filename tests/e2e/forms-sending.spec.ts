import { spamCheckFields } from '#app/domain/enquiries/spam.ts';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import {
  contactFailure,
  contactSuccess,
  fillContact,
  fillQuote,
  quoteFailure,
  quoteSuccess,
} from './support/forms.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.describe('a response that never arrives', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED'] });

  test('allows to send the quote request again, and one is stored', async ({ page, mail }, {
    project,
  }) => {
    const customer = `Lost ${project.name}`;
    await page.goto('/quote-request');
    await fillQuote(page, customer, 'Two lines,\nand a picture.');
    await page
      .locator('input[type=file]')
      .setInputFiles(await createImageFile('gate.jpg', '#884422'));
    await expect(page.getByRole('button', { name: 'Remove gate.jpg' })).toBeVisible();
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
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(quoteFailure)).toBeVisible();
    await expect(page.getByText(quoteFailure).locator('..')).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(quoteSuccess)).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);

    await signIn(page, '/admin/quotes');
    await expect(page.getByRole('link', { name: `View: ${customer}` })).toHaveCount(1);
    await mail.waitFor(({ text }) => text?.includes(customer) ?? false);
    expect(mail.received.filter(({ text }) => text?.includes(customer))).toHaveLength(1);
  });

  test('allows to send the message again, and one is stored', async ({ page }, { project }) => {
    const sender = `Astray ${project.name}`;
    await page.goto('/contact');
    await fillContact(page, sender);
    await page.route(
      '**/contact.json',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(contactFailure)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText('We kept what you had typed.')).toBeVisible();
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(contactSuccess)).toBeVisible();
    await signIn(page, '/admin/contacts');
    await expect(page.getByRole('link', { name: `View: ${sender}` })).toHaveCount(1);
  });
});

test('a double click and Enter send a form once; sending the same text later stores it again', async ({
  page,
  site,
}, { project }) => {
  const customer = `Dora ${project.name}`;
  await page.goto('/quote-request');
  await fillQuote(page, customer);
  let posts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/quote-request.json')) posts += 1;
  });
  await page.getByRole('button', { name: 'Submit Quote Request' }).evaluate((button) => {
    const form = button.closest('form');
    form?.requestSubmit();
    form?.requestSubmit();
    (button as HTMLButtonElement).click();
  });
  await expect(page.getByText(quoteSuccess)).toBeVisible();
  expect(posts).toBe(1);

  await fillQuote(page, customer);
  const answer = page.waitForResponse('**/quote-request.json');
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await answer;
  const { data } = await serviceClient(site)
    .from('quote_requests')
    .select('is_spam')
    .eq('customer_name', customer)
    .throwOnError();
  expect(data).toEqual([{ is_spam: false }, { is_spam: false }]);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] });

  for (const [path, button, failure, success] of [
    ['/quote-request', 'Submit Quote Request', quoteFailure, quoteSuccess],
    ['/contact', 'Send Message', contactFailure, contactSuccess],
  ] as const) {
    test(`${path} shows an error, retains the input, and sends it once the connection is back`, async ({
      page,
      context,
    }) => {
      await page.goto(path);
      if (path === '/contact') await fillContact(page, 'Otto Offline');
      else await fillQuote(page, 'Otto Offline');
      await context.setOffline(true);
      await page.getByRole('button', { name: button }).click();
      const alert = page.getByRole('alert').filter({ hasText: failure });
      await expect(alert).toContainText(
        'You are offline. What you typed is kept: send it again once you are connected.',
      );
      await expect(page.getByLabel(/^Name/)).toHaveValue('Otto Offline');
      await expectAccessible(page);
      await context.setOffline(false);
      await expect(alert).toContainText('You are connected again. You can send it now.');
      await expect(page.getByText(success)).toBeHidden();
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(success)).toBeVisible();
      await expect(alert).toBeHidden();
    });
  }

  test('an image that fails to upload shows an error, and the form does not change', async ({
    page,
    context,
  }) => {
    await page.goto('/quote-request');
    await fillQuote(page, 'Paula Picture');
    await context.setOffline(true);
    await page
      .locator('input[type=file]')
      .setInputFiles(await createImageFile('roof.jpg', '#444444'));
    const alert = page.getByRole('alert').filter({ hasText: 'Picture not attached' });
    await expect(alert).toContainText('Failed to upload roof.jpg: there is no connection');
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(alert).toBeHidden();
    await expect(page.getByLabel(/^Name/)).toHaveValue('Paula Picture');
    await context.setOffline(false);
    await page
      .locator('input[type=file]')
      .setInputFiles(await createImageFile('roof.jpg', '#444444'));
    await expect(page.getByRole('button', { name: 'Remove roof.jpg' })).toBeVisible();
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(quoteSuccess)).toBeVisible();
  });
});
