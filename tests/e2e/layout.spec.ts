import type { Page } from '@playwright/test';
import { newShed } from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { tabTo } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { loadedTypefaces, readTypefaces } from './support/typefaces.ts';

test.use({ reducedMotion: 'no-preference' });

/** Opens the menu where the screen is small enough to have one. */
async function openMenu(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('banner').locator('summary').click();
}

test('the header has phone, e-mail, postal address, hours and marks the current page', async ({
  page,
  isMobile,
}) => {
  await page.goto('/blog');
  const header = page.getByRole('banner');
  await openMenu(page, isMobile);
  await expectAccessible(page);
  await expect(header.getByRole('link', { name: '705-555-0142' })).toBeVisible();
  await expect(header.getByRole('link', { name: /^hello@/ })).toBeVisible();
  await expect(header.getByRole('link', { name: /218 Old Mill Road/ })).toBeVisible();
  await expect(
    header
      .getByText('Mon-Fri: 7:00 AM - 5:30 PM | Sat: 8:00 AM - 2:00 PM')
      .filter({ visible: true }),
  ).toBeVisible();
  const menu = header.getByRole('navigation');
  await expect(menu.getByRole('link', { name: 'Blog' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.locator('[aria-current]')).toHaveCount(1);

  await menu.getByRole('link', { name: 'Custom Sheds' }).click();
  await expect(page).toHaveURL(/\/sheds$/);
  if (isMobile) await expect(menu.getByRole('link', { name: 'Blog' })).toBeHidden();
  await openMenu(page, isMobile);
  await expect(menu.getByRole('link', { name: 'Custom Sheds' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('the header truncates and wraps nothing at 1024 to 1199 px', { tag: '@wide' }, async ({
  page,
}) => {
  for (const width of [1024, 1100, 1199]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto('/contact');
    const found = await page
      .getByRole('banner')
      .locator('a, p')
      .filter({ visible: true })
      .evaluateAll((elements) =>
        elements
          .filter((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            const tops = [...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 12));
            const isTruncated =
              element.scrollWidth > element.clientWidth &&
              getComputedStyle(element).display !== 'inline';
            return isTruncated || (!element.querySelector('svg') && new Set(tops).size > 1);
          })
          .map((element) => element.textContent),
      );
    expect(found, `${width} px`).toEqual([]);
  }
});

test('a phone has a call button in the header, and the contact form above the details', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Call us' })).toHaveAttribute(
    'href',
    'tel:7055550142',
  );
  for (const [path, section] of [
    ['/', '#contact'],
    ['/contact', 'main'],
  ] as const) {
    await page.goto(path);
    await hydrate(page);
    const top = (part: string) =>
      page
        .locator(section)
        .locator(part)
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    expect(await top('form')).toBeLessThan(await top('dl'));
  }
});

for (const [name, tag] of [
  ['Contact', '@wide'],
  ['Get Free Quote', '@narrow'],
] as const) {
  test(`${name} links to the contact section from every page`, { tag }, async ({
    page,
    isMobile,
  }) => {
    await page.goto('/blog');
    await openMenu(page, isMobile);
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/$/);
    const section = page.locator('#contact');
    await expect(section).toBeInViewport();
    await expect(section).toBeFocused();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

    await page.evaluate(() => window.scrollTo(0, 0));
    await openMenu(page, isMobile);
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect(section).toBeInViewport();
    await expect(page).toHaveURL(/\/$/);
  });
}

test('the menu of a phone closes by Escape and by navigation', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/contact');
  await page.goto('/sheds');
  await hydrate(page);
  const summary = page.getByRole('banner').locator('summary');
  const inside = page.getByRole('banner').getByRole('link', { name: 'Blog' });
  await summary.press('Enter');
  await expect(inside).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inside).toBeHidden();
  await expect(summary).toBeFocused();
  await summary.press('Enter');
  await page.mouse.click(4, 840);
  await expect(inside).toBeHidden();

  await test.step('Back closes the phone menu, and after a navigation returns to the page before', async () => {
    await summary.click();
    await expect(inside).toBeVisible();
    await page.goBack();
    await expect(inside).toBeHidden();
    await expect(page).toHaveURL(/\/sheds$/);
    await summary.click();
    await inside.click();
    await expect(page).toHaveURL(/\/blog$/);
    await expect(inside).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/sheds$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/contact$/);
  });
});

