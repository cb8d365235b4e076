import type { Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { signIn, signInByForm } from './support/admin.ts';
import { draftWritten } from './support/forms.ts';
import { hydrate, removeWebGl } from './support/hydrate.ts';
import { sendQuoteWithOption } from './support/quotes.ts';
import { holdRequests } from './support/requests.ts';
import { serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** A public page is complete before React hydrates it, and loses nothing by it. */

test.use({ waitsForHydration: false });

const shedPage = '/custom-sheds/30000000-0000-4000-8000-000000000001';
const holdScripts = (page: Page) => holdRequests(page, '**/assets/entry.client-*.js');
const getQuoteLink = (page: Page) => page.locator('main a', { hasText: /quote/i }).first();
const getName = (page: Page) => page.getByLabel(/^Name/);

/** Wraps each text, as browsers do that translate a page. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('script, textarea, option, font'))
        continue;
      const outer = document.createElement('font');
      text.replaceWith(outer);
      outer.appendChild(document.createElement('font')).append(text);
    }
  });

/** What extensions, translation and password managers do to a page. */
const changes: Record<string, (page: Page, label: RegExp) => Promise<void>> = {
  'a style before the others': (page) =>
    page.evaluate(() => {
      document.head.prepend(Object.assign(document.createElement('style'), { textContent: '' }));
      document.body.prepend(document.createElement('div'));
      document.documentElement.classList.add('dark');
      document.querySelector('meta[name=theme-color]')?.remove();
    }),
  'translated text': (page) => translate(page),
  'an element beside a field': (page, label) =>
    page
      .getByLabel(label)
      .first()
      .evaluate((field) => field.after(document.createElement('div'))),
};

/** Opens the page once for each change, has the visitor act before it is hydrated, and checks the page afterwards. */
async function expectNothingLost(
  page: Page,
  options: { path: string; label: RegExp; names?: string[] } & Record<
    'act' | 'check',
    () => Promise<void>
  >,
) {
  for (const name of options.names ?? Object.keys(changes)) {
    await test.step(name, async () => {
      const { release } = await holdScripts(page);
      await page.goto(options.path);
      // No script of the page runs that could store its draft again.
      await page.evaluate(() => localStorage.clear());
      await changes[name]?.(page, options.label);
      await options.act();
      release();
      await hydrate(page);
      await options.check();
      await page.unrouteAll();
    });
  }
}

// React reports that it renders the changed page anew.
test.describe('a page that was changed before hydration', () => {
  test.use({ expectedErrors: ['React error #418'] });

  test('keeps the input of the contact form', async ({ page }) => {
    await expectNothingLost(page, {
      path: '/contact',
      label: /^Name/,
      act: async () => {
        await page.getByLabel(/^Message/).fill('On a slope');
        await page.getByRole('checkbox', { name: /news/ }).check();
        await getName(page).focus();
        await page.keyboard.type('Aa');
        await page.keyboard.press('ArrowLeft');
      },
      check: async () => {
        await page.keyboard.type('d');
        await expect(getName(page)).toHaveValue('Ada');
        await expect(page.getByLabel(/^Message/)).toHaveValue('On a slope');
        await expect(page.getByRole('checkbox', { name: /news/ })).toBeChecked();
        await draftWritten(page, 'draft:contact:', 'On a slope');
      },
      names: isFull ? Object.keys(changes) : ['translated text', 'an element beside a field'],
    });
  });

  test('keeps the input of the quote request form, also over a prefilled text and with an image', {
    tag: '@full',
  }, async ({ page }) => {
    const description = page.getByLabel(/^Project Description/);
    const file = await createImageFile('yard.jpg', '#336633');
    await expectNothingLost(page, {
      path: shedPage,
      label: /^Email/,
      act: async () => {
        await expect(description).toHaveValue(/^I'm interested in the /);
        await description.fill('This one, but with two windows.');
        await page.getByLabel(/^Project Type/).selectOption('Other');
        await page.locator('input[type=file]').setInputFiles(file);
        await getName(page).fill('Joanna');
      },
      check: async () => {
        await expect(getName(page)).toHaveValue('Joanna');
        await expect(getName(page)).toBeFocused();
        await expect(description).toHaveValue('This one, but with two windows.');
        await expect(page.getByLabel(/^Project Type/)).toHaveValue('Other');
        await expect(page.getByRole('button', { name: 'Remove yard.jpg' })).toBeVisible();
        const key = `draft:quote:${shedPage.split('/').pop()}`;
        await draftWritten(page, key, 'Joanna');
      },
    });
  });

  test('keeps the options of a quote, with their total, and reports the view of a person only', async ({
    page,
    site,
  }) => {
    const { token } = await sendQuoteWithOption(site);
    const total = page.getByText('Total in Canadian dollars').locator('..').locator('dd');
    const viewed = () => page.waitForRequest('**/viewed', { timeout: 5000 });
    let isViewed = false;
    page.on('request', (request) => {
      isViewed ||= request.url().endsWith('/viewed');
    });
    await page.goto(`/quotes/${token}`);
    await hydrate(page);
    expect(isViewed).toBe(false);
    const report = viewed();
    await page.mouse.move(5, 5);
    await report;

    await expectNothingLost(page, {
      path: `/quotes/${token}`,
      label: /^Your message/,
      act: async () => {
        await page.getByLabel(/^Ramp of aluminium/).check();
        await page.getByLabel('Your message').fill('When do you start?');
        await page.getByLabel('Please send me a changed version').check();
        await page.getByText('Decline this quote').click();
      },
      check: async () => {
        await expect(total).toHaveText('$9,661.50');
        await expect(page.getByLabel(/^Ramp of aluminium/)).toBeChecked();
        await expect(page.getByLabel('Your message')).toHaveValue('When do you start?');
        await expect(page.getByLabel('Please send me a changed version')).toBeChecked();
        await expect(page.getByLabel('Your reason (optional)')).toBeVisible();
      },
      names: isFull ? Object.keys(changes) : ['translated text'],
    });
  });

  for (const name of Object.keys(changes)) {
    test(`keeps what was changed in the designer: ${name}`, { tag: '@full' }, async ({ page }) => {
      await removeWebGl(page);
      await expectNothingLost(page, {
        path: '/design?style=gable&size=10x12&right=double-door-60.8&delivery=100',
        label: /^Wall height/,
        act: async () => {
          await page.getByRole('radio', { name: 'Gambrel' }).check();
          await page.getByRole('radio', { name: 'Metal', exact: true }).check();
          await page.getByLabel('Shelf').check();
          await page.getByLabel('Season').selectOption('Winter');
        },
        check: async () => {
          await expect(page).toHaveURL(
            /style=gambrel&size=10x12&material=metal&right=double-door-60\.8&extras=ramp_shelf_cupola&season=winter&delivery=100$/,
          );
          await expect(page.getByRole('radio', { name: 'Gambrel' })).toBeChecked();
          await expect(page.getByLabel('Season')).toHaveValue('winter');
          await expect(page.getByLabel('Shelf')).toBeChecked();
        },
        names: [name],
      });
    });
  }
});

/** Where what is in view stands and how it looks, element by element. */
const readBoxes = (page: Page) =>
  page.evaluate(async () => {
    // The second frame renders what the first has found to be in view.
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { x, y, width, height, bottom } = element.getBoundingClientRect();
      if (bottom < 0 || bottom > innerHeight || element.getClientRects().length === 0) return [];
      const { color, fontSize, backgroundColor } = getComputedStyle(element);
      return `${element.tagName} ${x} ${y} ${width} ${height} ${color} ${fontSize} ${backgroundColor}`;
    });
  });

/** Ids of `useId` that React has rendered and the page has not. */
const listOtherIds = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#page [id]')].flatMap((element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'));
      const { id } = (element as unknown as Record<string, { id?: string }>)[key ?? ''] ?? {};
      return id === element.id ? [] : [`${id} ${element.id}`];
    }),
  );

