import type { Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** By how much a page is wider than its window, in pixels; less than nothing beside a scroll bar. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** The buttons to delete a row or card that are not in the first line of its buttons. */
const findWrapped = (page: Page) =>
  page.getByRole('button', { name: /^Delete: / }).evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const all = [...(button.parentElement?.querySelectorAll('button, a') ?? [])];
        const tops = all
          .filter((one) => one.checkVisibility() && getComputedStyle(one).position !== 'absolute')
          .map((one) => one.getBoundingClientRect().top);
        return button.getBoundingClientRect().top > Math.min(...tops) + 4;
      })
      .map((button) => button.ariaLabel),
  );

const screens = ['/', '/sheds', '/blog', '/contact', '/quote-request'];

for (const path of screens) {
  test(`${path} has one heading, fits its screen and is accessible`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
}

test.describe('an unknown URL', () => {
  test.use({ expectedErrors: ['status of 404'] });

  for (const path of [
    '/nothing-here',
    '/blog/no-such-post',
    '/custom-sheds/00000000-0000-4000-8000-000000000000',
    '/custom-sheds/what',
  ]) {
    test(`${path} answers 404 with a link back`, { tag: '@narrow' }, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test.describe('the back office', () => {
  // Rows that other tests of this worker have left may name pictures that are not there.
  test.use({ expectedErrors: ['status of 400', 'status of 404'] });

  test("shows invalid input under the field, and the service's message for a wrong password", async ({
    page,
  }) => {
    await page.goto('/admin');
    await expect(
      page.getByText('Access the admin panel to manage your website content'),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Email address').fill('nobody');
    await page.getByLabel('Password').fill('12345');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Email address').fill('nobody@example.com');
    await page.getByLabel('Password').fill('123456');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Invalid login credentials')).toBeVisible();
  });

  test('is noindex by meta and header, and shows nothing before sign-in', {
    tag: '@wide',
  }, async ({ page }) => {
    const response = await page.goto('/admin/quotes');
    expect(response?.headers()['x-robots-tag']).toBe('noindex, nofollow, noarchive');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute(
      'content',
      'noindex, nofollow, noarchive',
    );
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await expect(page).toHaveTitle('Admin Login');
    await expect(page.getByRole('heading', { name: 'Quote Requests' })).toBeHidden();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveTitle('Forgot your password? | Admin');
  });

  test('an unknown URL is a 404 inside its layout', { tag: '@narrow' }, async ({ page }) => {
    const response = await page.request.get('/admin/nothing/here');
    expect(response.status()).toBe(404);
    expect(response.headers()['x-robots-tag']).toBe('noindex, nofollow, noarchive');
    await signIn(page, '/admin/nothing-here');
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  test('has the screens of its menu, whose forms fit, and signs out', async ({
    page,
    isMobile,
  }) => {
    await signIn(page, '/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Welcome to your admin dashboard')).toBeVisible();
    const menuButton = page.getByRole('button', { name: 'Menu' });
    const openMenu = async () => {
      if (!isMobile || (await menuButton.getAttribute('aria-expanded')) === 'true') return;
      await menuButton.click();
    };
    const screens = [
      ['Quote Requests', 'Quote Requests'],
      ['Contact Messages', 'Contact Messages'],
      ['Quotes', 'Quotes'],
      ['Past Projects', 'Past Projects', 'Add Project'],
      ['Shed Listings', 'Shed Listings', 'Add Shed'],
      ['Price List', 'Price List'],
      ['Reviews', 'Customer Reviews', 'Add Review'],
      ['Blog Posts', 'Blog Posts', 'New Post'],
      ['Home Content', 'Home Content'],
      ['Video Carousel', 'Home Content', 'Add Video'],
      ['Business Settings', 'Business Settings'],
      ['Dashboard', 'Dashboard'],
    ] as const;
    const menu = page.getByRole('navigation', { name: 'Admin' });
    await openMenu();
    await expect(menu.getByRole('link')).toHaveCount(screens.length);
    for (const [entry, heading, adding] of screens) {
      await openMenu();
      await menu.getByRole('link', { name: entry }).click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText(/^Loading /)).toHaveCount(0);
      await expectAccessible(page);
      expect(await overflow(page), entry).toBeLessThanOrEqual(0);
      if (!isMobile) {
        await page.setViewportSize({ width: 768, height: 1024 });
        expect(await overflow(page), `${entry} at 768 px`).toBeLessThanOrEqual(0);
        expect(await findWrapped(page), `${entry} at 768 px`).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 900 });
      }
      if (!adding) continue;
      await page.getByRole('button', { name: adding }).click();
      const form = page.getByRole('dialog');
      await expect(form.getByRole('textbox').first()).toBeVisible();
      await expectAccessible(page);
      expect(await overflow(page), adding).toBeLessThanOrEqual(0);
      expect(await form.evaluate((box) => box.scrollWidth - box.clientWidth), adding).toBe(0);
      await page.keyboard.press('Escape');
      await expect(form).toBeHidden();
    }
    await openMenu();
    await expect(page).toHaveTitle('Dashboard | Admin');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await expect(page).toHaveTitle('Admin Login');
  });
});
