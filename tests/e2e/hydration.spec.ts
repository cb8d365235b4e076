import type { Page } from '@playwright/test';
import { prefetchDelayMs, runDelayMs } from '#server/hydration/bootstrap-hydration.ts';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import {
  contactSuccess,
  draftWritten,
  fillContact,
  fillQuote,
  quoteSuccess,
} from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** Public pages hydrate on the first interaction and lose no input. */

function recordScripts(page: Page) {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

/** Delays the script that hydrates until the returned function is called. */
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

const offlineAdvice =
  'You are offline. What you typed is kept: send it again once you are connected.';
const shedPage = '/custom-sheds/30000000-0000-4000-8000-000000000001';

for (const path of ['/', '/sheds', shedPage, '/blog', '/contact', '/quote-request']) {
  test(`${path} runs no script until the first interaction, and then at most 160 kB`, async ({
    page,
  }) => {
    const scripts = recordScripts(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await page.mouse.move(200, 200);
    await page.mouse.move(210, 210);
    await expect.poll(() => scripts.length).toBeGreaterThan(5);
    await hydrate(page);
    await page.mouse.wheel(0, 300);
    const sent = () =>
      page.evaluate(() => {
        const scripts = performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ name }) => name.endsWith('.js'));
        const sizes = new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]));
        return [...sizes.values()].reduce((sum, size) => sum + size, 0);
      });
    await expect.poll(sent).toBeGreaterThan(90_000);
    await page.waitForTimeout(300);
    expect(await sent()).toBeLessThanOrEqual(160_000);
    expect(scripts.filter((name) => /browser-client|supabase|dialog|admin/.test(name))).toEqual([]);
  });
}

/** Until scripts would have been prefetched. */
function waitForPrefetch(page: Page) {
  return page.evaluate(
    (delay) => new Promise((resolve) => setTimeout(resolve, delay)),
    prefetchDelayMs + 300,
  );
}

test('a loaded page prefetches its scripts and does not run them', async ({ page }) => {
  await page.goto('/');
  await expect.poll(() => page.locator('link[rel=prefetch]').count()).toBeGreaterThan(5);
  const isHydrated = await page.evaluate(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  expect(isHydrated).toBe(false);
});

test('a page prefetches nothing if the browser sends Save-Data', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/');
  await waitForPrefetch(page);
  await expect(page.locator('link[rel=prefetch]')).toHaveCount(0);
  await hydrate(page);
});

test('hydration changes no position and no colour', async ({ page }) => {
  const boxes = () =>
    page.evaluate(async () => {
      // The second frame renders what the first has found to be in view.
      for (let frames = 0; frames < 3; frames += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      // What is out of view gets its true height after hydration.
      return [...document.querySelectorAll('body *')].flatMap((element) => {
        const { x, y, width, height, bottom } = element.getBoundingClientRect();
        if (bottom < 0 || bottom > innerHeight || element.getClientRects().length === 0) return [];
        const { color, fontSize, backgroundColor } = getComputedStyle(element);
        return `${element.tagName} ${x} ${y} ${width} ${height} ${color} ${fontSize} ${backgroundColor}`;
      });
    });
  for (const path of ['/', '/sheds', shedPage, '/contact']) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const before = await boxes();
    expect(before.length).toBeGreaterThan(20);
    await hydrate(page);
    expect(await boxes()).toEqual(before);
  }
});

test('the browser prefetches the page that the visitor points at', async ({ page }) => {
  const fetched: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Preload.enable');
  devtools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => {
    fetched.push(new URL(prefetchUrl).pathname);
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).hover();
  await expect.poll(() => fetched).toContain('/blog');
  expect(fetched.filter((path) => path !== '/blog')).toEqual([]);
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

test('links are client-side navigations, also to the back office', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
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
  const scripts = recordScripts(page);
  await page.goto('/admin');
  await expect.poll(() => scripts.length).toBeGreaterThan(5);
});

test('the click that starts hydration is replayed afterwards', async ({ page }) => {
  const release = await slowScripts(page);
  await page.goto('/');
  const link = page.locator('main a', { hasText: /quote/i }).first();
  await link.click();
  await expect(link).toHaveCSS('opacity', '0.6');
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement, '::before').position);
  expect(await ground(), "the dialog's backdrop is shown at once").toBe('fixed');
  expect(new URL(page.url()).pathname).toBe('/');
  release();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
  await expect(link).toHaveCSS('opacity', '1');
  expect(await ground()).not.toBe('fixed');
});

test('a click without a pointer event, as by voice control, hydrates the page', async ({
  page,
}) => {
  await page.goto('/');
  const link = page.locator('main a', { hasText: /quote/i }).first();
  await link.evaluate((element: HTMLElement) => element.click());
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
});

test('a form that is sent before hydration is stored, also if something else is clicked after it', async ({
  page,
}) => {
  const release = await slowScripts(page);
  await page.goto('/');
  const form = page.locator('#contact form');
  await fillContact(form, 'Ada Patient');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await page.locator('main a', { hasText: /quote/i }).first().click();
  release();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
  await expect(form.getByText(contactSuccess)).toBeVisible();
});

test('hydration starts after the first click is painted', async ({ page }) => {
  // The delay after which they run otherwise never ends.
  await page.addInitScript((runDelay) => {
    const original = window.setTimeout;
    const timer = (work: TimerHandler, wait?: number, ...rest: unknown[]) =>
      wait === runDelay ? 0 : original(work, wait, ...rest);
    window.setTimeout = timer as typeof window.setTimeout;
  }, runDelayMs);
  await page.goto('/');
  await page.mouse.move(5, 300);
  await page.mouse.move(9, 320);
  await expect(page.locator('link[rel="modulepreload"]').first()).toBeAttached();
  await expect(page.locator('script[type="module"][src]')).toHaveCount(0);
  await page.locator('main a', { hasText: /quote/i }).first().click();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
});

