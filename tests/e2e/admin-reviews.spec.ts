import { signIn } from './support/admin.ts';
import { failRequests } from './support/fail-requests.ts';
import { pressRowAction } from './support/row-actions.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 503', 'Could not', 'could not be changed'] });

test(
  'a review is added, approved and featured, with a toast and on the website',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    test.slow();
    const name = `Nora Reeve ${project.name}`;
    const card = page.getByRole('article', { name: `Review by ${name}` });
    const dialog = page.getByRole('dialog', { name: 'Add New Review' });
    const count = async (tab: string) =>
      Number(
        /\((\d+)\)/.exec((await page.getByRole('tab', { name: tab }).textContent()) ?? '')?.[1],
      );

    await signIn(page, '/admin/reviews');
    await expect(page.getByRole('heading', { level: 1, name: 'Customer Reviews' })).toBeVisible();
    await expect(page.getByRole('tab', { name: /All/ })).toBeVisible();
    const [all, approved, pending] = [
      await count('All'),
      await count('Approved'),
      await count('Pending'),
    ];
    expect(all).toBe(approved + pending);

    await test.step('empty required fields show errors', async () => {
      await page.getByRole('button', { name: 'Add Review' }).click();
      await dialog.getByRole('button', { name: 'Add Review' }).click();
      for (const sentence of [
        'Customer name is required',
        'Rating is required',
        'Review text must be at least 10 characters',
      ]) {
        await expect(dialog.getByText(sentence)).toBeVisible();
      }
      await expect(dialog.getByLabel('Approved')).not.toBeChecked();
      await expect(dialog.getByLabel('Featured')).not.toBeChecked();
      await expect(dialog.getByLabel(/Project Type/).locator('option')).toHaveText([
        'No project type',
        'Custom Shed',
        'Garage Addition',
        'Home Addition',
        'Exterior Renovation',
        'Roofing',
        'Siding',
      ]);
      await expectAccessible(page);
    });

    await test.step('closing asks for confirmation and discards the input', async () => {
      await dialog.getByLabel('Customer Name').fill('Somebody else');
      await page.keyboard.press('Escape');
      const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(dialog.getByLabel('Customer Name')).toHaveValue('Somebody else');
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Add Review' }).click();
      await expect(dialog.getByLabel('Customer Name')).toHaveValue('');
    });

    await test.step('a failed save shows an error in the dialog, and a retry succeeds', async () => {
      await dialog.getByLabel('Customer Name').fill(name);
      await dialog.getByRole('radio', { name: '3 stars' }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
      await dialog.getByLabel('Review Text').fill('They came when they said they would.');
      await failRequests(page, 'POST', 'reviews');
      await dialog.getByRole('button', { name: 'Add Review' }).click();
      await expect(dialog.getByRole('alert')).toContainText('The review could not be saved.');
      await expect(dialog.getByLabel('Customer Name')).toHaveValue(name);
      await expectAccessible(page);
      await page.unrouteAll();
      await dialog.getByRole('button', { name: 'Add Review' }).click();
      await expect(dialog).toBeHidden();
      await expect(card).toBeVisible();
      expect(await count('All')).toBe(all + 1);
      expect(await count('Pending')).toBe(pending + 1);
    });

    await test.step('the newest review is first, with every field', async () => {
      await expect(page.getByRole('article').first()).toContainText(name);
      await expect(card.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
      await expect(card).toContainText('“They came when they said they would.”');
      await expect(card.getByText('Pending', { exact: true })).toBeVisible();
      await expect(card).toHaveCSS('border-left-width', '4px');
    });

    await test.step('Approve and Feature are independent and show after they are stored', async () => {
      await failRequests(page, 'PATCH', 'reviews');
      await page.getByRole('button', { name: `Approve: ${name}`, exact: true }).click();
      await expect(page.getByText('The review could not be changed.').first()).toBeVisible();
      await expect(card.getByText('Pending', { exact: true })).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: `Feature: ${name}`, exact: true }).click();
      await expect(card.getByText('Featured', { exact: true })).toBeVisible();
      await expect(card.getByText('Pending', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: `Approve: ${name}`, exact: true }).click();
      await expect(card.getByText('Approved', { exact: true })).toBeVisible();
      await expect(card).toHaveCSS('border-left-width', '1px');
      expect(await count('Approved')).toBe(approved + 1);
    });

    await test.step('visitors see an approved review only', async () => {
      const visitor = await page.context().newPage();
      await visitor.goto('/');
      await expect(visitor.getByText(name)).toBeVisible();
      await page.getByRole('button', { name: `Unfeature: ${name}` }).click();
      await expect(card.getByText('Featured', { exact: true })).toBeHidden();
      await visitor.reload();
      await expect(visitor.getByText(name)).toBeHidden();
      await visitor.close();
      await page.getByRole('tab', { name: 'Pending' }).click();
      await expect(card).toBeHidden();
      await page.getByRole('tab', { name: 'Approved' }).click();
      await expect(card).toBeVisible();
    });
  },
);

test(
  'a review is searched, edited and deleted after confirmation',
  { tag: '@narrow' },
  async ({ page }, { project }) => {
    const name = `Odo Reeve ${project.name}`;
    const card = page.getByRole('article', { name: `Review by ${name}` });
    const question = page.getByRole('alertdialog');
    await signIn(page, '/admin/reviews');
    await page.getByRole('button', { name: 'Add Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Review' });
    await dialog.getByLabel('Customer Name').fill(name);
    await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await dialog.getByLabel('Review Text').fill('They came when they said they would.');
    await dialog.getByLabel('Approved').check();
    await dialog.getByRole('button', { name: 'Add Review' }).click();
    await expect(card).toBeVisible();

    await test.step('the review is found by search and edited', async () => {
      await page.getByRole('searchbox', { name: 'Search reviews' }).fill('odo came');
      await expect(page.getByRole('article')).toHaveCount(1);
      await pressRowAction(page, 'Edit', name);
      const edit = page.getByRole('dialog', { name: 'Edit Review' });
      await expect(edit.getByRole('radio', { name: '4 stars' })).toBeChecked();
      await expect(edit.getByLabel('Approved')).toBeChecked();
      await edit.getByRole('radio', { name: '5 stars' }).check({ force: true });
      await edit.getByLabel(/Project Type/).selectOption('Roofing');
      await edit.getByRole('button', { name: 'Update Review' }).click();
      await expect(edit).toBeHidden();
      await expect(card.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible();
      await expect(card).toContainText('Roofing');
      await expectAccessible(page);
    });

    await test.step('the review is deleted after confirmation', async () => {
      await pressRowAction(page, 'Delete', name);
      await expect(question).toContainText('Are you sure you want to delete this review?');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(card).toBeVisible();

      await failRequests(page, 'DELETE', 'reviews');
      await pressRowAction(page, 'Delete', name);
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toContainText('The review could not be deleted');
      await page.keyboard.press('Escape');
      await expect(card).toBeVisible();
      await page.unrouteAll();

      await pressRowAction(page, 'Delete', name);
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(card).toBeHidden();
      await page.reload();
      await expect(page.getByRole('tab', { name: /All/ })).toBeVisible();
      await expect(card).toBeHidden();
    });
  },
);
