import type { Locator, Page } from '@playwright/test';
import { quoteSuccess, tabTo, waitForMinFormAge } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { holdRequests } from './support/requests.ts';
import { expect, test } from './support/test.ts';

/** Visitors read the public pages. */

const garden = '/custom-sheds/30000000-0000-4000-8000-000000000001';
const project = 'Tool shed on Sturrock Lake';

const openMenu = async (page: Page) => {
  const menu = page.getByRole('banner').locator('summary');
  if (await menu.isVisible()) await menu.click();
};
const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
/** Waits for the history entry from which Back closes a dialog or menu; Back without it leaves the page. */
const waitForOverlayEntry = (page: Page) =>
  expect.poll(() => page.evaluate(() => history.state?.overlay)).toBe('open');
const getClips = (page: Page) => page.getByRole('region', { name: 'Videos', exact: true });

/** Expects a slide to be visible. */
const expectShown = async (carousel: Locator, number: number) => {
  const slide = carousel.getByRole('listitem', { name: new RegExp(`^${number} of`) });
  await expect(slide).toBeInViewport({ ratio: 0.6 });
  await expect(carousel.getByText(`${number} / 3`)).toBeVisible();
};

test('the hero opens the quote form, which Back closes, and links to sheds', async ({ page }) => {
  await page.goto('/');
  const hero = page.getByRole('main').locator('section').first();
  const dialog = page.getByRole('dialog', { name: 'Request a Quote' });
  await test.step('Back asks for confirmation if something was typed', async () => {
    await hero.getByRole('link', { name: 'Request a Quote' }).click();
    await dialog.getByLabel(/^Name/).fill('Backward');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await expect(question).toBeVisible();
    await waitForOverlayEntry(page);
    await page.goBack();
    await expect(question).toBeHidden();
    await waitForOverlayEntry(page);
    await expect(dialog.getByLabel(/^Name/)).toHaveValue('Backward');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/$/);
  });
  await test.step('the shed of the designer turns by keyboard', async () => {
    const slider = page.getByRole('slider', { name: 'Turn the shed' });
    await slider.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '15°');
  });
  await hero.getByRole('link', { name: 'See our sheds' }).click();
  await expect(page).toHaveURL(/\/sheds$/);
});

test('the clips wrap around by arrows, dots and keys, and play when they are clicked', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/');
  const clips = getClips(page);
  await clips.scrollIntoViewIfNeeded();
  await expect(clips.locator('video')).toHaveCount(0);
  await clips.getByRole('link', { name: 'Previous' }).click();
  await expectShown(clips, 3);
  await clips.getByRole('link', { name: 'Next' }).click();
  await expectShown(clips, 1);
  const second = clips.getByRole('link', { name: 'Show 2 of 3' });
  await second.click();
  await expectShown(clips, 2);
  await expect(second).toHaveAttribute('aria-current', 'true');
  await clips.getByRole('list').first().focus();
  await page.keyboard.press('ArrowLeft');
  await expectShown(clips, 1);
  await clips.getByRole('link', { name: 'Play: A shed, from skids to shingles' }).click();
  const video = clips.locator('video[controls]');
  await expect(video).toBeFocused();
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => !it.paused || it.currentTime > 0))
    .toBe(true);
});