test('a link clicked before hydration is followed without waiting for it', async ({ page }) => {
  await slowScripts(page);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a form that is filled in and sent before hydration is stored', async ({ page }) => {
  const release = await slowScripts(page);
  await page.goto('/contact');
  await fillContact(page, 'Early Bird');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Early Bird');
  release();
  await expect(page.getByText(contactSuccess)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('images chosen before hydration are attached', async ({ page }) => {
  const release = await slowScripts(page);
  await page.goto('/quote-request');
  await fillQuote(page, 'Early Picture');
  await page
    .locator('input[type=file]')
    .setInputFiles(await createImageFile('yard.jpg', '#336633'));
  release();
  await expect(page.getByRole('button', { name: 'Remove yard.jpg' })).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue('Early Picture');
});

test('an image chosen before hydration is stored with a request sent before hydration', async ({
  page,
}) => {
  const release = await slowScripts(page);
  await page.goto('/quote-request');
  await fillQuote(page, 'Early Sender');
  await page
    .locator('input[type=file]')
    .setInputFiles(await createImageFile('yard.jpg', '#336633'));
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  const sending = page.waitForRequest('**/quote-request.json');
  release();
  expect((await sending).postData()).toMatch(/name="inspiration_images"\s+inspiration\/\S+\.jpg/);
});

test.describe('scripts that cannot be loaded', () => {
  test.use({
    expectedErrors: ['net::ERR_FAILED', 'Failed to fetch', 'status of 5', 'thrown on purpose'],
  });

  test('links and forms of the page work', async ({ page, context }) => {
    const failScripts = () => page.route('**/assets/*.js', (route) => route.abort());
    await failScripts();
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
    await expect(page).toHaveURL(/\/quote-request$/);

    await test.step('a form sent offline shows an error and retains its input', async () => {
      await page.goto('/contact');
      await fillContact(page, 'No Scripts Today');
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByRole('alert').getByText(offlineAdvice)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByLabel(/^Name/)).toHaveValue('No Scripts Today');
      await context.setOffline(false);
    });

    await test.step('a draft is deleted once its form was sent without scripts', async () => {
      await page.evaluate((key) => {
        const values = { name: 'No Scripts Today', message: 'Do you build on a slope as well?' };
        localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), values, images: [] }));
      }, 'draft:contact:');
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page).toHaveURL(/sent=yes/);
      await expect(page.getByText(contactSuccess)).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('draft:contact:')))
        .toBeNull();
      await expect(page.getByText(contactSuccess)).toBeVisible();
      await expect(page.getByText('We kept what you had typed.')).toBeHidden();
      await expect(page.getByLabel(/^Name/)).toHaveValue('');
    });

    await test.step('the other events are replayed if the replay of one throws', async () => {
      await failScripts();
      await page.goto('/');
      await page.evaluate(() => {
        const form = document.querySelector('form') as HTMLFormElement;
        const { requestSubmit } = form;
        form.requestSubmit = () => {
          throw new Error('thrown on purpose');
        };
        requestSubmit.call(form);
        document.querySelector<HTMLElement>('main a[href="/quote-request"]')?.click();
      });
      await expect(page).toHaveURL(/\/quote-request$/);
    });
  });
});

test('a form that is sent twice before hydration is sent once', async ({ page }) => {
  const release = await slowScripts(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await page.goto(shedPage);
  await fillQuote(page, 'Between Two', 'This one, but with three windows.');
  await page.getByRole('checkbox', { name: /news/ }).check();
  const button = page.getByRole('button', { name: 'Submit Quote Request' });
  await button.click();
  await expect(button).toHaveCSS('opacity', '0.6');
  await button.click();
  expect(posts).toEqual([]);
  const sending = page.waitForRequest('**/quote-request.json');
  release();
  const sent = (await sending).postData() ?? '';
  for (const part of ['Between Two', 'with three windows', 'name="news"']) {
    expect(sent).toContain(part);
  }
  await expect(page.getByText(quoteSuccess)).toBeVisible();
  expect(posts).toEqual(['/quote-request.json']);
  await expect(button).toHaveCSS('opacity', '1');
});

test('a field retains the focus and its text while the page hydrates', async ({ page }) => {
  const release = await slowScripts(page);
  await page.goto(shedPage);
  const name = page.getByLabel(/^Name/);
  await name.focus();
  await page.keyboard.type('Jo');
  release();
  await draftWritten(page, `draft:quote:${shedPage.split('/').pop()}`, 'Jo');
  await expect(name).toBeFocused();
  await page.keyboard.type('anna');
  await expect(name).toHaveValue('Joanna');
  await page.keyboard.press('Enter');
  const email = page.getByLabel(/^Email/);
  await expect(email).toHaveAccessibleDescription(/valid email address/);
  await expect(name).toHaveValue('Joanna');
});

test('a stored draft hydrates the page and is shown', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel(/^Name/).fill('Kept Draft');
  await draftWritten(page, 'draft:contact:', 'Kept Draft');
  await page.goto('/contact');
  await expect(page.getByLabel(/^Name/)).toHaveValue('Kept Draft');
});

test('text typed over a prefilled value before hydration is retained', async ({ page }) => {
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