test('the footer has the hours of each day, social links and a link to the back office', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/sheds');
  const footer = page.getByRole('contentinfo');
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) {
    await expect(footer.getByText(`${day}:`, { exact: true })).toBeVisible();
  }
  await expect(footer.getByText('Closed')).toHaveCount(1);
  await expect(footer.getByRole('link', { name: 'Facebook' })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Instagram' })).toBeVisible();
  for (const name of ['Home', 'Custom Sheds', 'Blog', 'Contact', 'Admin']) {
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await footer.getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('navigation moves the focus to the new page', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/');
  await hydrate(page);
  await page.getByRole('banner').getByRole('link', { name: 'Custom Sheds' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Custom Sheds' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle(/Sheds/);
});

test('in forced colours the current choice and the focus are visible', {
  tag: '@wide',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/sheds?material=Metal');
  const filters = page.getByRole('region', { name: 'Filters' });
  const getBoxStyle = (name: string) =>
    filters.getByRole('link', { name: new RegExp(`^${name} `) }).evaluate((link) => {
      const { borderColor, borderWidth, backgroundColor, outlineStyle, outlineWidth } =
        getComputedStyle(link);
      return { box: borderColor + borderWidth + backgroundColor, outlineStyle, outlineWidth };
    });
  expect((await getBoxStyle('Metal')).box).not.toBe((await getBoxStyle('Wood')).box);
  await tabTo(page, filters.getByRole('link', { name: /^Wood / }));
  const focused = await getBoxStyle('Wood');
  expect(focused.outlineStyle).not.toBe('none');
  expect(focused.outlineWidth).not.toBe('0px');
});

test('a spinner shows while a page loads slowly', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/');
  await hydrate(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/blog.data*', async (route) => {
    await held;
    await route.continue();
  });
  await openMenu(page, true);
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  const spinner = page.getByRole('status').filter({ hasText: /^Loading$/ });
  await expect(spinner).toBeVisible();
  const box = await spinner.locator('..').boundingBox();
  expect(box?.width, 'is round').toBe(box?.height);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toBeHidden();
});

test('a public page has no noindex after the back office', {
  tag: '@wide',
}, async ({ page }) => {
  const robots = page.locator('meta[name=robots]');
  const open = async () => {
    for (const meta of await robots.all()) {
      await expect(meta).toHaveAttribute('content', 'index, follow');
    }
  };
  await page.goto('/');
  await open();
  await signIn(page, '/admin');
  await expect(robots).toHaveAttribute('content', 'noindex, nofollow, noarchive');
  const response = await page.goto('/sheds');
  expect(response?.headers()['x-robots-tag']).toBeUndefined();
  await open();
});

for (const path of ['/', '/sheds', '/blog', '/blog/choosing-siding-for-a-shed']) {
  test(`${path} fits a narrow screen, and a wide one at 200 %`, async ({ page, isMobile }) => {
    await page.setViewportSize(
      isMobile ? { width: 320, height: 640 } : { width: 720, height: 450 },
    );
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('a first visit on a slow network swaps in the typefaces without layout shifts', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      shifts.push(...list.getEntries().map((entry) => (entry as LayoutShift).value));
      document.documentElement.dataset.shift = String(shifts.reduce((sum, one) => sum + one, 0));
    }).observe({ type: 'layout-shift', buffered: true });
    interface LayoutShift extends PerformanceEntry {
      value: number;
    }
  });
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  });
  const getTypeface = async (selector: string) => {
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeId } = await devtools.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector,
    });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName }) => familyName).join();
  };
  for (const path of ['/', '/sheds', '/blog', '/contact']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    expect(await getTypeface('h1'), 'is painted in a fallback first').not.toContain('Bricolage');
    await expect.poll(() => getTypeface('h1')).toMatch(/^Bricolage Grotesque[^,]*$/);
    await expect.poll(() => getTypeface('main p')).toMatch(/^Figtree[^,]*$/);
    await page.waitForLoadState('load');
    const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
    expect(shift, path).toBeLessThan(0.01);
  }
});

test('letters with accents load a second file of each typeface', {
  tag: '@wide',
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const { data: shed } = await service
    .from('shed_listings')
    .insert(newShed({ title: 'Plain cabin', description: 'Level ground.', images: [] }))
    .select('id')
    .single()
    .throwOnError();
  try {
    await page.goto(`/custom-sheds/${shed.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Plain cabin' })).toBeVisible();
    const plain = ['bricolage-grotesque-640', 'figtree-400-700'];
    expect(await loadedTypefaces(page)).toEqual(plain);

    await service
      .from('shed_listings')
      .update({ title: 'Cabane d’été', description: 'Bâtie à Québec, 2 500 €.' })
      .eq('id', shed.id)
      .throwOnError();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Cabane d’été' })).toBeVisible();
    await expect
      .poll(() => loadedTypefaces(page))
      .toEqual(plain.flatMap((name) => [name, `${name}-accented`]));

    const typefaces = await readTypefaces(page);
    expect(typefaces).toHaveLength(plain.length);
    for (const { first, second, range } of typefaces) {
      expect(first.filter(range), 'what the first file holds is asked of the second').toEqual([]);
      expect(second.length).toBeGreaterThan(80);
      expect(
        second.filter((code) => !range(code)),
        'is never asked of the second',
      ).toEqual([]);
      const held = new Set([...first, ...second]);
      const shown = new Set((await page.locator('body').innerText()).replaceAll(/\s/g, ''));
      expect([...shown].filter((letter) => !held.has(letter.codePointAt(0) ?? 0))).toEqual([]);
    }
  } finally {
    await service.from('shed_listings').delete().eq('id', shed.id).throwOnError();
  }
});

test.describe('text pages', () => {
  test.use({ expectedErrors: ['status of 404'] });

  test('look the same with the stylesheet of pages with images', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const home = await (await page.request.get('/')).text();
    const [, stylesheet = ''] = /href="(\/assets\/image-pages-[\w-]+\.css)"/.exec(home) ?? [];
    const readStyles = () =>
      page.locator('body *').evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility())
          .map((element) => {
            const computed = getComputedStyle(element);
            const styles = [...computed]
              .filter((name) => !name.startsWith('--'))
              .map((name) => `${name}: ${computed.getPropertyValue(name)}`);
            return [element.outerHTML.slice(0, 200), ...styles].join('\n');
          }),
      );
    for (const path of [
      '/contact',
      '/quote-request',
      '/privacy',
      '/accessibility',
      '/nothing-here',
    ]) {
      await page.goto(path);
      await hydrate(page);
      const submit = page.locator('main button[type=submit]');
      if (await submit.count()) {
        await submit.click();
        await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
      }
      await page.mouse.move(0, 0);
      const before = await readStyles();
      await page.addStyleTag({ url: stylesheet });
      expect(await readStyles(), path).toEqual(before);
    }
  });
});
