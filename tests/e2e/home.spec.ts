import type { Locator, Page } from '@playwright/test';
import { newProject } from '#tests/fixtures/rows.ts';
import { tabTo } from './support/forms.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test.use({ reducedMotion: 'no-preference' });

const slide = (carousel: Locator, number: number) =>
  carousel.getByRole('listitem', { name: new RegExp(`^${number} of`) });

/** Expects a slide to be visible. */
const shown = async (carousel: Locator, number: number) =>
  expect(slide(carousel, number)).toBeInViewport({ ratio: 0.6 });

/** The positions of a finger that swipes over the middle of an element. */
async function getSwipePath(over: Locator, distance: number) {
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  if (!box) throw new Error('Nothing to swipe over');
  const x = box.x + (box.width - distance) / 2;
  const steps = Array.from({ length: 11 }, (_, step) => x + (distance * step) / 10);
  return { steps, y: box.y + box.height / 3 };
}

/** Swipes over an element with one finger, which scrolls. */
async function swipe(page: Page, over: Locator, distance: number) {
  const { steps, y } = await getSwipePath(over, distance);
  const client = await page.context().newCDPSession(page);
  for (const [step, x] of steps.entries()) {
    const type = step === 0 ? 'touchStart' : 'touchMove';
    await client.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    await page.waitForTimeout(16);
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Only dispatches the events: headless Chromium navigates back on a real swipe beyond the end. */
async function dispatchSwipe(over: Locator, distance: number) {
  const { steps, y } = await getSwipePath(over, distance);
  await over.evaluate(
    (target, { from, to, y }) => {
      const finger = (clientX: number) => new Touch({ identifier: 1, target, clientX, clientY: y });
      const send = (type: string, touches: Touch[], changedTouches: Touch[]) =>
        target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches }));
      send('touchstart', [finger(from)], [finger(from)]);
      send('touchend', [], [finger(to)]);
    },
    { from: steps[0] ?? 0, to: steps.at(-1) ?? 0, y },
  );
}

test('the home page has its sections in order', async ({ page, isMobile }) => {
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Featured sheds',
    'See how we build',
    'What we build',
    'Recent work',
    'What customers say',
    'Tell us what you have in mind.',
  ]);
  const services = page.getByRole('region', { name: 'What we build' });
  for (const [service, href] of [
    ['Shops', '/quote-request?type=Other'],
    ['Garages & Additions', '/?work=garage#work'],
    ['Siding', '/?work=siding#work'],
    ['Soffit & Fascia', '/?work=exterior-renovation#work'],
    ['Eavestrough & Roofing', '/?work=roofing#work'],
    ['Garage Doors', '/quote-request?type=Exterior+Renovation'],
    ['Custom Sheds', '/sheds'],
  ] as const) {
    const heading = services.getByRole('heading', { level: 3, name: service, exact: true });
    await expect(heading.getByRole('link')).toHaveAttribute('href', href);
  }
  const sheds = page.getByRole('region', { name: 'Featured sheds' }).getByRole('article');
  await expect(sheds.getByText(/^\$[\d,]+$/)).toHaveText(['$7,450', '$13,900', '$18,600']);
  await expect(sheds.getByRole('link').first()).toHaveAttribute('href', /^\/custom-sheds\/3000/);
  const gap = await page.locator('#work').evaluate((it) => getComputedStyle(it).paddingTop);
  expect(gap).toBe(isMobile ? '44px' : '64px');
  const reviews = page.getByRole('region', { name: 'What customers say' }).getByRole('figure');
  expect(await reviews.count()).toBeGreaterThan(0);
  expect(await reviews.count()).toBeLessThanOrEqual(6);
});

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
    const shown = await image.evaluate((it: HTMLImageElement) => {
      const { width, height } = it.getBoundingClientRect();
      const scale = Math.max(width / it.naturalWidth, height / it.naturalHeight);
      return { scale, width: width / scale / it.naturalWidth };
    });
    expect(shown.scale, 'not enlarged').toBeLessThanOrEqual(1);
    expect(shown.width, 'of the width').toBeGreaterThan(0.75);
  }
});

