import type { Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { expectFocusTrapped } from './support/focus-trap.ts';
import { contactSuccess, quoteSuccess, tabTo } from './support/forms.ts';
import { expect, expectAccessible, test } from './support/test.ts';

async function type(page: Page, form: ReturnType<Page['locator']>, label: RegExp, text: string) {
  await tabTo(page, form.getByLabel(label));
  await page.keyboard.type(text);
}

test.describe('by keyboard alone', () => {
  test('the quote dialog is opened, filled in and sent, and returns the focus', {
    tag: '@wide',
  }, async ({ page }) => {
    // From the first listener on the browser leaves choosing files to the test.
    page.on('filechooser', () => {});
    await page.goto('/');
    const opener = page.getByRole('main').getByRole('link', { name: /quote/i }).first();
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
    await expect(dialog).toBeVisible();
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await expectFocusTrapped(page, dialog);

    await test.step('the error summary takes the focus and links to the fields', async () => {
      const submit = dialog.getByRole('button', { name: 'Submit Quote Request' });
      await tabTo(page, submit);
      await page.keyboard.press('Enter');
      const summary = dialog.getByRole('alert').filter({ hasText: '4 things need a look:' });
      await expect(summary).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Tab');
      await expect(
        dialog.getByRole('link', { name: 'Name must be at least 2 characters' }),
      ).toBeFocused();
      await page.keyboard.press('Enter');
      const name = dialog.getByLabel(/^Name/);
      await expect(name).toBeFocused();
      await expect(name).toHaveAccessibleDescription('Name must be at least 2 characters');
      await page.keyboard.type('Kay Board');
      await expect(name, 'the focus stays where one types').toBeFocused();
      await expect(name).toHaveValue('Kay Board');
    });

    await test.step('the other fields are filled in', async () => {
      await type(page, dialog, /^Email/, 'kay@example.com');
      await type(page, dialog, /^Project Type/, 'Home');
      await expect(dialog.getByLabel(/^Project Type/)).toHaveValue('Home Addition');
      await type(page, dialog, /^Project Description/, 'A porch to sit on in the rain.');
    });

    await test.step('images are attached, rejected and removed', async () => {
      const input = dialog.locator('input[type=file]');
      await tabTo(page, input);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser', { timeout: 15_000 }),
        page.keyboard.press('Enter'),
      ]);
      await chooser.setFiles([
        await createImageFile('porch.jpg', '#aa8844'),
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture.') },
        { name: 'IMG_0001.BMP', mimeType: 'image/bmp', buffer: Buffer.from('BM') },
      ]);
      const alert = page.getByRole('alertdialog', { name: 'Pictures not attached' });
      const reason = 'only JPEG, PNG, WebP, AVIF, GIF or HEIC pictures can be sent';
      await expect(alert).toContainText(`Failed to upload notes.txt: ${reason}`);
      await expect(alert).toContainText(`Failed to upload IMG_0001.BMP: ${reason}`);
      await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(alert).toBeHidden();
      await expect(input).toBeFocused();
      const remove = dialog.getByRole('button', { name: 'Remove porch.jpg' });
      await tabTo(page, remove);
      await page.keyboard.press('Enter');
      await expect(remove).toBeHidden();
      await expect(input).toBeFocused();
    });

    await test.step('Escape asks for confirmation, and Keep editing returns to the form', async () => {
      await page.keyboard.press('Escape');
      const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
      await expect(question).toBeVisible();
      await tabTo(page, question.getByRole('button', { name: 'Keep editing' }));
      await page.keyboard.press('Enter');
      await expect(question).toBeHidden();
      await expect(dialog).toBeVisible();
    });

    await test.step('the form is sent, and the focus returns to the link that opened it', async () => {
      await tabTo(page, dialog.getByRole('button', { name: 'Submit Quote Request' }));
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(quoteSuccess)).toBeVisible();
      await expectAccessible(page);
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page.getByRole('status').getByText(quoteSuccess)).toBeVisible();
      await expectAccessible(page);
    });
  });

  test('the contact form is corrected and sent by keyboard', { tag: '@narrow' }, async ({
    page,
  }) => {
    await page.goto('/contact');
    const form = page.locator('form');
    await tabTo(page, form.getByLabel(/^Name/));
    await page.keyboard.press('Enter');
    const summary = form.getByRole('alert').filter({ hasText: '4 things need a look:' });
    await expect(summary).toBeFocused();
    await expectAccessible(page);
    await type(page, form, /^Name/, 'Tab Key');
    await type(page, form, /^Email/, 'tab@example.com');
    await type(page, form, /^Subject/, 'Keys');
    await type(page, form, /^Message/, 'No mouse in the workshop.');
    await tabTo(page, form.getByRole('button', { name: 'Send Message' }));
    await page.keyboard.press('Space');
    const banner = form.getByText(contactSuccess);
    await expect(banner).toBeVisible();
    await expect(banner.locator('..')).toBeFocused();
    await expectAccessible(page);
  });
});

test('a field that becomes invalid again does not take the focus', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/contact');
  const form = page.locator('form');
  await form.getByLabel(/^Email/).fill('a@example.com');
  await form.getByLabel(/^Subject/).fill('Focus');
  await form.getByLabel(/^Message/).fill('Where does it go to?');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'One thing' })).toBeFocused();
  const name = form.getByLabel(/^Name/);
  await name.focus();
  await page.keyboard.type('Jo');
  await expect(form.getByText('Name must be at least 2 characters')).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await expect(form.getByText('Name must be at least 2 characters').first()).toBeVisible();
  await expect(name).toBeFocused();
});
