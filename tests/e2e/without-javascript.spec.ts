import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import { contactSuccess, fillContact, fillQuote, quoteSuccess } from './support/forms.ts';
import { expect, test } from './support/test.ts';

/** What works without scripts and needs a browser: links, styles and history. */

test.use({ javaScriptEnabled: false, expectedErrors: ['status of 400'] });

test('the pages show their content, and menu, project, gallery and listing open by links', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await test.step('the menu closes when Contact is chosen on the home page', async () => {
    // The second time from the page that the first one has opened.
    for (const name of ['Contact', 'Get Free Quote', 'Contact']) {
      await header.locator('summary').click();
      await header.getByRole('navigation').getByRole('link', { name }).click();
      await expect(header.getByRole('link', { name: 'Blog' })).toBeHidden();
      await expect(page.locator('#contact')).toBeInViewport();
    }
  });
  const work = page.getByRole('region', { name: 'Recent work' });
  await work.getByRole('link', { name: 'Custom Shed', exact: true }).click();
  await expect(page).toHaveURL(/\?work=custom-shed#work$/);
  const title = 'Tool shed on Sturrock Lake';
  await work.getByRole('link', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('August 21, 2026')).toBeInViewport();
  await page.getByRole('link', { name: 'Show 2 of 2' }).click();
  await expect(page.getByRole('img', { name: `${title}, picture 2 of 2` })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Next' })).toBeHidden();
  await dialog.getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\?work=custom-shed#work$/);
  await expect(dialog).toBeHidden();

  await header.locator('summary').click();
  await header.getByRole('link', { name: 'Custom Sheds' }).click();
  await page
    .getByRole('article')
    .filter({ hasText: 'Dormer Studio' })
    .getByRole('link', { name: 'Request a Quote' })
    .click();
  await expect(page.getByLabel(/^Project Description/)).toHaveValue(
    "I'm interested in the Dormer Studio",
  );
  await header.locator('summary').click();
  await header.getByRole('link', { name: 'Blog' }).click();
  await page.getByRole('link', { name: 'Choosing siding for a shed' }).click();
  await page.getByRole('link', { name: 'Talk to us' }).click();
  await expect(page.locator('#contact')).toBeInViewport();
});

test('sheds are filtered, sorted and opened in a dialog', async ({ page }) => {
  await page.goto('/sheds');
  const titles = page.getByRole('main').getByRole('heading', { level: 3 });
  const filters = page.getByRole('region', { name: 'Filters' });
  await expect(titles).toHaveCount(15);
  await page.getByRole('link', { name: 'Filter sheds' }).click();
  await filters.getByRole('link', { name: /^Metal/ }).click();
  await expect(page).toHaveURL(/\/sheds\?material=Metal$/);
  await expect(titles).toHaveCount(4);
  await expect(filters.getByRole('link', { name: /^Metal/ })).toBeHidden();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Lowest price');
  await page.getByRole('button', { name: 'Sort' }).click();
  await expect(page).toHaveURL(/\?material=Metal&sort=price$/);
  await expect(titles.first()).toHaveText('Little Steel Gable');
  await page.getByRole('link', { name: 'Filter sheds (1)' }).click();
  await page.getByRole('combobox', { name: 'Price' }).selectOption('5000');
  await page.getByRole('button', { name: 'Show 4 sheds' }).click();
  await expect(titles).toHaveText(['Little Steel Gable']);
  await page.goBack();
  await expect(titles).toHaveCount(4);

  await page.goto('/sheds?material=Metal&shed=30000000-0000-4000-8000-000000000001');
  const dialog = page.getByRole('dialog', { name: 'Cedar Garden Gable' });
  await expect(dialog.getByText('$7,450')).toBeInViewport();
  await expect(dialog.getByRole('link', { name: 'Request a Quote' })).toBeInViewport();
  await dialog.getByRole('link', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/sheds\?material=Metal$/);
});

test(
  'both forms are corrected, sent and mailed, and a reload sends nothing again',
  { tag: '@full' },
  async ({ page, mail }, { project }) => {
    const name = `Gil ${project.name}`;
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    for (const [path, button, success] of [
      ['/quote-request', 'Submit Quote Request', quoteSuccess],
      ['/contact', 'Send Message', contactSuccess],
    ] as const) {
      posts.length = 0;
      await page.goto(path);
      await page.getByRole('button', { name: button }).click();
      const error = page.getByText('Name must be at least 2 characters').first();
      await expect(error, 'the error is in view').toBeInViewport();
      if (path === '/contact') await fillContact(page, name);
      else await fillQuote(page, name);
      if (path === '/quote-request')
        await page
          .locator('input[type=file]')
          .setInputFiles(await createImageFile('south.jpg', '#c9b28a'));
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(success)).toBeInViewport();
      await expect(page).toHaveURL(new RegExp(`${path}\\?sent=yes`));
      await expect(page.getByLabel(/^Name/)).toHaveValue('');
      await page.reload();
      await expect(page.getByText(success)).toBeVisible();
      expect(posts).toHaveLength(2);
    }
    const isFrom = (word: string) => (received: { subject?: string; text?: string }) =>
      Boolean(received.subject?.includes(word) && received.text?.includes(name));
    const received = await mail.waitFor(isFrom('quote'));
    expect(received.text).toContain('/storage/v1/object/public/images/inspiration/');
    await mail.waitFor(isFrom('contact'));

    await test.step('a rejected image is named beside the success message', async () => {
      await page.goto('/quote-request');
      await fillQuote(page, 'Half Kept');
      await page.locator('input[type=file]').setInputFiles(createBrokenImageFile('broken.jpg'));
      await page.getByRole('button', { name: 'Submit Quote Request' }).click();
      await expect(page.getByText(quoteSuccess)).toBeVisible();
      await expect(page.getByText('Failed to upload broken.jpg: ')).toBeVisible();
    });
  },
);