test('a service links to projects of its type, or to a quote form with the type selected', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/');
  const services = page.getByRole('region', { name: 'What we build' });
  await services.getByRole('link', { name: 'Siding' }).click();
  await expect(page).toHaveURL(/\?work=siding#work$/);
  const work = page.getByRole('region', { name: 'Recent work' });
  await expect(work.getByRole('article')).toHaveCount(1);
  await expect(work.getByText('1 project shown')).toBeAttached();
  await expect(
    work.getByRole('navigation', { name: 'Kind of work' }).getByRole('link', { name: 'Siding' }),
  ).toHaveAttribute('aria-current', 'true');

  await services.getByRole('link', { name: 'Garage Doors' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
  await expect(dialog.getByLabel(/^Project Type/)).toHaveValue('Exterior Renovation');
});

test('the first button of the hero opens the quote form, the second links to the sheds', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/');
  const hero = page.getByRole('main').locator('section').first();
  await hero.getByRole('link', { name: 'Request a Quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await test.step('Back closes the quote form, and asks for confirmation if something was typed', async () => {
    await hero.getByRole('link', { name: 'Request a Quote' }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await hero.getByRole('link', { name: 'Request a Quote' }).click();
    await dialog.getByLabel(/^Name/).fill('Backward');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await expect(question).toBeVisible();
    await page.goBack();
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel(/^Name/)).toHaveValue('Backward');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/$/);
  });
  await hero.getByRole('link', { name: 'See our sheds' }).click();
  await expect(page).toHaveURL(/\/sheds$/);
});

test('the clips wrap around at both ends by arrows, dots and keys', { tag: '@wide' }, async ({
  page,
}) => {
  await page.goto('/');
  const clips = page.getByRole('region', { name: 'Videos', exact: true });
  await clips.scrollIntoViewIfNeeded();
  await expect(clips.getByText('1 / 3')).toBeVisible();
  await clips.getByRole('link', { name: 'Previous' }).click();
  await expect(clips.getByText('3 / 3')).toBeVisible();
  await shown(clips, 3);
  await clips.getByRole('link', { name: 'Next' }).click();
  await expect(clips.getByText('1 / 3')).toBeVisible();
  await shown(clips, 1);
  await clips.getByRole('link', { name: 'Show 2 of 3' }).click();
  await shown(clips, 2);
  await expect(clips.getByRole('link', { name: 'Show 2 of 3' })).toHaveAttribute(
    'aria-current',
    'true',
  );

  await tabTo(page, clips.getByRole('list').first());
  await page.keyboard.press('ArrowRight');
  await shown(clips, 3);
  await page.keyboard.press('ArrowRight');
  await shown(clips, 1);
  await page.keyboard.press('ArrowLeft');
  await shown(clips, 3);
  await expect(clips.getByText('3 / 3')).toBeVisible();
});

test('a swipe moves the clips, and wraps around at both ends', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const clips = page.getByRole('region', { name: 'Videos', exact: true });
  const row = clips.getByRole('list').first();
  await swipe(page, row, -250);
  await expect(clips.getByText('2 / 3')).toBeVisible();
  await shown(clips, 2);
  await swipe(page, row, 250);
  await expect(clips.getByText('1 / 3')).toBeVisible();
  await shown(clips, 1);
  await dispatchSwipe(row, 250);
  await expect(clips.getByText('3 / 3')).toBeVisible();
  await shown(clips, 3);
  await dispatchSwipe(row, -250);
  await expect(clips.getByText('1 / 3')).toBeVisible();
  await shown(clips, 1);
});

test('a clip is a poster with a play button, and has controls once it plays', async ({ page }) => {
  await page.goto('/');
  const clips = page.getByRole('region', { name: 'Videos', exact: true });
  await expect(clips.locator('video')).toHaveCount(0);
  const play = clips.getByRole('link', { name: 'Play: A shed, from skids to shingles' });
  const poster = await play.boundingBox();
  const button = await play.locator('svg').locator('..').boundingBox();
  if (!poster || !button) throw new Error('The clip is not shown');
  expect(button.width).toBeGreaterThanOrEqual(80);
  expect(button.height).toBe(button.width);
  expect(button.x + button.width / 2).toBeCloseTo(poster.x + poster.width / 2, -1);
  expect(button.y + button.height / 2).toBeCloseTo(poster.y + poster.height / 2, -1);
  await play.click();
  const video = clips.locator('video[controls]');
  await expect(video).toBeFocused();
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => !it.paused || it.currentTime > 0))
    .toBe(true);
});

test('with reduced motion the page scrolls without animation', { tag: '@wide' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const clips = page.getByRole('region', { name: 'Videos', exact: true });
  await clips.getByRole('link', { name: 'Next' }).click();
  await expect
    .poll(() =>
      clips
        .getByRole('list')
        .first()
        .evaluate((row) => row.scrollLeft / row.clientWidth),
    )
    .toBe(1);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.locator('#contact')).toBeInViewport();
});

