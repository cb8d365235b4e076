import type { Page } from '@playwright/test';
import { tabTo } from './support/forms.ts';
import { hydrate } from './support/hydrate.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const gable = '/design?style=gable&size=10x12';
const getView = (page: Page) => page.getByRole('slider', { name: /^View of the/ });

async function openDesigner(page: Page, url = gable) {
  await page.goto(url);
  await hydrate(page);
  await expect(getView(page)).toBeVisible();
}

test('a visitor designs a shed, moves a door, goes back and requests a quote', async ({
  page,
  isMobile,
}) => {
  await page.goto('/design');
  await expect(page.getByRole('heading', { level: 1, name: 'Design Your Shed' })).toBeVisible();
  const image = page.getByRole('img', { name: /^10x12 Gable shed in Wood, Natural/ });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(960);
  await hydrate(page);
  await expect(getView(page)).toBeVisible();

  await test.step('fields change the design and the URL', async () => {
    await page.getByLabel('Style').selectOption('Dutch Barn');
    await expect(page).toHaveURL(/\/design\?style=dutch-barn&size=10x12$/);
    await page.getByLabel('Wall color').selectOption('Red');
    await page.getByLabel('Length').selectOption('16');
    await expect(page).toHaveURL(/style=dutch-barn&size=10x16&color=red$/);
    await expect(getView(page)).toHaveAccessibleName('View of the 10x16 Dutch Barn');
  });
  await test.step('the view turns by button, key and drag', async () => {
    await expect(getView(page)).toHaveAttribute('aria-valuetext', 'From the front left');
    await page.getByRole('button', { name: 'Turn the shed right' }).click();
    await expect(getView(page)).toHaveAttribute('aria-valuetext', 'From the front');
    await getView(page).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await expect(getView(page)).toHaveAttribute('aria-valuetext', 'From the front right');
    const box = await getView(page).boundingBox();
    if (!box) throw new Error('The view has no box');
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 100, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect(getView(page)).toHaveAttribute('aria-valuetext', 'From the right');
  });
  await test.step('a window is added and moved by keys', async () => {
    await page.getByLabel('Add: type').selectOption('Window 18x24 in');
    await page.getByLabel('Add: wall').selectOption('Back');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page).toHaveURL(/back=window-18x24\.51/);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    const window = page.getByRole('slider', { name: 'Window 18x24 in on the back wall' });
    await window.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(window).toHaveAttribute('aria-valuenow', '58');
    await expect(window).toBeFocused();
    await expect(page).toHaveURL(/back=window-18x24\.58/);
  });
  await test.step('Back undoes a step at a time, Forward repeats it', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/back=window-18x24\.51/);
    await page.goBack();
    await expect(page).toHaveURL(/size=10x16&color=red$/);
    await page.goForward();
    await expect(page).toHaveURL(/back=window-18x24\.51/);
  });
  // The header covers no button of the view.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  if (isMobile) await expect(page.getByText('10x16 Dutch Barn').first()).toBeVisible();

  await test.step('the request is filled in with the design', async () => {
    await page.getByRole('link', { name: 'Request a Quote' }).last().click();
    await expect(page).toHaveURL(/\/quote-request\?design=/);
    await expect(page.getByLabel(/^Style/)).toHaveValue('Dutch Barn');
    await expect(page.getByLabel(/^Size/)).toHaveValue('10x16');
    await expect(page.getByLabel(/^Project Description/)).toHaveValue(
      /^I'm interested in this design: 10x16 Dutch Barn shed in Wood, Red/,
    );
    await expect(page.locator('input[name=design]')).toHaveValue(
      /^style=dutch-barn&size=10x16&color=red/,
    );
    await expectAccessible(page);
  });
});

test('a window is dragged along its wall and snaps to the middle', async ({ page }) => {
  await openDesigner(page, `${gable}&front=window-24x36.12`);
  await page.getByRole('button', { name: 'Front', exact: true }).click();
  const window = page.getByRole('slider', { name: 'Window 24x36 in on the front wall' });
  await window.scrollIntoViewIfNeeded();
  const box = await window.boundingBox();
  if (!box) throw new Error('The window has no box');
  const pixelsPerInch = await window.evaluate(
    (element: SVGGElement) => element.ownerSVGElement?.getScreenCTM()?.a ?? Number.NaN,
  );
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 38 * pixelsPerInch, y, { steps: 6 });
  // 50 is two inches from the middle, 48.
  await expect(window).toHaveAttribute('aria-valuenow', '48');
  await page.mouse.up();
  await expect(page).toHaveURL(/front=window-24x36\.48/);
});

test('what cannot be built is changed, and the change is reported', async ({ page }) => {
  await openDesigner(page);
  await page.getByLabel('Style').selectOption('A-Frame');
  await expect(page.getByRole('alert')).toContainText('a narrower A-frame has no room for a door');
  await expect(page).toHaveURL(/style=a-frame&size=12x12/);
  await page.getByLabel('Wall color').selectOption('Green');
  await expect(page.getByRole('alert')).toBeEmpty();
});

