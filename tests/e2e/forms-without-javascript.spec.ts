import { readFileSync } from 'node:fs';
import { createBrokenImageFile } from '#tests/fixtures/image-files.ts';
import { contactSuccess, fillContact, fillQuote, quoteSuccess } from './support/forms.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false, expectedErrors: ['status of 400'] });

for (const [path, button, success] of [
  ['/quote-request', 'Submit Quote Request', quoteSuccess],
  ['/contact', 'Send Message', contactSuccess],
] as const) {
  test(
    `${path} redirects after sending, so that a reload posts nothing`,
    { tag: '@narrow' },
    async ({ page, site }, { project }) => {
      const email = `news${path.replace('/', '-')}-${project.name}@example.com`;
      const posts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(request.url());
      });
      await page.goto(path);
      await page.getByRole('button', { name: button }).click();
      const error = page.getByText('Name must be at least 2 characters').first();
      await expect(error, 'the error is in view').toBeInViewport();
      if (path === '/contact') await fillContact(page, 'Reloaded');
      else await fillQuote(page, 'Reloaded');
      await page.getByLabel(/^Email/).fill(email);
      const news = page.getByRole('checkbox', { name: /news/ });
      await expect(news).not.toBeChecked();
      await news.check();
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(success)).toBeInViewport();
      await expect(page).toHaveURL(new RegExp(`${path}\\?sent=yes`));
      await expect(page.getByLabel(/^Name/)).toHaveValue('');
      expect(posts).toHaveLength(2);
      const { data: consents } = await serviceClient(site)
        .from('marketing_consents')
        .select('wording, source')
        .eq('email', email)
        .throwOnError();
      expect(consents).toHaveLength(1);

      // At once, which is too fast for a page that was just opened.
      await page.getByLabel(/^Email/).fill(`again-${email}`);
      await page.getByLabel(/^Name/).fill('Sent at once');
      if (path === '/contact') await page.getByLabel(/^Subject/).fill('A question');
      else await page.getByLabel(/^Project Type/).selectOption('Other');
      await page.getByLabel(/^(Message|Project Description)/).fill('One more thing to ask.');
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(success)).toBeInViewport();
      const table = path === '/contact' ? 'contact_submissions' : 'quote_requests';
      const { data: again } = await serviceClient(site)
        .from(table)
        .select('is_spam, spam_reasons')
        .eq('email', `again-${email}`)
        .throwOnError();
      expect(again).toEqual([{ is_spam: false, spam_reasons: [] }]);
      expect(posts).toHaveLength(3);
      await page.reload();
      await expect(page.getByText(success)).toBeVisible();
      expect(posts).toHaveLength(3);
    },
  );
}

/** With a location in its XMP. */
const heic = 'tests/fixtures/photo.heic';

test('a rejected image is named beside the success message, and a HEIC is stored as a JPEG', {
  tag: '@narrow',
}, async ({ page, site }) => {
  await page.goto('/quote-request');
  await fillQuote(page, 'Half Kept');
  await page
    .locator('input[type=file]')
    .setInputFiles([
      createBrokenImageFile('broken.jpg'),
      { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
      { name: 'IMG_2.heic', mimeType: 'image/heic', buffer: readFileSync(heic) },
    ]);
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText(quoteSuccess)).toBeVisible();
  await expect(page.getByText('Failed to upload broken.jpg: ')).toBeVisible();
  await expect(
    page.getByText('Failed to upload IMG_1.heic: Upload failed: mime type text/plain'),
  ).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByText('IMG_2.heic')).toHaveCount(0);
  const { data: request } = await serviceClient(site)
    .from('quote_requests')
    .select('inspiration_images')
    .eq('customer_name', 'Half Kept')
    .limit(1)
    .single()
    .throwOnError();
  const [path = ''] = request.inspiration_images;
  expect(path).toMatch(/-IMG_2\.heic$/);
  const stored = await page.request.get(`/storage/v1/object/public/images/${path}`);
  expect(stored.headers()['content-type']).toBe('image/jpeg');
  expect((await stored.body()).includes('45.07N')).toBe(false);
});