test('projects are filtered by type, and the filter is in the URL', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/');
  const work = page.getByRole('region', { name: 'Recent work' });
  const cards = work.getByRole('article');
  await expect(cards).toHaveCount(8);
  const filters = work.getByRole('navigation', { name: 'Kind of work' });
  const expectOnly = async (kind: string) => {
    await expect(cards.filter({ hasText: `${kind},` }).first()).toBeVisible();
    await expect(cards.filter({ hasNotText: `${kind},` })).toHaveCount(0);
  };
  await expect(filters.getByRole('link')).toHaveText([
    'All',
    'Garage',
    'Home Addition',
    'Exterior Renovation',
    'Custom Shed',
  ]);
  await filters.getByRole('link', { name: 'Home Addition' }).click();
  await expect(page).toHaveURL(/\?work=home-addition#work$/);
  await expectOnly('Home Addition');
  await filters.getByRole('link', { name: 'Garage' }).click();
  await expectOnly('Garage Addition');
  await page.goBack();
  await expect(filters.getByRole('link', { name: 'Home Addition' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await filters.getByRole('link', { name: 'All' }).click();
  await expect(cards).toHaveCount(8);
});

test('a project opens in a dialog with gallery, details and links, by keyboard alone', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/');
  const title = 'Tool shed on Sturrock Lake';
  const card = page.getByRole('link', { name: title });
  await card.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Custom Shed')).toBeVisible();
  await expect(dialog.getByText('Sturrock Lake', { exact: true })).toBeVisible();
  await expect(dialog.getByText('August 21, 2026')).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  const gallery = dialog.getByRole('region', { name: `Pictures of ${title}` });
  await expect(gallery.getByText('1 / 2')).toBeVisible();
  await tabTo(page, gallery.getByRole('link', { name: 'Previous' }));
  await page.keyboard.press('Enter');
  await expect(gallery.getByText('2 / 2')).toBeVisible();
  await tabTo(page, gallery.getByRole('link', { name: 'Next' }));
  await page.keyboard.press('Enter');
  await expect(gallery.getByText('1 / 2')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(gallery.getByText('2 / 2')).toBeVisible();
  await gallery.getByRole('link', { name: 'Show 1 of 2' }).press('Enter');
  await expect(gallery.getByText('1 / 2')).toBeVisible();

  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab');
    // At either end the focus passes what leads it back to the other.
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
  }
  await expect(dialog.getByRole('link', { name: 'Browse sheds' })).toHaveAttribute(
    'href',
    '/sheds',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: /^Get a quote/ }).press('Enter');
  await expect(dialog).toBeHidden();
  const quote = page.getByRole('dialog', { name: 'Request a Quote' });
  await expect(quote).toBeVisible();
  await page.goBack();
  await expect(quote).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('a project has a URL that can be reloaded and shared, also when it is not among the newest', {
  tag: '@narrow',
}, async ({ page, site }) => {
  const { data: older } = await serviceClient(site)
    .from('past_projects')
    .insert(
      newProject({ title: 'A porch of long ago', created_at: '2019-05-01T12:00:00Z', images: [] }),
    )
    .select('id')
    .single()
    .throwOnError();
  await page.goto('/');
  const title = 'Tool shed on Sturrock Lake';
  const loaded: string[] = [];
  await page.getByRole('link', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/\?project=[0-9a-f-]{36}$/);
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  page.on('request', (request) => loaded.push(request.url()));
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(dialog).toBeVisible();
  expect(loaded.filter((url) => url.includes('.data'))).toEqual([]);
  await page.reload();
  await expect(page.locator('[data-plain-dialog]')).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/$/);

  await page.goto(`/?project=${older.id}`);
  const shared = page.getByRole('dialog', { name: 'A porch of long ago' });
  await expect(shared).toBeInViewport();
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute(
    'content',
    new RegExp(`/\\?project=${older.id}$`),
  );
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/$/);
  await expect(page.locator('[data-plain-dialog]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(shared).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('a link to an anchor far down scrolls to it, before and after layout of the whole page', async ({
  page,
}) => {
  await page.goto('/#contact');
  const place = () => page.locator('#contact').evaluate((it) => it.getBoundingClientRect().top);
  const belowTheHeader = 72;
  await expect.poll(place).toBeCloseTo(belowTheHeader, -1);
  await expect(page.locator('html[data-rendered]')).toBeAttached();
  expect(await place()).toBeCloseTo(belowTheHeader, -1);
  const isSectionBefore = await page.evaluate(() => {
    const header = document.querySelector('header > :last-child')?.getBoundingClientRect();
    const before = document.querySelector('#contact')?.previousElementSibling;
    return [5, innerWidth / 2, innerWidth - 5].map((x) =>
      before?.contains(document.elementFromPoint(x, (header?.bottom ?? 0) + 1)),
    );
  });
  expect(isSectionBefore).toEqual([false, false, false]);
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