test('framing, season and light are shown', async ({ page }) => {
  await openDesigner(page);
  const draw = () => getView(page).screenshot();
  const summer = await draw();
  await page.getByLabel('Season').selectOption('Winter');
  await expect(page).toHaveURL(/season=winter$/);
  await expect.poll(async () => (await draw()).equals(summer)).toBe(false);
  const winter = await draw();
  await page.getByLabel('Show framing').check();
  await expect.poll(async () => (await draw()).equals(winter)).toBe(false);
});

test('designs are saved in the browser, compared and shared', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
  await openDesigner(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();
  await page.getByLabel('Style').selectOption('Gambrel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const entries = page.getByRole('checkbox', { name: 'Compare' });
  await expect(entries).toHaveCount(2);
  for (const entry of await entries.all()) await entry.check();
  const comparison = page.getByRole('table', { name: 'Side by side' });
  await expect(comparison.getByRole('columnheader')).toHaveCount(2);
  await expect(comparison.getByRole('row', { name: /^Style/ })).toContainText('Gable');
  await expect(comparison.getByRole('row', { name: /^Style/ })).toContainText('Gambrel');
  await expectAccessible(page);
  await page.reload();
  await hydrate(page);
  await expect(page.getByRole('link', { name: '10x12 Gable', exact: true })).toBeVisible();
});

test('without WebGL the drawn image follows the design', { tag: '@wide' }, async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(gable);
  await hydrate(page);
  await page.getByLabel('Style').selectOption('Porch');
  const image = page.getByRole('img', { name: /^10x12 Porch shed/ });
  await expect(image).toHaveAttribute('src', /style=porch/);
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(960);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form shows the chosen design', async ({ page }) => {
    await page.goto('/design');
    await page.getByLabel('Style').selectOption('Gambrel');
    await page.getByLabel('Width').selectOption('12');
    await page.getByLabel('Season').selectOption('Winter');
    await page.getByLabel('Cupola').uncheck();
    const row = page.getByRole('group', { name: /^Opening/ }).last();
    await row.getByLabel(/type$/).selectOption('Window 18x24 in');
    await row.getByLabel(/wall$/).selectOption('Back');
    await row.getByLabel(/inches from the left corner$/).fill('20');
    await page.getByRole('button', { name: 'Update the shed' }).click();
    await expect(page).toHaveURL(
      /\/design\?style=gambrel&size=12x12&.*back=.*window-18x24\.20.*season=winter$/,
    );
    await expect(page.getByRole('img', { name: /^12x12 Gambrel shed/ })).toHaveAttribute(
      'src',
      /^\/design\/image\?style=gambrel/,
    );
    await page.getByRole('link', { name: 'Request a Quote' }).last().click();
    await expect(page.getByLabel(/^Style/)).toHaveValue('Gambrel');
    await expect(page.locator('input[name=design]')).toHaveValue(/^style=gambrel/);
  });

  test('reports what was changed, and links of another spelling lead to the usual URL', async ({
    page,
  }) => {
    await page.goto('/design?style=A-Frame&size=8x10');
    await expect(page.getByRole('alert')).toContainText('Width: 12 ft');
    await page.goto('/design?size=10x12&style=Gable&utm_source=mail');
    await expect(page).toHaveURL(/\/design\?style=gable&size=10x12$/);
  });
});

test('the designer is linked from the home page, the sheds and each listing', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Design your shed' }),
  ).toHaveAttribute('href', '/design');
  await page.goto('/sheds?material=Metal&size=Large&color=Red');
  await expect(page.getByRole('main').getByRole('link', { name: 'Design your shed' })).toHaveCount(
    2,
  );
  await page.goto('/custom-sheds/30000000-0000-4000-8000-000000000001');
  await page.getByRole('link', { name: 'Customize this shed' }).click();
  await expect(page).toHaveURL(/\/design\?style=gable&size=10x12/);
});

test('a shared design has a card of its own, and hostile URLs get a page', {
  tag: '@wide',
}, async ({ page, request }) => {
  await page.goto(`${gable}&color=red`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/design$/);
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute(
    'content',
    /\/design\?style=gable&size=10x12&color=red$/,
  );
  const card = await page.locator('meta[property="og:image"]').getAttribute('content');
  const response = await request.get(new URL(card ?? '').pathname + new URL(card ?? '').search);
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('image/jpeg');
  for (const query of [
    'size=NaNx1e308',
    `front=${'x'.repeat(5000)}`,
    'style=%00&porch=-1e9',
    `from=${'%26'.repeat(900)}`,
  ]) {
    expect((await request.get(`/design?${query}`)).status(), query).toBeLessThan(500);
    expect((await request.get(`/design/image?${query}`)).status(), query).toBeLessThan(500);
  }
});

test('the designer is reached and used by keyboard alone', { tag: '@wide' }, async ({ page }) => {
  await openDesigner(page);
  await tabTo(page, page.getByLabel('Style'));
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/style=gambrel/);
  await expect(page.getByLabel('Style')).toBeFocused();
});
