import type { Page } from '@playwright/test';
import { pause } from '#server/hydration/wake.ts';
import { pictureFile } from '#tests/fixtures/pictures.ts';
import { awake } from './support/awake.ts';
import {
  contactSuccess,
  draftWritten,
  fillContact,
  fillQuote,
  quoteSuccess,
} from './support/forms.ts';
import { expect, test } from './support/test.ts';

/** Public pages sleep until the visitor does something, and lose nothing when they wake up. */

function scriptsOf(page: Page) {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

/** Holds the framework's scripts, or those of another name, back until `release` is called. */
async function slowScripts(page: Page, name = 'entry.client') {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const shedPage = '/custom-sheds/30000000-0000-4000-8000-000000000001';

for (const path of ['/', '/sheds', shedPage, '/blog', '/contact', '/quote-request']) {
  test(`${path} loads no script until the visitor does something, and then at most 125 kB`, async ({
    page,
  }) => {
    const scripts = scriptsOf(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await page.mouse.move(200, 200);
    await page.mouse.move(210, 210);
    await expect.poll(() => scripts.length).toBeGreaterThan(5);
    await awake(page);
    await page.mouse.wheel(0, 300);
    const sent = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      );
    await expect.poll(sent).toBeGreaterThan(90_000);
    await page.waitForTimeout(300);
    expect(await sent()).toBeLessThanOrEqual(125_000);
    expect(
      scripts.filter((name) =>
        /browser-client|supabase|dialog|\/(?:contact|quote)-form-|admin/.test(name),
      ),
    ).toEqual([]);
  });
}

test('the whole stylesheet comes with the scripts, and the page carries what it needs until then', async ({
  page,
}) => {
  const wholeIsTaken = () =>
    page.evaluate(() => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
      return Boolean(link?.sheet) && Boolean(document.querySelector('.wrap'));
    });
  const places = () =>
    page.evaluate(async () => {
      // A frame tells which parts are near enough to be laid out, the next one lays them out.
      for (let frames = 0; frames < 3; frames += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return [...document.querySelectorAll('body *')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, fontSize, backgroundColor } = getComputedStyle(element);
        return `${element.tagName} ${x} ${y} ${width} ${height} ${color} ${fontSize} ${backgroundColor}`;
      });
    });
  for (const path of ['/', '/sheds', shedPage, '/contact']) {
    const release = await slowScripts(page);
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const before = await places();
    expect(await wholeIsTaken()).toBe(false);
    await page.keyboard.press('Shift');
    await expect.poll(wholeIsTaken).toBe(true);
    expect(await places()).toEqual(before);
    release();
    await awake(page);
  }
});

test('typefaces that come late are not exchanged when the page wakes', async ({ page }) => {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.goto('/contact');
  // Stand-ins are loaded where the machine has a typeface for them.
  const loaded = () =>
    page.evaluate(
      () =>
        [...document.fonts].filter(
          ({ family, status }) => status === 'loaded' && !family.includes('stand-in'),
        ).length,
    );
  await expect.poll(loaded).toBe(2);
  const widths = () =>
    page.evaluate(() =>
      ['header a span', 'main p a', 'footer h2'].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect().width,
      ),
    );
  const before = await widths();
  await awake(page);
  expect(await widths()).toEqual(before);
});

test('an awake page has the classes that React knows, though it came with shorter ones', async ({
  page,
}) => {
  await page.goto('/');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).not.toHaveClass(/absolute/);
  await awake(page);
  await expect(skip).toHaveClass(/(^| )absolute( |$)/);
  const differing = await page.evaluate(() => {
    const listed = (names: unknown) => `${names ?? ''}`.split(' ').filter(Boolean).sort().join(' ');
    return [...document.querySelectorAll('[class]')].flatMap((element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'));
      const props = (element as unknown as Record<string, { className?: string }>)[key ?? ''];
      const [is, shouldBe] = [listed(element.getAttribute('class')), listed(props?.className)];
      return props && is !== shouldBe ? [`${is} instead of ${shouldBe}`] : [];
    });
  });
  expect(differing).toEqual([]);
});

test.describe('a page that carries its data in itself', () => {
  test.use({ expectedErrors: ['status of 404'] });

  test('has the whole stylesheet once it is awake, and hands it on', async ({ page }) => {
    await page.goto('/no-such-page');
    await page.keyboard.press('Shift');
    await page.waitForTimeout(1000);
    await awake(page);
    const disabled = () =>
      page.evaluate(
        () => document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.disabled,
      );
    await expect.poll(disabled).toBe(false);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Custom Sheds' }).click();
    const pictures = page.locator('main article').first();
    await expect(pictures).toHaveCSS('display', 'flex');
  });
});

