import type { Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signInByForm } from './support/admin.ts';
import { sendQuote } from './support/enquiries.ts';
import { serviceClient } from './support/service.ts';
import { moveLifted } from './support/sorting.ts';
import { expect, test } from './support/test.ts';

const sides = ['front', 'back', 'left', 'right'];

/** Chooses an entry of the menu; those of inboxes end with a count. */
async function open(page: Page, entry: string) {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: new RegExp(`^${entry}( \\d+ \\w+)?$`) })
    .click();
}

test(
  'requests, a post, a shed, a review and hours are managed in one session, and visitors see the changes at once',
  { tag: '@narrow' },
  async ({ page, request, site }, { project }) => {
    const of = (name: string) => `${name} ${project.name}`;
    const [first, second] = [of('Ada Early'), of('Ben Later')];
    const post = of('Why we build in winter');
    const shed = of('The Long Weekend');
    const customer = of('Cleo Happy');
    const praise = `They swept the driveway before they left (${project.name}).`;
    const sunday = project.name === 'phone' ? '1:00 PM - 4:00 PM' : '1:30 PM - 4:30 PM';

    await sendQuote(request, first);
    await sendQuote(request, second);
    const review = { customer_name: customer, rating: 5, review_text: praise };
    await serviceClient(site)
      .from('reviews')
      .insert({ ...review, is_approved: true, is_featured: false })
      .throwOnError();
    // The page is cached before the change.
    expect(await (await request.get('/')).text()).not.toContain(praise);

    await signInByForm(page, '/admin');
    await expect(page.getByText('Welcome to your admin dashboard')).toBeVisible();

    await test.step('two requests are answered by mail drafts and marked responded', async () => {
      await open(page, 'Quote Requests');
      const dialog = page.getByRole('dialog', { name: 'Quote Request Details' });
      const draft = async () => {
        const href = await dialog
          .getByRole('link', { name: 'Reply via Email' })
          .getAttribute('href');
        const mail = new URL(href ?? '');
        expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'somebody@example.com']);
        expect(mail.searchParams.get('subject')).toBe('Re: Your Quote Request');
        expect(mail.searchParams.get('body')).toContain('Custom Shed');
      };
      await page.getByRole('link', { name: `View: ${first}` }).click();
      await draft();
      await dialog.getByRole('button', { name: 'Responded' }).click();
      await expect(dialog.getByRole('button', { name: 'Responded' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: `Mark responded: ${first}` })).toHaveCount(0);

      await page.getByRole('link', { name: `View: ${second}` }).click();
      await draft();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: `Mark responded: ${second}` }).click();
      await expect(page.getByRole('button', { name: `Mark responded: ${second}` })).toHaveCount(0);
    });

    await test.step('a post is published with an image', async () => {
      await open(page, 'Blog Posts');
      await page.getByRole('button', { name: 'New Post' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create New Blog Post' });
      await dialog.getByLabel('Title').fill(post);
      const text = dialog.getByRole('textbox', { name: 'Content' });
      await text.click();
      await page.keyboard.type('Frozen ground carries the truck, and the lumber stays dry.');
      await dialog
        .getByRole('group', { name: /^Featured Image/ })
        .locator('input[type=file]')
        .setInputFiles(await createImageFile('frost.jpg', '#9db4c0'));
      await expect(dialog.getByRole('button', { name: 'Remove frost.jpg' })).toBeVisible();
      await dialog.getByLabel('Published').check();
      await dialog.getByRole('button', { name: 'Create Post' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(post, { exact: true }).first()).toBeVisible();
    });

    await test.step('a shed is added with four images, which are reordered', async () => {
      await open(page, 'Shed Listings');
      await page.getByRole('button', { name: 'Add Shed' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add New Shed Listing' });
      await dialog.getByLabel('Title').fill(shed);
      await dialog.getByLabel('Material Type').selectOption('Wood');
      await dialog.getByLabel('Color').selectOption('Natural');
      await dialog.getByLabel('Size').selectOption('10x12');
      await dialog.getByLabel('Shed Style').selectOption('Gable');
      await dialog.getByLabel('Price').fill('6400');
      const colors = ['#7a4b2a', '#35506b', '#5a6b35', '#6b3548'];
      await dialog
        .getByRole('group', { name: /^Images/ })
        .locator('input[type=file]')
        .setInputFiles(
          await Promise.all(
            sides.map((side, at) => createImageFile(`${side}.jpg`, colors[at] ?? '')),
          ),
        );
      const moves = dialog.getByRole('button', { name: /^Move: / });
      await expect(moves).toHaveCount(4);
      await expect(dialog.getByRole('progressbar')).toHaveCount(0);
      const order = () =>
        moves.evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-label')?.replace('Move: ', '')),
        );
      await dialog.getByRole('button', { name: 'Make left.jpg the cover' }).click();
      await expect.poll(order).toEqual(['left.jpg', 'front.jpg', 'back.jpg', 'right.jpg']);

      // Two beside each other: down once.
      await dialog.getByRole('button', { name: 'Move: front.jpg' }).focus();
      await page.keyboard.press('Space');
      await expect(
        page.getByText(/^front\.jpg is (lifted from|over) position 2 of 4/),
      ).toBeAttached();
      await moveLifted(page, 'ArrowDown', 'front.jpg is over position 4 of 4');
      await page.keyboard.press('Space');
      await expect.poll(order).toEqual(['left.jpg', 'back.jpg', 'right.jpg', 'front.jpg']);
      await dialog.getByRole('button', { name: 'Add Shed' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('article', { name: shed })).toContainText('$6,400');
    });

    await test.step('a review is featured', async () => {
      await open(page, 'Reviews');
      await page.getByRole('button', { name: `Feature: ${customer}`, exact: true }).click();
      await expect(page.getByRole('button', { name: `Unfeature: ${customer}` })).toBeVisible();
    });

    await test.step("Sunday's hours are changed", async () => {
      await open(page, 'Business Settings');
      await page.getByLabel('Sunday').fill(sunday);
      await page.getByRole('button', { name: 'Save Settings' }).click();
      const alert = page.getByRole('alertdialog');
      await expect(alert).toContainText('Business settings updated successfully!');
      await alert.getByRole('button', { name: 'OK' }).click();
    });

    await test.step('a visitor sees all changes at once', async () => {
      const visitor = await page.context().newPage();
      await visitor.goto('/');
      await expect(visitor.getByRole('main')).toContainText(praise);
      await expect(visitor.getByRole('main')).toContainText(customer);
      await expect(visitor.getByRole('contentinfo')).toContainText(sunday);

      await visitor.goto('/blog');
      await visitor.getByRole('link', { name: post }).first().click();
      await expect(visitor.getByRole('heading', { level: 1, name: post })).toBeVisible();
      await expect(visitor.getByText('Frozen ground carries the truck')).toBeVisible();
      const image = visitor.getByRole('main').locator('img[src*="frost.jpg"]');
      await expect(image).toHaveJSProperty('complete', true);
      expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

      await visitor.goto('/sheds');
      const card = visitor
        .getByRole('article')
        .filter({ has: visitor.getByRole('heading', { name: shed }) });
      await expect(card).toContainText('$6,400');
      await expect(card.locator('img')).toHaveAttribute('src', /left\.jpg/);
      const { data: stored } = await serviceClient(site)
        .from('shed_listings')
        .select('id, images')
        .eq('title', shed)
        .single()
        .throwOnError();
      expect(stored.images.map((path) => path.replace(/^sheds\/\d+-/, ''))).toEqual([
        'left.jpg',
        'back.jpg',
        'right.jpg',
        'front.jpg',
      ]);
      await visitor.goto(`/custom-sheds/${stored.id}`);
      await expect(visitor.getByRole('heading', { level: 1, name: shed })).toBeVisible();
      for (const path of stored.images) {
        await expect(visitor.locator(`main img[src*="${path}"]`).first()).toBeAttached();
      }
      await visitor.close();
    });

    await test.step('after signing out the back office shows the sign-in form', async () => {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
      await page.goto('/admin/quotes');
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    });
  },
);
