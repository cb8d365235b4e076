import sharp from 'sharp';
import { splitEmail } from '#app/domain/format/split-email.ts';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { contactSuccess, fillContact, fillQuote, quoteSuccess } from './support/forms.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const rightToLeft = 'مرحبا، أريد مخزنًا خشبيًا في الحديقة.';
const family = '👨‍👩‍👧‍👦';

test('texts of every kind are stored as typed', async ({ page }, { project }) => {
  const customer = `Zoë 🏡 ${project.name}`;
  const lines = `${rightToLeft}\n<script>alert(1)</script>\n${family}\n`;
  const description = lines + 'x'.repeat(10_000 - [...lines].length);
  await page.goto('/quote-request');
  await fillQuote(page, customer, description);
  await page.getByLabel(/^Additional Message/).fill('w'.repeat(300));
  await page.getByLabel(/^Phone/).fill('+1 (705) 555-0100 ext. 4');
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText(quoteSuccess)).toBeVisible();
  await signIn(page, '/admin/quotes');
  await page.getByRole('link', { name: `View: ${customer}` }).click();
  const detail = page.getByRole('dialog', { name: 'Quote Request Details' });
  await expect(detail).toContainText(rightToLeft);
  await expect(detail).toContainText('<script>alert(1)</script>');
  await expect(detail).toContainText(family);
  await expect(detail).toContainText('w'.repeat(300));
});

test('a text that is too long shows an error and is not truncated', async ({ page }) => {
  const long = `${'Long words. '.repeat(1000)}The end.`;
  await page.goto('/contact');
  await fillContact(page, 'N'.repeat(300), long);
  await page.getByLabel(/^Subject/).fill('S'.repeat(201));
  await page.getByLabel(/^Phone/).fill('5'.repeat(41));
  await page.getByRole('button', { name: 'Send Message' }).click();
  for (const limit of ['120', '40', '200', '10,000']) {
    await expect(page.getByText(`Please use at most ${limit} characters`).last()).toBeVisible();
  }
  await expect(page.getByLabel(/^Message/)).toHaveValue(long);
  await expect(page.getByLabel(/^Name/)).toHaveValue('N'.repeat(300));
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.getByLabel(/^Name/).fill('🏡');
  await expect(page.getByText('Name must be at least 2 characters').first()).toBeVisible();
  await fillContact(page, 'Last Try', rightToLeft);
  await page.getByLabel(/^Phone/).fill('');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(contactSuccess)).toBeVisible();
});

test('optional fields may be empty', async ({ page }) => {
  await page.goto('/quote-request');
  await fillQuote(page, 'Only Four');
  for (const label of ['Phone', 'Material', 'Style', 'Size', 'Color', 'Budget Range', 'Timeline']) {
    await expect(page.getByLabel(new RegExp(`^${label}`))).toHaveValue('');
  }
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText(quoteSuccess)).toBeVisible();
});

