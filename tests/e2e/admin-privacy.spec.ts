import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { minFormAgeMs } from '#app/domain/enquiries/spam.ts';
import { createSmallImage } from '#tests/support/small-image.ts';
import { signIn } from './support/admin.ts';
import { contactSuccess, draftWritten, fillContact } from './support/forms.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('a marketing consent is shown, withdrawn, exported and erased with all data of the person', {
  tag: '@narrow',
}, async ({ page, site }) => {
  test.setTimeout(120_000);
  await page.goto('/contact');
  const box = page.getByRole('checkbox', { name: /^Yes, send me news/ });
  await expect(box).not.toBeChecked();
  await expect(page.getByText('We use what you send only to answer you.')).toBeVisible();
  await fillContact(page, 'Nora News');
  await page.getByLabel(/^Email/).fill('Nora.News@example.com');
  await box.check();
  await draftWritten(page, 'draft:contact:', '"news":"1"');
  await page.reload();
  await page.mouse.move(200, 200);
  await expect(box, 'the draft has it').toBeChecked();
  await setTimeout(minFormAgeMs + 500);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(contactSuccess)).toBeVisible();
  await expect(box).not.toBeChecked();

  const service = serviceClient(site);
  const path = 'inspiration/1767225600000-nora.jpg';
  const stored = await service.storage
    .from('images')
    .upload(path, await createSmallImage(), { contentType: 'image/jpeg' });
  expect(stored.error).toBeNull();
  await service
    .from('quote_requests')
    .insert({
      customer_name: 'Nora News',
      email: 'nora.news@EXAMPLE.com',
      project_type: 'Other',
      description: 'A hen house with a view.',
      inspiration_images: [path],
    })
    .throwOnError();

  await signIn(page, '/admin/contacts');
  await page.getByRole('link', { name: 'View: Nora News' }).click();
  const detail = page.getByRole('dialog', { name: 'Contact Submission Details' });
  await expect(detail.getByText(/^Agreed on .* in the contact form$/)).toBeVisible();
  await detail.getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(detail.getByText('The consent is withdrawn.')).toBeVisible();
  await expect(detail.getByText(/withdrawn on/)).toBeVisible();
  await expectAccessible(page);

  await detail.getByRole('link', { name: 'Export or erase everything of this person' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(
    page.getByText(
      'Stored of Nora.News@example.com: 1 quote request, 1 contact message, 1 consent to news and 1 picture.',
    ),
  ).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as JSON' }).click(),
  ]);
  const exported = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(exported.quote_requests[0].description).toBe('A hen house with a view.');
  expect((await page.request.get(exported.pictures[0].address)).ok()).toBe(true);

  await page.getByRole('button', { name: 'Erase everything' }).click();
  const question = page.getByRole('alertdialog', { name: /^Erase everything of/ });
  await expect(question).toContainText('1 quote request, 1 contact message');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText(/^Erased: 1 quote request/)).toBeVisible();
  await expect(page.getByText('Nothing is stored of Nora.News@example.com.')).toBeVisible();
  await expectAccessible(page);
  expect((await service.storage.from('images').exists(path)).data).toBe(false);
});

test("the owner's text replaces the built-in one, and can be removed", {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, '/admin/settings');
  await page.getByRole('link', { name: /^Export or erase/ }).click();
  await page.getByRole('button', { name: 'Edit Accessibility' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Accessibility Page' });
  await dialog.getByLabel('Title').fill('Everybody is welcome');
  await expect(dialog.getByRole('textbox', { name: 'Content' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save Page' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Your own words, saved/)).toBeVisible();
  const shown = await page.request.get('/accessibility');
  expect(await shown.text()).toContain('Everybody is welcome');

  await page.getByRole('button', { name: /^Use the built-in words/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/^Your own words/)).toBeHidden();
  expect(await (await page.request.get('/accessibility')).text()).not.toContain('Everybody is');
});