test.describe('a stylesheet that does not come', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED', 'The stylesheet did not come'] });

  test('leaves a page of links and forms that looks as it did', async ({ page }) => {
    await page.route('**/assets/*.css', (route) => route.abort());
    await page.goto('/');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).toHaveCSS('position', 'absolute');
    await page.getByRole('main').getByRole('link', { name: /quote/i }).first().click();
    await expect(page).toHaveURL(/\/quote-request$/);
    await page.goBack();
    await expect(skip).toHaveCSS('position', 'absolute');
  });
});

test('the browser fetches ahead the page that the visitor points at', async ({ page }) => {
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

test('pages follow each other softly, to the back office, too', async ({ page }) => {
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
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement, '::before').position);
  expect(await ground(), 'the ground of the dialog stands there at once').toBe('fixed');
  expect(new URL(page.url()).pathname).toBe('/');
  release();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
  await expect(link).toHaveCSS('opacity', '1');
  expect(await ground()).not.toBe('fixed');
});

test('a click that no touch comes before, as a voice makes it, wakes the page, too', async ({
  page,
}) => {
  await page.goto('/');
  const link = page.locator('main a', { hasText: /quote/i }).first();
  await link.evaluate((element: HTMLElement) => element.click());
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
});

test('a form that is sent before the page is awake arrives, whatever is clicked after it', async ({
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

test('the scripts run as soon as the click that wakes the page has its picture', async ({
  page,
}) => {
  // The pause after which they run otherwise never ends here.
  await page.addInitScript((pause) => {
    const later = window.setTimeout;
    const timer = (work: TimerHandler, wait?: number, ...rest: unknown[]) =>
      wait === pause ? 0 : later(work, wait, ...rest);
    window.setTimeout = timer as typeof window.setTimeout;
  }, pause);
  await page.goto('/');
  await page.mouse.move(5, 300);
  await page.mouse.move(9, 320);
  await expect(page.locator('link[rel="modulepreload"]').first()).toBeAttached();
  await expect(page.locator('script[type="module"][src]')).toHaveCount(0);
  await page.locator('main a', { hasText: /quote/i }).first().click();
  await expect(page.getByRole('dialog', { name: 'Request a Quote' })).toBeVisible();
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

test.describe('a form whose scripts are on their way', () => {
  /** A shed's page whose framework has come, and what its quote form does from now on. */
  async function awakeForm(page: Page) {
    await page.goto(shedPage);
    await awake(page);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });
    return posts;
  }

  test('keeps what is typed and is sent once', async ({ page }) => {
    const release = await slowScripts(page, 'quote-form');
    const posts = await awakeForm(page);
    await fillQuote(page, 'Between Two', 'This one, but with three windows.');
    await page.getByRole('checkbox', { name: /news/ }).check();
    const button = page.getByRole('button', { name: 'Submit Quote Request' });
    await button.click();
    await expect(button).toHaveCSS('opacity', '0.6');
    await button.click();
    const description = page.getByLabel(/^Project Description/);
    await expect(description).toHaveValue('This one, but with three windows.');
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

  test('keeps the focus, and says under the fields what is wrong', async ({ page }) => {
    const release = await slowScripts(page, 'quote-form');
    await awakeForm(page);
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

  test.describe('and do not come', () => {
    test.use({ expectedErrors: ['net::ERR_', 'Failed to fetch'] });

    test('is sent as plain HTML; without a connection it stays', async ({ page, context }) => {
      await page.route('**/assets/quote-form-*.js', (route) => route.abort());
      const posts = await awakeForm(page);
      await fillQuote(page, 'Plain Again');
      await context.setOffline(true);
      const button = page.getByRole('button', { name: 'Submit Quote Request' });
      await button.click();
      await expect(page.getByText(/^You are offline. What you typed is kept/)).toBeVisible();
      await expect(page.getByLabel(/^Name/)).toHaveValue('Plain Again');
      await context.setOffline(false);
      await expect(page.getByText(/^You are offline/)).toBeHidden();
      expect(posts).toEqual([]);
      await button.click();
      await expect(page).toHaveURL(/quote-request\?sent=yes/);
      await expect(page.getByText(quoteSuccess)).toBeVisible();
      expect(posts).toEqual(['/quote-request']);
    });
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
