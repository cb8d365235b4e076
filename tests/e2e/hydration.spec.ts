import type { Page } from '@playwright/test';
import { pictureFile } from '#tests/fixtures/pictures.ts';
import { awake } from './support/awake.ts';
import { contactSuccess, draftWritten, fillContact, fillQuote } from './support/forms.ts';
import { expect, test } from './support/test.ts';

/** Public pages sleep until the visitor does something, and lose nothing when they wake up. */

function scriptsOf(page: Page) {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

/** Holds the framework's scripts back until `release` is called. */
async function slowScripts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

for (const path of ['/', '/sheds', '/blog', '/contact', '/quote-request']) {
  test(`${path} loads no script until the visitor does something`, async ({ page }) => {
    const scripts = scriptsOf(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await page.mouse.move(200, 200);
    await page.mouse.move(210, 210);
    await expect.poll(() => scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((name) => /browser-client|supabase|dialog|admin/.test(name))).toEqual([]);
  });
}

test('the whole stylesheet comes with the scripts, and the page carries what it needs until then', async ({
  page,
}) => {
  const wholeIsThere = () =>
    page.evaluate(() =>
      Boolean(document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.sheet),
    );
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.className} ${x} ${y} ${width} ${height}`;
      }),
    );
  for (const path of ['/', '/sheds', '/contact']) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const before = await places();
    expect(await wholeIsThere()).toBe(false);
    await page.evaluate(() => {
      document.querySelector('link[disabled]')?.removeAttribute('disabled');
    });
    await expect.poll(wholeIsThere).toBe(true);
    expect(await places()).toEqual(before);
    await page.goto(path);
    await awake(page);
    await expect.poll(wholeIsThere).toBe(true);
  }
});

test('a form is checked without a script that the policy forbids', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      document.documentElement.dataset.forbidden = `${violatedDirective} ${blockedURI}`;
    });
  });
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Name must be at least 2 characters').first()).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-forbidden');
});

test('pages follow each other softly, to the back office, too', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      const shown = viewTransition ? viewTransition.finished.then(() => 'softly') : 'at once';
      Promise.resolve(shown).then((how) => {
        document.documentElement.dataset.revealed = how;
      });
    });
  });
  await page.goto('/');
  for (const path of ['/sheds', '/blog', '/admin']) {
    await page.evaluate((to) => location.assign(to), path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('html')).toHaveAttribute('data-revealed', 'softly');
  }
  for (const path of ['/blog', '/sheds']) {
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator('html')).toHaveAttribute('data-revealed', 'softly');
  }
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-revealed', 'at once');
});

test('the back office hydrates at once', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/admin');
  await expect.poll(() => scripts.length).toBeGreaterThan(5);
});

test('the click that wakes the page is done again once it is awake', async ({ page }) => {
  const release = await slowScripts(page);
  await page.goto('/');
  const link = page.locator('main a', { hasText: /quote/i }).first();
  await link.click();
  await expect(link).toHaveCSS('opacity', '0.6');
  expect(new URL(page.url()).pathname).toBe('/');
  release();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
  await expect(link).toHaveCSS('opacity', '1');
});

test('a link to another page is followed at once', async ({ page }) => {
  await slowScripts(page);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('what is typed and sent before the page is awake arrives', async ({ page }) => {
  const release = await slowScripts(page);
  await page.goto('/contact');
  await fillContact(page, 'Early Bird');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Early Bird');
  release();
  await expect(page.getByText(contactSuccess)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('pictures chosen before the page is awake are attached', async ({ page }) => {
  const release = await slowScripts(page);
  await page.goto('/quote-request');
  await fillQuote(page, 'Early Picture');
  await page.locator('input[type=file]').setInputFiles(await pictureFile('yard.jpg', '#336633'));
  release();
  await expect(page.getByRole('button', { name: 'Remove yard.jpg' })).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Early Picture');
});

test.describe('scripts that do not come', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED', 'Failed to fetch', 'status of 5'] });

  test('leave a page of links and forms', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
    await expect(page).toHaveURL(/\/quote-request$/);
    await page.goto('/contact');
    await fillContact(page, 'No Scripts Today');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page).toHaveURL(/sent=yes/);
    await expect(page.getByText(contactSuccess)).toBeVisible();
  });
});

test('a kept draft is shown without being asked for', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel(/^Name/).fill('Kept Draft');
  await draftWritten(page, 'draft:contact:', 'Kept Draft');
  await page.goto('/contact');
  await expect(page.getByLabel(/^Name/)).toHaveValue('Kept Draft');
});

test('what is typed over a text that was filled in is kept', async ({ page }) => {
  const release = await slowScripts(page);
  await page.goto('/sheds');
  const shed = page.locator('main a[href^="/custom-sheds/"]').first();
  await page.goto((await shed.getAttribute('href')) ?? '');
  const description = page.getByLabel(/^Project Description/);
  await expect(description).toHaveValue(/^I'm interested in the /);
  await description.fill('This one, but with two windows.');
  const key = `draft:quote:${page.url().split('/').pop()}`;
  release();
  await draftWritten(page, key, 'two windows');
  await expect(description).toHaveValue('This one, but with two windows.');
});
