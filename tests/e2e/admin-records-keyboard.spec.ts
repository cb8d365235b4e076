import type { Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { tabTo } from './support/forms.ts';
import { expect, test } from './support/test.ts';

/** Every kind of field in the dialogs of records, without a mouse. */

async function open(page: Page, name: string) {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

test(
  'a shed is edited by keyboard: texts, choices, a number, lists, images and boxes',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const title = `By keys alone ${project.name}`;
    // From the first listener on the browser leaves choosing files to the test.
    page.on('filechooser', () => {});
    await signIn(page, '/admin/sheds');
    const dialog = await open(page, 'Add Shed');
    await tabTo(page, dialog.getByLabel('Title'));
    await page.keyboard.type(title);
    for (const [label, letters, option] of [
      ['Material Type', 'Met', 'Metal'],
      ['Color', 'Gre', 'Green'],
      ['Size', '12x1', '12x12'],
      ['Shed Style', 'Por', 'Porch'],
    ] as const) {
      await tabTo(page, dialog.getByLabel(label));
      await page.keyboard.type(letters);
      await expect(dialog.getByLabel(label)).toHaveValue(option);
    }
    await tabTo(page, dialog.getByLabel('Price'));
    await page.keyboard.type('1999.99');

    const features = dialog.getByRole('list', { name: 'Standard Features' });
    await tabTo(page, dialog.getByRole('textbox', { name: /^Standard Features/ }));
    await page.keyboard.type('Shelves');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Hooks');
    await tabTo(page, dialog.getByRole('button', { name: 'Add feature' }));
    await page.keyboard.press('Space');
    await expect(features.getByRole('listitem')).toHaveText(['Shelves', 'Hooks']);
    await tabTo(page, dialog.getByRole('button', { name: 'Remove Shelves' }));
    await page.keyboard.press('Enter');
    await expect(features.getByRole('listitem')).toHaveText(['Hooks']);

    await tabTo(page, dialog.locator('input[type=file]'));
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.keyboard.press('Enter'),
    ]);
    await chooser.setFiles(await createImageFile('porch.jpg', '#35506b'));
    await expect(dialog.getByRole('button', { name: 'Remove porch.jpg' })).toBeVisible();
    await tabTo(page, dialog.getByLabel('Featured'));
    await page.keyboard.press('Space');
    await expect(dialog.getByLabel('Featured')).toBeChecked();

    await tabTo(page, dialog.getByRole('button', { name: 'Add Shed' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const card = page.getByRole('article', { name: title });
    await expect(card).toContainText('$1,999.99');
    await expect(card).toContainText('12x12, Porch');
    await expect(page.getByRole('button', { name: 'Add Shed' })).toBeFocused();

    await tabTo(page, page.getByRole('switch', { name: `Active: ${title}`, exact: true }));
    await page.keyboard.press('Space');
    await expect(page.getByRole('switch', { name: `Inactive: ${title}` })).toBeFocused();
  },
);

test(
  "a project's date and a review's stars are set by keyboard; an invalid field takes the focus",
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const title = `Dated by keys ${project.name}`;
    await signIn(page, '/admin/projects');
    const dialog = await open(page, 'Add Project');
    await tabTo(page, dialog.getByLabel('Completion Date'));
    await page.keyboard.type('06302026');
    await expect(dialog.getByLabel('Completion Date')).toHaveValue('2026-06-30');
    await tabTo(page, dialog.getByRole('button', { name: 'Add Project' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
    await page.keyboard.type(title);
    await tabTo(page, dialog.getByLabel('Project Type'));
    await page.keyboard.type('Sid');
    await tabTo(page, dialog.getByLabel('Location'));
    await page.keyboard.type('Orillia');
    // Enter in a line of text sends the form.
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('article', { name: title })).toContainText('June 30, 2026');

    await page.goto('/admin/reviews');
    const review = await open(page, 'Add Review');
    await tabTo(page, review.getByRole('radio', { name: '1 star', exact: true }));
    for (let stars = 1; stars < 4; stars += 1) await page.keyboard.press('ArrowRight');
    await expect(review.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(review).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add Review' })).toBeFocused();
  },
);

test('tabs are one tab stop; arrow keys, Home and End move the focus, and Enter selects', {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, '/admin/reviews');
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  await tabTo(page, tab(/^All/));
  await page.keyboard.press('ArrowLeft');
  await expect(tab(/^Pending/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab(/^All/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(tab(/^Pending/)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(tab(/^Approved/)).toBeFocused();
  await expect(tab(/^All/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(tab(/^Approved/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel', { name: /^Approved/ })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tab(/^Approved/)).toBeFocused();
});
