import { setTimeout } from 'node:timers/promises';
import { minFormAgeMs } from '#app/domain/enquiries/spam.ts';
import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false, expectedErrors: ['status of 400'] });

test('the home page shows its content, and its links work', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
  await expect(page).toHaveURL(/\/quote-request$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Request a Quote' })).toBeVisible();
});

test(
  'a quote request with images is stored and mailed',
  { tag: '@wide' },
  async ({ page, mail }, { project }) => {
    const customer = `Gil ${project.name}`;
    await page.goto('/quote-request');
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText('Name must be at least 2 characters').last()).toBeVisible();

    await page.getByLabel(/^Name/).fill(customer);
    await page.getByLabel(/^Email/).fill('gil@example.com');
    await page.getByLabel(/^Project Type/).selectOption('Home Addition');
    await page.getByLabel(/^Project Description/).fill('A room to the south, with a large window.');
    await page
      .locator('input[type=file]')
      .setInputFiles([
        await createImageFile('south.jpg', '#c9b28a'),
        createBrokenImageFile('broken.jpg'),
      ]);
    await setTimeout(minFormAgeMs);
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(
      page.getByText(/Thank you for your quote request! We'll review your requirements/),
    ).toBeVisible();
    await expect(page.getByText(/Failed to upload broken\.jpg: /)).toBeVisible();
    const received = await mail.waitFor(({ text }) => text?.includes(customer) ?? false);
    expect(received.text).toContain('/storage/v1/object/public/images/inspiration/');
  },
);

test(
  'a contact message is stored and mailed; an invalid one retains its input',
  { tag: '@narrow' },
  async ({ page, mail }, { project }) => {
    const sender = `Hanna ${project.name}`;
    await page.goto('/contact');
    await page.getByLabel(/^Name/).fill(sender);
    await page.getByLabel(/^Email/).fill('hanna@example.com');
    await page.getByLabel(/^Message/).fill('Do you build on a slope as well?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Subject must be at least 3 characters').last()).toBeVisible();
    await expect(page.getByLabel(/^Message/)).toHaveValue('Do you build on a slope as well?');
    await page.getByLabel(/^Subject/).fill('A slope');
    await setTimeout(minFormAgeMs);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(
      page.getByText("Thank you for your message! We'll get back to you within 24 hours."),
    ).toBeVisible();
    await mail.waitFor(({ text }) => text?.includes(sender) ?? false);
  },
);
