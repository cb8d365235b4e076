import type { Page } from '@playwright/test';
import { newReview } from '#tests/fixtures/rows.ts';
import { signInByForm } from './support/admin.ts';
import { press } from './support/back-office.ts';
import { sendQuote } from './support/enquiries.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Opens a screen by the phone's menu. */
async function open(page: Page, entry: RegExp) {
  await press(page, 'Menu');
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: entry }).click();
}

test('on a phone, requests, a post, a review and hours are managed in one session, and visitors see the changes at once', {
  tag: ['@narrow', '@full'],
}, async ({ page, request, site }) => {
  const [first, second] = ['Ada Early', 'Ben Later'];
  const post = 'Why we build in winter';
  const customer = 'Cleo Happy';
  const praise = 'They swept the driveway before they left.';
  const sunday = '1:00 PM - 4:00 PM';
  await sendQuote(request, first);
  await sendQuote(request, second);
  await serviceClient(site)
    .from('reviews')
    .insert(newReview({ customer_name: customer, review_text: praise, is_featured: false }))
    .throwOnError();
  // The page is cached before the change.
  expect(await (await request.get('/')).text()).not.toContain(praise);
  await signInByForm(page, '/admin/quotes');

  await test.step('one request is answered in its details, one in the list', async () => {
    const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });
    await page.getByRole('link', { name: `View: ${first}` }).click();
    await press(dialog, 'Responded');
    await expect(dialog.getByRole('button', { name: 'Responded', pressed: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await press(page, `Mark responded: ${second}`);
    for (const name of [first, second]) {
      await expect(page.getByRole('button', { name: `Mark responded: ${name}` })).toHaveCount(0);
    }
  });

  await test.step('a post is published', async () => {
    await open(page, /^Blog Posts$/);
    await press(page, 'New Post');
    const dialog = page.getByRole('dialog', { name: 'Create New Blog Post' });
    await dialog.getByLabel('Title').fill(post);
    await dialog.getByRole('textbox', { name: 'Content' }).click();
    await page.keyboard.type('Frozen ground carries the truck, and the lumber stays dry.');
    await dialog.getByLabel('Published').check();
    await press(dialog, 'Create Post');
    await expect(dialog).toBeHidden();
  });

  await test.step("a review is featured, and Sunday's hours are changed", async () => {
    await open(page, /^Reviews$/);
    await page.getByRole('button', { name: `Feature: ${customer}`, exact: true }).click();
    await expect(page.getByRole('button', { name: `Unfeature: ${customer}` })).toBeVisible();
    await open(page, /^Business Settings$/);
    await page.getByLabel('Sunday').fill(sunday);
    await press(page, 'Save Settings');
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('Business settings updated successfully!');
    await press(alert, 'OK');
  });

  await test.step('a visitor sees all changes at once', async () => {
    const read = async (path: string) => (await request.get(path)).text();
    const home = await read('/');
    for (const text of [praise, customer, sunday]) expect(home).toContain(text);
    expect(await read('/blog')).toContain(post);
  });

  await press(page, 'Menu');
  await press(page, 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});