test('projects are filtered by type, and open in a dialog with a gallery', async ({ page }) => {
  await page.goto('/');
  const work = page.getByRole('region', { name: 'Recent work' });
  const cards = work.getByRole('article');
  const filters = work.getByRole('navigation', { name: 'Type of work' });
  const quote = page.getByRole('dialog', { name: 'Request a Quote' });
  await filters.getByRole('link', { name: 'Home Addition' }).click();
  await expect(page).toHaveURL(/\?work=home-addition#work$/);
  await expect(cards.filter({ hasText: 'Home Addition,' }).first()).toBeVisible();
  await expect(cards.filter({ hasNotText: 'Home Addition,' })).toHaveCount(0);
  await filters.getByRole('link', { name: 'All' }).click();
  await expect(cards).toHaveCount(8);

  const card = page.getByRole('link', { name: project });
  const dialog = page.getByRole('dialog', { name: project });
  await test.step('the gallery wraps around, by keyboard alone', async () => {
    await card.press('Enter');
    await expect(dialog.getByText('August 21, 2026')).toBeVisible();
    await expect(dialog.getByText('Sturrock Lake', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\?.*project=[0-9a-f-]{36}$/);
    await expect(page).toHaveTitle(new RegExp(`^${project}`));
    const gallery = dialog.getByRole('region', { name: `Images of ${project}` });
    await expect(gallery.getByText('1 / 2')).toBeVisible();
    // On the way there Tab shows the second image, which is a link.
    await tabTo(page, gallery.getByRole('link', { name: 'Previous' }));
    await expect(gallery.getByText('2 / 2')).toBeVisible();
    await gallery.getByRole('link', { name: 'Next' }).press('Enter');
    await expect(gallery.getByText('1 / 2')).toBeVisible();
    await gallery.getByRole('link', { name: 'Show 2 of 2' }).press('Enter');
    await expect(gallery.getByText('2 / 2')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Browse sheds' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(card).toBeFocused();
  });

  await test.step('it leads to the quote form, and Back leads back', async () => {
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: /^Get a quote/ }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(quote).toBeVisible();
    await page.goBack();
    await expect(quote).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a service filters the projects, or opens the form with its project type', async () => {
    const services = page.getByRole('region', { name: 'What we build' });
    await services.getByRole('link', { name: 'See our work: Siding' }).click();
    await expect(work.getByText('1 project shown')).toBeAttached();
    await services.getByRole('link', { name: 'Request a quote: Garage Doors' }).click();
    await expect(quote.getByLabel(/^Project Type/)).toHaveValue('Exterior Renovation');
  });
});

test('the menu of a phone closes by a choice, Escape, Back and a tap beside it', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/sheds');
  await hydrate(page);
  const header = page.getByRole('banner');
  const summary = header.locator('summary');
  const blog = header.getByRole('link', { name: 'Blog' });
  await summary.press('Enter');
  await expect(header.getByRole('link', { name: /218 Old Mill Road/ })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Custom Sheds' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.keyboard.press('Escape');
  await expect(blog).toBeHidden();
  await expect(summary).toBeFocused();
  await summary.press('Enter');
  await page.mouse.click(4, 840);
  await expect(blog).toBeHidden();
  await summary.click();
  await waitForOverlayEntry(page);
  await page.goBack();
  await expect(blog).toBeHidden();
  await expect(page).toHaveURL(/\/sheds$/);

  await summary.click();
  await blog.click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(blog).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/sheds$/);
});

test('Contact and Get Free Quote scroll to the contact section of every page', async ({ page }) => {
  const section = page.locator('#contact');
  const header = page.getByRole('banner');
  await page.goto('/blog');
  await openMenu(page);
  await header.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(section).toBeInViewport();
  await expect(section).toBeFocused();
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('scrollToContact')))
    .toBeNull();
  await page.evaluate(() => window.scrollTo(0, 0));
  await openMenu(page);
  await header.getByRole('link', { name: 'Get Free Quote' }).click();
  await expect(section).toBeInViewport();
  await expect(page).toHaveURL(/\/$/);
  await test.step('so does its URL, also once the whole page has its layout', async () => {
    await page.goto('/blog');
    await page.goto('/#contact');
    const top = () => section.evaluate((it) => it.getBoundingClientRect().top);
    const headerHeight = 72;
    await expect.poll(top).toBeCloseTo(headerHeight, -1);
    await expect(page.locator('html[data-hydrated]')).toBeAttached();
    expect(await top()).toBeCloseTo(headerHeight, -1);
  });
});