test('a page loads its scripts after its images, and looks the same with them', async ({
  page,
}) => {
  for (const path of ['/', shedPage]) {
    const { release } = await holdScripts(page);
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const before = await readBoxes(page);
    expect(before.length).toBeGreaterThan(20);
    release();
    await hydrate(page);
    // Parts that may be late are hydrated after the rest of the page.
    await expect.poll(() => listOtherIds(page)).toEqual([]);
    expect(await readBoxes(page)).toEqual(before);
    const early = await page.evaluate(() => {
      const [{ loadEventStart }] = performance.getEntriesByType('navigation') as [
        PerformanceNavigationTiming,
      ];
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < loadEventStart)
        .map(({ name }) => name);
    });
    expect(early).toEqual([]);
    await page.unrouteAll();
  }
});

/** The tags of the head, and the structured data, that each page has once. */
const readHead = (page: Page) =>
  page.evaluate(() => {
    const values = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
    const graphs = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return {
      titles: [...document.querySelectorAll('title')]
        .filter((title) => !title.closest('svg'))
        .map(({ text }) => text),
      descriptions: values('meta[name=description]', 'content'),
      canonical: values('link[rel=canonical]', 'href'),
      robots: values('meta[name=robots]', 'content'),
      images: values('meta[property="og:image"]', 'content'),
      once: values('meta[charset], meta[name=viewport], meta[name=theme-color]', 'content'),
      graphs: graphs.map(({ textContent }) => textContent),
    };
  });

