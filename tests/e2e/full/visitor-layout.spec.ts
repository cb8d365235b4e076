import { tabTo } from '../support/forms.ts';
import { hydrate } from '../support/hydrate.ts';
import { expect, test } from '../support/test.ts';

/** Extremes of the public pages' layout: widths, typefaces, contrast, print and images. */

const garden = '/custom-sheds/30000000-0000-4000-8000-000000000001';

test('the hero has title, sentence and button above the fold, and an image of sufficient resolution', {
  tag: '@wide',
}, async ({ page }) => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const hero = page.getByRole('main').locator('section').first();
    for (const part of [
      hero.getByRole('heading', { level: 1 }),
      hero.locator('h1 + p'),
      hero.getByRole('link', { name: 'Request a Quote' }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    const image = hero.locator('img');
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.complete)).toBe(true);
    const scale = await image.evaluate((it: HTMLImageElement) => {
      const { width, height } = it.getBoundingClientRect();
      return Math.max(width / it.naturalWidth, height / it.naturalHeight);
    });
    expect(scale, 'not enlarged').toBeLessThanOrEqual(1);
  }
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

test('a swipe moves the clips', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/');
  await hydrate(page);
  const clips = page.getByRole('region', { name: 'Videos', exact: true });
  const expectShown = async (number: number) => {
    const slide = clips.getByRole('listitem', { name: new RegExp(`^${number} of`) });
    await expect(slide).toBeInViewport({ ratio: 0.6 });
    await expect(clips.getByText(`${number} / 3`)).toBeVisible();
  };
  const row = clips.getByRole('list').first();
  await row.scrollIntoViewIfNeeded();
  const devtools = await page.context().newCDPSession(page);
  const swipe = async (distance: number) => {
    const box = await row.boundingBox();
    if (!box) throw new Error('There is nothing to swipe over');
    const [start, y] = [box.x + (box.width - distance) / 2, box.y + box.height / 3];
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as never });
    await send('touchStart', [{ x: start, y }]);
    for (let step = 1; step <= 10; step++) {
      await send('touchMove', [{ x: start + (distance * step) / 10, y }]);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await send('touchEnd', []);
  };
  await swipe(-250);
  await expectShown(2);
  await swipe(250);
  await expectShown(1);
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

test('printing a listing includes its facts and omits controls', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto(garden);
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText('$7,450').first()).toBeVisible();
  await expect(main.getByRole('rowheader', { name: 'Standard features' })).toBeVisible();
  await expect(main.getByText(new RegExp(`${garden}$`))).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(main.getByRole('textbox').first()).toBeHidden();
  await expect(main.getByRole('link', { name: 'Next' })).toBeHidden();
});

test('a first visit on a slow network swaps in the typefaces without layout shifts', async ({
  page,
}) => {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
    }
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as LayoutShift).value;
      document.documentElement.dataset.shift = String(sum);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const getTypeface = async (selector: string) => {
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName }) => familyName).join();
  };
  for (const path of ['/', '/sheds', '/blog', '/contact']) {
    const released = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await released.promise;
      await route.continue();
    });
    // It waits for the scripts, which wait for the typefaces.
    const opened = page.goto(path);
    await page.waitForURL((url) => url.pathname === path, { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    expect(await getTypeface('h1'), 'is painted in a fallback first').not.toContain('Bricolage');
    released.resolve();
    await expect.poll(() => getTypeface('h1')).toMatch(/^Bricolage Grotesque[^,]*$/);
    await expect.poll(() => getTypeface('main p')).toMatch(/^Figtree[^,]*$/);
    await opened;
    const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
    expect(shift, path).toBeLessThan(0.01);
    await page.unrouteAll();
  }
});

test.describe('text pages', () => {
  test.use({ expectedErrors: ['status of 404'] });

  test('look the same with the stylesheet of pages with images', async ({ page }) => {
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
    const paths = ['/contact', '/quote-request', '/privacy', '/accessibility', '/nothing-here'];
    for (const path of paths) {
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

test.describe('on a phone with a high pixel density', { tag: '@narrow' }, () => {
  test.use({ viewport: { width: 360, height: 780 }, deviceScaleFactor: 2 });

  test("the first image loads once, at three quarters of the screen's resolution", async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    const first = page.locator('main picture img').first();
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
    const shown = await first.evaluate((image: HTMLImageElement) => image.currentSrc);
    const [, width = '', name = ''] = /\/pictures\/(\d+)\/avif\/(.*)$/.exec(shown) ?? [];
    expect(Number(width)).toBe(560);
    expect(asked.filter((path) => path.endsWith(name))).toHaveLength(1);
  });
});