test('the blog loads with a spinner; a post leads back and to the contact', async ({ page }) => {
  await page.goto('/');
  await hydrate(page);
  const { release } = await holdRequests(page, '**/blog.data*');
  await openMenu(page);
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Loading$/ })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toBeHidden();

  const title = 'Wood, Duratemp, metal or vinyl: choosing siding for a shed';
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/blog\/choosing-siding-for-a-shed$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('link', { name: 'Back to the blog' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Talk to us' }).click();
  await expect(page).toHaveURL(/\/#contact$/);
  await expect(page.locator('#contact')).toBeInViewport();
});

test('a shed opens in a dialog by keyboard, and its quote form leads back to it', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/sheds');
  const title = 'Cedar Garden Gable';
  const card = page.getByRole('link', { name: title });
  const dialog = page.getByRole('dialog', { name: title });
  const quote = page.getByRole('dialog', { name: 'Request a Quote' });
  await tabTo(page, card);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('$7,450')).toBeVisible();
  await expect(dialog.getByText('Treated ramp')).toBeVisible();
  await expect(page).toHaveURL(/\/sheds\?shed=[0-9a-f-]{36}$/);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: 'Request a Quote' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(quote.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(quote).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await dialog.getByRole('link', { name: 'Request a Quote' }).click();
  await test.step('the form is about the shed, empty once it is sent, and leads to the list', async () => {
    await expect(quote.getByLabel(/^Project Type/)).toHaveValue('Custom Shed');
    await expect(quote.getByLabel(/^Material/)).toHaveValue('Wood');
    await expect(quote.getByLabel(/^Size/)).toHaveValue('10x12');
    await expect(quote.getByLabel(/^Project Description/)).toHaveValue(
      `I'm interested in the ${title}`,
    );
    await quote.getByLabel(/^Name/).fill('Lina Listing');
    await quote.getByLabel(/^Email/).fill('lina@example.com');
    await waitForMinFormAge(quote);
    await quote.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(quote.getByText(quoteSuccess)).toBeVisible();
    const values = await quote
      .locator('input:not([type=hidden], [type=checkbox]), select, textarea')
      .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value));
    expect(new Set(values)).toEqual(new Set(['']));
    await expect(quote).toBeHidden();
    await expect(page).toHaveURL(/\/sheds$/);
    await expect(page.getByText(quoteSuccess)).toBeVisible();
  });
});

test('a listing has price and quote button above the fold', {
  tag: '@full',
}, async ({ page, isMobile }) => {
  await page.goto(garden);
  const main = page.getByRole('main');
  const quote = main.locator('a[href="#quote"]').filter({ visible: true });
  await expect(quote).toHaveText('Request a Quote');
  await expect(quote).toBeInViewport({ ratio: 1 });
  const price = main.getByText('$7,450').filter({ visible: true });
  await expect(isMobile ? price.last() : price.first()).toBeInViewport({ ratio: 1 });
  if (isMobile) {
    await quote.click();
    await expect(page.getByRole('heading', { name: 'Request a Quote' })).toBeInViewport();
    // The bar does not cover it.
    await main.getByRole('button', { name: 'Submit Quote Request' }).click({ trial: true });
  } else {
    await expect(page.getByRole('link', { name: 'Call 705-555-0142' })).toBeInViewport();
  }
  await test.step('its images enlarge by keyboard, and Escape leads back', async () => {
    await hydrate(page);
    const image = main.getByRole('link', { name: /image 1 of 2/ });
    await image.press('Enter');
    const enlarged = page.getByRole('region', { name: /^Enlarged images/ });
    await enlarged.getByRole('button', { name: /^Zoom: .* 1 of 2/ }).press('Enter');
    await enlarged.getByRole('list').first().press('ArrowRight');
    await expect(enlarged.getByText('2 / 2')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(image).toBeFocused();
  });
});

test('no page sets a cookie, loads from another origin or is wider than a phone of 320 px', {
  tag: '@full',
}, async ({ page, site }) => {
  const elsewhere: string[] = [];
  page.on('request', (asked) => {
    const { protocol, origin } = new URL(asked.url());
    if (/^https?:$/.test(protocol) && origin !== site.url) elsewhere.push(asked.url());
  });
  await page.setViewportSize({ width: 320, height: 640 });
  const post = '/blog/choosing-siding-for-a-shed';
  const designer = ['/design', '/design?style=gable&size=10x12'];
  for (const path of ['/', '/sheds', garden, post, '/quote-request', ...designer]) {
    await page.goto(path);
    await hydrate(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(await getOverflow(page), path).toBeLessThanOrEqual(0);
  }
  expect(await page.context().cookies()).toEqual([]);
  expect(elsewhere).toEqual([]);
});