test.describe('the head', () => {
  test.use({ expectedErrors: ['status of 404'] });

  test('is of the page that is shown, after a navigation in the browser as from the server', {
    tag: '@full',
  }, async ({ page }) => {
    const heads = new Map<string, unknown>();
    for (const path of ['/blog', '/sheds', '/no-such-page']) {
      await page.goto(path);
      const served = await readHead(page);
      await hydrate(page);
      expect(await readHead(page), path).toEqual(served);
      heads.set(path, served);
    }
    await page.goto('/admin');
    await expect
      .poll(() => readHead(page))
      .toMatchObject({
        titles: ['Admin Login'],
        robots: ['noindex, nofollow, noarchive'],
      });
    await page.goto('/');
    await hydrate(page);
    await page.evaluate(() => {
      document.documentElement.dataset.visit = 'first';
    });
    for (const path of ['/blog', '/sheds']) {
      await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => readHead(page), path).toEqual(heads.get(path));
    }
    await expect(page.locator('html')).toHaveAttribute('data-visit', 'first');
  });
});

test('a touch before hydration does what HTML does', async ({ page }) => {
  await holdScripts(page);
  await page.goto('/');
  await getQuoteLink(page).click();
  await expect(page).toHaveURL(/\/quote-request$/);
});

test.describe('a fault in our scripts', () => {
  test.use({ expectedErrors: ['net::ERR_', 'on purpose', 'status of 400'] });

  test('leaves the page as it was served, with links and forms that work', async ({ page }) => {
    const faults = {
      'scripts that cannot be loaded': () => page.route('**/assets/*.js', (route) => route.abort()),
      'an error outside the router': () =>
        page.addInitScript(() => {
          Object.defineProperty(history, 'state', {
            get: () => {
              throw new Error('thrown on purpose');
            },
          });
        }),
    };
    const send = page.getByRole('button', { name: 'Send Message' });
    for (const [name, cause] of Object.entries(faults)) {
      await test.step(name, async () => {
        await cause();
        if (isFull) {
          await page.goto('/design?style=gable&size=10x12');
          await expect(page.getByRole('button', { name: 'Update the shed' })).toBeVisible();
        }
        await page.goto('/contact');
        await send.click();
        await expect(page.getByText('Please enter a valid email address').first()).toBeVisible();
        await page.unrouteAll();
      });
    }
  });

  test('in rendering keeps the page, or loads the next one from the server, and is logged', {
    tag: '@full',
  }, async ({ page, site }) => {
    const failMeta = () => {
      const { stringify } = JSON;
      JSON.stringify = (value: unknown) => {
        // As React Router does to render the tags of the head.
        if ((value as { name?: string } | null)?.name === 'description')
          throw new Error('thrown on purpose');
        return stringify(value);
      };
    };
    const { release } = await holdScripts(page);
    await page.goto('/contact');
    await page.evaluate(failMeta);
    const served = await page.locator('body').innerText();
    await getName(page).fill('Ada');
    release();
    await hydrate(page);
    expect(await page.locator('body').innerText()).toBe(served);
    await expect(page.locator('html')).not.toHaveClass(/scripting/);
    await expect(getName(page)).toHaveValue('Ada');
    await expect(getName(page)).toBeFocused();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL(/\/blog$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unrouteAll();

    await page.goto('/');
    await hydrate(page);
    await page.evaluate(failMeta);
    const filter = page.getByRole('link', { name: 'Garage', exact: true });
    await filter.click();
    await expect(page).toHaveURL(/work=garage/);
    await expect(filter).toHaveAttribute('aria-current');
    const logged = ['/contact', '/'].map((path) =>
      expect.stringContaining(`"page":"${path}","message":"Error: thrown on purpose"`),
    );
    await expect.poll(() => site.log().split('\n')).toEqual(expect.arrayContaining(logged));
  });
});

test('translated text does not end the back office: a search, and a request that is opened and closed', {
  tag: '@full',
}, async ({ page, site }) => {
  const row = (customer_name: string) => ({
    ...{ customer_name, email: 'p@example.com', project_type: 'Custom Shed' },
    description: 'A shed of twelve feet for what does not fit.',
  });
  const requests = serviceClient(site).from('quote_requests');
  await requests.insert([row('Trudy Translated'), row('Una Untouched')]).throwOnError();
  await signIn(page, '/admin/quotes');
  const trudy = page.getByRole('link', { name: 'View: Trudy Translated' });
  const una = page.getByRole('link', { name: 'View: Una Untouched' });
  await expect(trudy).toBeVisible();
  await translate(page);
  await page.getByRole('searchbox').fill('Trudy');
  await expect(una).toBeHidden();
  await translate(page);
  await trudy.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('A shed of twelve feet')).toBeVisible();
  await translate(page);
  await dialog.getByRole('button', { name: 'Responded' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox').fill('');
  await expect(una).toBeVisible();
});

test('translated text of the designer and of a quote follows what is changed', {
  tag: '@full',
}, async ({ page, site }) => {
  await removeWebGl(page);
  /** What a design changes, in the order of the page. */
  const readParts = () =>
    page
      .locator('[data-bottom-bar], [aria-labelledby=design-price], [aria-labelledby=drawings]')
      .evaluateAll((parts) => parts.map(({ textContent }) => textContent));
  await page.goto('/design?style=gable&size=10x12&delivery=50');
  await hydrate(page);
  await page.waitForFunction(() =>
    ['design-price', 'drawings'].every((id) =>
      /__reactProps/.test(
        `${Object.keys(document.querySelector(`[aria-labelledby=${id}]`) ?? {})}`,
      ),
    ),
  );
  const before = await readParts();
  await translate(page);
  await page.getByRole('radio', { name: 'Gambrel' }).check();
  await expect(page).toHaveURL(/style=gambrel/);
  await page.getByRole('radio', { name: 'Metal', exact: true }).check();
  await expect(page).toHaveURL(/material=metal/);
  await page.getByLabel('Shelf').check();
  await expect(page).toHaveURL(/extras=/);
  await expect(page.locator('[aria-labelledby=design-price][aria-busy=false]')).toBeVisible();
  const shown = await readParts();
  await page.reload();
  await expect.poll(readParts).toEqual(shown);
  expect(shown).not.toEqual(before);

  const { token } = await sendQuoteWithOption(site);
  await page.goto(`/quotes/${token}`);
  await hydrate(page);
  await translate(page);
  await page.getByLabel(/^Ramp of aluminium/).check();
  await expect(
    page.getByText('Total in Canadian dollars').locator('xpath=ancestor::div[1]'),
  ).toContainText('$9,661.50');
});

test.describe('blocked site data', () => {
  // React Router's inline script, which scrolls a page that is loaded again, throws without harm.
  test.use({ expectedErrors: ['SecurityError'] });

  test('ends no page, link, form or sign-in, and the sign-in says what it means', {
    tag: ['@narrow', '@full'],
  }, async ({ page }) => {
    await page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, area, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
      const { request } = LockManager.prototype;
      LockManager.prototype.request = () =>
        Promise.reject(new DOMException(`${request.name} is denied.`, 'SecurityError'));
    });
    await page.goto('/sheds');
    await hydrate(page);
    await page.getByRole('banner').locator('summary').click();
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.locator('#contact')).toBeInViewport();
    await page.goto('/design?style=gable&size=10x12');
    await hydrate(page);
    await page.getByRole('radio', { name: 'Porch' }).check();
    await expect(page).toHaveURL(/style=porch/i);
    await page.goto('/admin');
    await expect(page.getByText('This browser blocks site data')).toBeVisible();
    await signInByForm(page, '/admin');
    await expect(page.getByText('Total Quote Requests')).toBeVisible();
  });
});
