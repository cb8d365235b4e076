import { readFile } from 'node:fs/promises';
import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { waitForMinFormAge } from './support/forms.ts';
import { holdRequests } from './support/hold-requests.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const success =
  "Thank you for your quote request! We'll review your requirements and get back to you within 24 hours with a detailed estimate.";

/** Holds the answer to a request back until the returned function is called. */
test.describe('a quote request', () => {
  test.use({ expectedErrors: ['the server responded with a status of 4', 'net::ERR_FAILED'] });

  test(
    'is sent by a visitor, mailed to the owner and managed in the back office',
    { tag: '@wide' },
    async ({ page, mail }, { project }) => {
      const customer = `Dana ${project.name}`;

      await test.step('the visitor fills in the dialog', async () => {
        await page.goto('/');
        await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
        const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
        await expect(dialog).toBeVisible();
        await expectAccessible(page);

        await dialog.getByRole('button', { name: 'Submit Quote Request' }).click();
        for (const sentence of [
          'Name must be at least 2 characters',
          'Please enter a valid email address',
          'Please select a project type',
          'Please provide more details about your project',
        ]) {
          await expect(dialog.getByText(sentence).last()).toBeVisible();
        }
        await expectAccessible(page);

        await dialog.getByLabel(/^Name/).fill(customer);
        await dialog.getByLabel(/^Email/).fill('dana@example.com');
        await dialog.getByLabel(/^Project Type/).selectOption('Garage Addition');
        await dialog.getByLabel(/^Project Description/).fill('A garage for two cars and a bench.');
        await dialog.getByLabel(/^Additional Message/).fill('=HYPERLINK("https://example.com")');
      });

      await test.step('of three images one is broken and one is removed', async () => {
        const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
        const { release } = await holdRequests(page, '**/storage/v1/object/**');
        await dialog
          .locator('input[type=file]')
          .setInputFiles([
            await createImageFile('front.jpg', '#7a4b2a'),
            createBrokenImageFile('broken.jpg'),
            await createImageFile('side.jpg', '#35506b'),
          ]);
        await expect(dialog.getByRole('button', { name: 'Uploading Images...' })).toBeDisabled();
        for (const name of ['front.jpg', 'side.jpg']) {
          await expect(
            dialog.getByRole('progressbar', { name: `Uploading ${name}` }),
          ).toBeVisible();
        }
        release();
        const alert = page.getByRole('alertdialog');
        await expect(alert).toContainText(
          'Failed to upload broken.jpg: Upload failed: mime type text/plain is not supported',
        );
        await expectAccessible(page);
        await alert.getByRole('button').first().click();
        await expect(dialog.getByRole('img', { name: 'front.jpg' })).toBeVisible();
        await expect(dialog.getByRole('img', { name: 'side.jpg' })).toBeVisible();
        await expect(dialog.getByRole('img', { name: 'broken.jpg' })).toBeHidden();
        await dialog.getByRole('button', { name: 'Remove side.jpg' }).click();
        await expect(dialog.getByRole('img', { name: 'side.jpg' })).toBeHidden();
      });

      await test.step('the button shows progress, and the dialog closes after 2 seconds', async () => {
        const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
        await waitForMinFormAge(dialog);
        const { release } = await holdRequests(page, '**/quote-request.json*');
        await dialog.getByRole('button', { name: 'Submit Quote Request' }).click();
        await expect(dialog.getByRole('button', { name: 'Submitting Request...' })).toBeDisabled();
        release();
        await expect(dialog.getByText(success)).toBeVisible();
        const shown = Date.now();
        await expect(dialog).toBeHidden();
        expect(Date.now() - shown).toBeGreaterThan(1500);
        await expect(page.getByText(success)).toBeVisible();
      });

      await test.step('the owner receives a mail', async () => {
        const received = await mail.waitFor(({ text }) => text?.includes(customer) ?? false);
        expect(received.envelopeTo).toEqual(['owner@example.com']);
        expect(received.replyTo?.[0]?.address).toBe('dana@example.com');
        expect(received.text).toContain('A garage for two cars and a bench.');
      });

      await test.step('the owner opens the request', async () => {
        await signIn(page, '/admin/quotes');
        await expect(page.getByRole('heading', { level: 1, name: 'Quote Requests' })).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('link', { name: `View: ${customer}` }).click();
        const detail = page.getByRole('dialog', { name: 'Quote Request Details' });
        await expect(detail).toContainText('Garage Addition');
        await expect(detail).toContainText('Inspiration Images (1)');
        const image = detail.getByRole('img', { name: /Inspiration image 1 of 1/ });
        await expect
          .poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
        await expectAccessible(page);
        await image.click();
        const viewer = page.getByRole('dialog', { name: 'Inspiration Images' });
        const large = viewer.getByRole('img', { name: 'Inspiration image 1 of 1' });
        await expect
          .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(viewer).toBeHidden();
        await expect(detail).toBeVisible();
        const reply = await detail
          .getByRole('link', { name: 'Reply via Email' })
          .getAttribute('href');
        expect(reply).toContain('mailto:dana@example.com?subject=Re%3A%20Your%20Quote%20Request');
        expect(decodeURIComponent(reply ?? '')).toContain('Garage Addition');
      });

      await test.step('a note is autosaved, and the request is marked responded', async () => {
        const detail = page.getByRole('dialog', { name: 'Quote Request Details' });
        await detail.getByLabel('Admin Notes').fill('Measured on Tuesday.');
        await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
        await detail.getByRole('button', { name: 'Responded' }).click();
        await expect(detail.getByRole('button', { name: 'Responded' })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        await detail.getByRole('button', { name: 'Close' }).click();
        await page.reload();
        await page.getByRole('link', { name: `View: ${customer}` }).click();
        await expect(detail.getByLabel('Admin Notes')).toHaveValue('Measured on Tuesday.');
        await expect(detail.getByRole('button', { name: 'Responded' })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        await detail.getByRole('button', { name: 'Pending' }).click();
        await expect(detail.getByRole('button', { name: 'Pending' })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        await detail.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: `Mark responded: ${customer}` }).click();
        await expect(
          page.getByRole('button', { name: `Mark responded: ${customer}` }),
        ).toBeHidden();
      });

      await test.step('the export contains the request', async () => {
        await page.getByRole('tab', { name: /Responded/ }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Export CSV' }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(/^quote-requests-\d{4}-\d{2}-\d{2}\.csv$/);
        const csv = await readFile(await file.path(), 'utf8');
        expect(
          csv.startsWith(
            '\uFEFF"Date","Name","Email","Phone","Project Type","Material","Size","Budget","Status","Custom Message","Has Images"\r\n',
          ),
        ).toBe(true);
        expect(csv).toContain(`"${customer}"`);
        expect(csv).toContain(`"'=HYPERLINK(""https://example.com"")"`);
      });

      await test.step('the request is deleted after confirmation', async () => {
        await page.getByRole('button', { name: `Delete: ${customer}` }).click();
        const confirm = page.getByRole('alertdialog');
        await expect(confirm).toContainText(
          'Are you sure you want to delete this quote request? This action cannot be undone.',
        );
        await expectAccessible(page);
        await confirm.getByRole('button', { name: 'Cancel' }).click();
        await expect(page.getByRole('button', { name: `Delete: ${customer}` })).toBeVisible();
        await page.getByRole('button', { name: `Delete: ${customer}` }).click();
        await confirm.getByRole('button', { name: 'Delete' }).click();
        await expect(page.getByRole('link', { name: `View: ${customer}` })).toBeHidden();
        await page.reload();
        await expect(page.getByRole('heading', { level: 1, name: 'Quote Requests' })).toBeVisible();
        await expect(page.getByRole('tab', { name: /All/ })).toBeVisible();
        await expect(page.getByRole('link', { name: `View: ${customer}` })).toBeHidden();
      });
    },
  );

  test('that the database rejects shows an error and retains the input', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.goto('/quote-request');
    await page.getByLabel(/^Name/).fill('Eve Keeper');
    await page.getByLabel(/^Email/).fill('eve@example.com');
    await page.getByLabel(/^Project Type/).selectOption('Other');
    await page.getByLabel(/^Project Description/).fill('Something that takes a while to type.');
    await page.route('**/quote-request.json*', (route) => route.abort());
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(
      page.getByText(
        'Sorry, there was an error submitting your quote request. Please try again or call us directly.',
      ),
    ).toBeVisible();
    const phone = page.getByRole('alert').getByRole('link', { name: /555/ });
    await expect(phone).toHaveAttribute('href', /^tel:\+?\d{10,}$/);
    await expectAccessible(page);
    await expect(page.getByLabel(/^Project Description/)).toHaveValue(
      'Something that takes a while to type.',
    );
    await page.unroute('**/quote-request.json*');
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(success)).toBeVisible();
  });
});