/** Wider than what is stored, and with a location. */
const createPanorama = () =>
  sharp({ create: { width: 4000, height: 40, channels: 3, background: '#4b6650' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1' } })
    .jpeg()
    .toBuffer();

test('files with any name are attached; each rejected file is named with the reason', async ({
  page,
}) => {
  const { buffer } = await createImageFile('plain.jpg', '#887766');
  const mimeType = 'image/jpeg';
  const long = `${'very-long-name-'.repeat(15)}.jpg`;
  await page.goto('/quote-request');
  await fillQuote(page, 'Pic Tures');
  const input = page.locator('input[type=file]');
  await input.setInputFiles([
    { name: long, mimeType, buffer },
    { name: '🏡🌲.jpg', mimeType, buffer: await createPanorama() },
    { name: 'مخزن.jpg', mimeType, buffer },
    { name: '..%2F..%2Fetc passwd.jpg', mimeType, buffer },
    { name: '.jpg', mimeType, buffer },
  ]);
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Submit Quote Request' })).toBeEnabled();

  await test.step('a large photograph is downscaled before it is sent', async () => {
    const paths = page.locator('input[name=inspiration_images]');
    await expect(paths).toHaveCount(5);
    const path = await paths.nth(1).inputValue();
    const stored = await page.request.get(`/storage/v1/object/public/images/${path}`);
    const { width, height, exif } = await sharp(await stored.body()).metadata();
    expect([width, height, exif]).toEqual([2560, 26, undefined]);
  });

  await input.setInputFiles([
    { name: 'big.jpg', mimeType, buffer: Buffer.alloc(16 * 1024 * 1024, 1) },
    { name: 'empty.jpg', mimeType, buffer: Buffer.alloc(0) },
    { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    { name: `${'long'.repeat(50)}.bmp`, mimeType: 'image/bmp', buffer },
  ]);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Failed to upload big.jpg: it is larger than 15 MB');
  await expect(alert).toContainText('Failed to upload empty.jpg: the file is empty');
  await expect(alert).toContainText(
    'Failed to upload scan.pdf: only JPEG, PNG, WebP, AVIF, GIF or HEIC pictures can be sent',
  );
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(5);

  await input.setInputFiles(
    Array.from({ length: 20 }, (_, index) => ({ name: `more-${index + 1}.jpg`, mimeType, buffer })),
  );
  for (const index of [16, 17, 18, 19, 20]) {
    await expect(alert).toContainText(
      `Failed to upload more-${index}.jpg: only 20 pictures can be sent`,
    );
  }
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(20);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText(quoteSuccess)).toBeVisible();
});

for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
  test(`the e-mail address of ${landmark} wraps at @ and dots only, and is copied whole`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/contact');
    if (landmark === 'banner') await page.getByRole('banner').locator('summary').click();
    const link = page.getByRole(landmark).locator('a[href^="mailto:"]').filter({ visible: true });
    const email = (await link.getAttribute('href'))?.replace('mailto:', '') ?? '';
    await expect(link).toHaveAccessibleName(email);
    const selected = await link.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString();
    });
    expect(selected).toBe(email);
    const wrapsAtParts = await link.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lines: number[] = [];
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        lines.push(range.getClientRects().length);
      }
      return lines;
    });
    expect(wrapsAtParts).toEqual(splitEmail(email).map(() => 1));
  });
}

test.describe('storage that rejects uploads', () => {
  test.use({ expectedErrors: ['status of 4', 'status of 5', 'net::ERR_FAILED'] });

  test('shows the specified error', async ({ page }) => {
    await page.goto('/quote-request');
    const input = page.locator('input[type=file]');
    const alert = page.getByRole('alertdialog', { name: 'Picture not attached' });
    const image = await createImageFile('yard.jpg', '#336633');
    const attach = async () => {
      await input.focus();
      await input.setInputFiles(image);
      await expect(alert).toBeVisible();
    };
    const respondWith = (status: number, message: string) =>
      page.route('**/storage/v1/object/**', (route) =>
        route.fulfill({ status, json: { statusCode: String(status), error: message, message } }),
      );

    await respondWith(404, 'Bucket not found');
    await attach();
    await expect(alert).toContainText(
      "Failed to upload yard.jpg: Storage bucket 'images' not found. Available buckets: none. Please verify the bucket name and permissions.",
    );
    await alert.getByRole('button', { name: 'OK' }).click();

    await page.unroute('**/storage/v1/object/**');
    await respondWith(500, 'The disk is full');
    await attach();
    await expect(alert).toContainText('Failed to upload yard.jpg: Upload failed: The disk is full');
    await alert.getByRole('button', { name: 'OK' }).click();

    await page.unroute('**/storage/v1/object/**');
    await page.route('**/storage/v1/object/**', (route) => route.abort());
    await attach();
    await expect(alert).toContainText(
      'Failed to upload yard.jpg: Upload failed: The connection was interrupted',
    );
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Remove yard.jpg' })).toBeHidden();
    await expect(input).toBeFocused();
  });
});
