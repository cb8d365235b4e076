import type { Locator, Page } from '@playwright/test';
import { fillQuote, quoteSuccess, tabTo, waitForMinFormAge } from './support/forms.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hydrate } from './support/hydrate.ts';
import { serviceClient } from './support/service.ts';
import type { Site } from './support/site-process.ts';
import { expect, expectAccessible, expectAccessibleAtBothWidths, test } from './support/test.ts';

const gable = '/design?style=gable&size=10x12';
const drawings = [
  'Floor plan',
  'Front elevation',
  'Back elevation',
  'Left elevation',
  'Right elevation',
];
const getView = (page: Page) => page.getByRole('slider', { name: /^View of the/ });
const getGroup = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const getWall = (page: Page, name: string) =>
  getGroup(page, 'Wall').getByRole('button', { name: new RegExp(`^${name} wall`) });
const getImage = (page: Page, name: RegExp) => page.getByRole('img', { name });

async function openDesigner(page: Page, url = gable) {
  await page.goto(url);
  await hydrate(page);
  await expect(getView(page)).toBeVisible();
}

const expectDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(960);

/** Drags something sideways from a part of its height, with a finger on a phone. */
async function drag(target: Locator, distance: number, isMobile: boolean, height = 0.5) {
  // In the middle nothing that is sticky covers it.
  await target.evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  const page = target.page();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} has no box`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height * height];
  if (!isMobile) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 6 });
    return () => page.mouse.up();
  }
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  await send('touchStart', x);
  for (let step = 1; step <= 6; step++) await send('touchMove', x + (distance * step) / 6);
  return () => send('touchEnd');
}

const getPixelsPerInch = (opening: Locator) =>
  opening.evaluate((element: SVGGElement) => element.ownerSVGElement?.getScreenCTM()?.a ?? NaN);

/** The design and the price with which a request has arrived. */
async function readRequest(site: Site, customer: string) {
  const { data } = await serviceClient(site)
    .from('quote_requests')
    .select('design, design_price, delivery_km, shed_style, size')
    .eq('customer_name', customer)
    .single()
    .throwOnError();
  return data;
}

test('a visitor designs a shed by mouse or touch and requests a quote for it', async ({
  page,
  isMobile,
  site,
}, { project }) => {
  const press = (target: Locator) => (isMobile ? target.tap() : target.click());
  await page.goto('/design');
  await expect(page.getByRole('heading', { level: 1, name: 'Design Your Shed' })).toBeVisible();
  const image = getImage(page, /^10x12 Gable shed in Wood, Natural/);
  await expect(image).toBeVisible();
  await expectDrawn(image);
  await expect(page.getByLabel('Style'), 'the first choice is above the fold').toBeInViewport();
  await hydrate(page);
  await expect(getView(page)).toBeVisible();

  await test.step('fields change the design and the URL', async () => {
    await page.getByLabel('Style').selectOption('Dutch Barn');
    await expect(page).toHaveURL(/\/design\?style=dutch-barn&size=10x12$/);
    await page.getByLabel('Wall colour').selectOption('Red');
    const usual = page.getByLabel('Usual sizes');
    await expect(usual.getByRole('option', { name: 'Another size' })).toHaveCount(0);
    await page.getByLabel('Length').selectOption('15');
    await expect(usual).toHaveValue('');
    await page.getByLabel('Length').selectOption('16');
    await expect(usual).toHaveValue('10x16');
    await expect(page).toHaveURL(/style=dutch-barn&size=10x16&color=red$/);
    await expect(getView(page)).toHaveAccessibleName('View of the 10x16 Dutch Barn');
  });
  await test.step('the view turns by button and drag', async () => {
    await expect(getView(page)).toHaveAttribute('aria-valuetext', 'From the front left');
    await press(page.getByRole('button', { name: 'Turn the shed right' }));
    await expect(getView(page)).toHaveAttribute('aria-valuetext', 'From the front');
    const end = await drag(getView(page), -170, isMobile, 0.25);
    await end();
    await expect(getView(page)).toHaveAttribute('aria-valuetext', 'From the right');
  });
  await test.step('season, light and framing change the view', async () => {
    const draw = () => getView(page).screenshot();
    const summer = await draw();
    await page.getByLabel('Season').selectOption('Winter');
    await page.getByLabel('Light', { exact: true }).selectOption('Dusk');
    await expect(page).toHaveURL(/season=winter&light=dusk$/);
    await expect.poll(async () => (await draw()).equals(summer)).toBe(false);
    const winter = await draw();
    await press(page.getByLabel('Show framing'));
    await expect(page.getByLabel('Show framing')).toBeChecked();
    await expect.poll(async () => (await draw()).equals(winter)).toBe(false);
    const notice = page.getByText(/not engineered/).filter({ visible: true });
    await expect(notice).toHaveCount(1);
    await press(page.getByLabel('Show framing'));
    await expect(page).toHaveURL(/season=winter&light=dusk$/);
    await expect(notice).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(notice).toHaveCount(1);
    await page.emulateMedia({ media: null });
  });
  const window = page.getByRole('slider', { name: 'Window 18x24 in on the back wall' });
  await test.step('a window is added to a wall, to which the view turns', async () => {
    await press(getWall(page, 'Back'));
    await expect(getView(page)).toHaveAttribute('aria-valuetext', /^From the back/);
    await page.getByLabel('Add to the back wall').selectOption('Window 18x24 in');
    await press(page.getByRole('button', { name: 'Add', exact: true }));
    await expect(page).toHaveURL(/back=window-18x24\.51/);
  });
  await test.step('the window is dragged in steps of an inch and snaps to the middle', async () => {
    const pixelsPerInch = await getPixelsPerInch(window);
    await (await drag(window, 20 * pixelsPerInch, isMobile))();
    await expect(page).toHaveURL(/back=window-18x24\.71/);
    const end = await drag(window, -18 * pixelsPerInch, isMobile);
    // 53 is two inches from the middle, 51.
    await expect(window).toHaveAttribute('aria-valuenow', '51');
    await end();
    await expect(page).toHaveURL(/back=window-18x24\.51/);
  });
  await test.step('Back undoes a step at a time, Forward repeats it', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/back=window-18x24\.71/);
    await page.goBack();
    await expect(page).toHaveURL(/back=window-18x24\.51/);
    await page.goBack();
    await expect(page).toHaveURL(/size=10x16&color=red&season=winter&light=dusk$/);
    await page.goForward();
    await expect(page).toHaveURL(/back=window-18x24\.51/);
  });
  await test.step('price, hints and drawings are shown', async () => {
    const price = page.getByRole('region', { name: 'Price' });
    await expect(price.getByRole('row', { name: /^Base 10x16 Dutch Barn/ })).toBeVisible();
    await expect(price.getByRole('row', { name: /^HST/ })).toBeVisible();
    await expect(price).toContainText(
      /About \$[\d,]+, valid until [\w ]+ \(including HST and delivery within 50 km\)/i,
    );
    await expect(price).toContainText('A guide price, not an offer: our written quote counts.');
    await expect(
      page.getByRole('status').filter({ hasText: /^10x16 Dutch Barn.*Price: about \$/ }),
    ).toHaveCount(1);
    await page.getByLabel('Delivery').selectOption('Farther away');
    await expect(price.getByRole('row', { name: /^Delivery, on request/ })).toBeVisible();
    await expect(price).toContainText(/valid until [\w ]+ \(including HST, without delivery\)/);
    await expect(
      page.getByRole('status').filter({ hasText: /\(including HST, without delivery\)\.$/ }),
    ).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Will it fit?' })).toContainText(
      'Check with your municipality',
    );
    for (const name of drawings)
      await expect(getImage(page, new RegExp(`^${name} of the 10x16`))).toBeVisible();
  });
  // The header covers no button of the view.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);

  await test.step('the quote request is prefilled with the design, and stored with it', async () => {
    const customer = `Ann Pointer ${project.name}`;
    await press(page.getByRole('link', { name: 'Request a Quote' }).last());
    await expect(page).toHaveURL(/\/quote-request\?design=/);
    await expect(page.getByLabel(/^Style/)).toHaveValue('Dutch Barn');
    await expect(page.getByLabel(/^Size/)).toHaveValue('10x16');
    await expect(page.getByLabel(/^Project Description/)).toHaveValue(
      /^I'm interested in this design: 10x16 Dutch Barn shed in Wood, Red/,
    );
    await expect(page.getByText(/^Price: about \$[\d,]+, valid until/)).toBeVisible();
    await expectAccessible(page);
    await fillQuote(page, customer);
    await press(page.getByRole('button', { name: 'Submit Quote Request' }));
    await expect(page.getByText(quoteSuccess)).toBeVisible();
    expect(await readRequest(site, customer)).toMatchObject({
      design: {
        style: 'Dutch Barn',
        length: 16,
        wallColor: 'Red',
        openings: expect.arrayContaining([{ type: 'window-18x24', wall: 'back', position: 51 }]),
      },
      design_price: { shown: { visibility: 'itemised' } },
      delivery_km: 201,
      size: '10x16',
    });
  });
});

test('the view turns without animation if reduced motion is preferred', { tag: '@wide' }, async ({
  page,
}) => {
  await openDesigner(page);
  const countSteps = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    return getView(page).evaluate(async (view) => {
      const angles = new Set<string | null>();
      document.querySelector<HTMLElement>('[aria-label="Turn the shed right"]')?.click();
      const end = performance.now() + 1000;
      while (performance.now() < end) {
        await new Promise(requestAnimationFrame);
        angles.add(view.getAttribute('aria-valuenow'));
      }
      return [...angles].filter((angle) => angle !== null).length;
    });
  };
  // A busy machine draws few frames of a turn.
  await expect.poll(() => countSteps('no-preference')).toBeGreaterThan(2);
  expect(await countSteps('reduce')).toBeLessThan(3);
});

test('an A-frame has four elevations, and its skylight is in the right one', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/design?style=a-frame&size=12x16&extras=skylight');
  for (const name of drawings)
    await expect(getImage(page, new RegExp(`^${name} of the 12x16`))).toBeVisible();
  const count = (name: string) =>
    getImage(page, new RegExp(`^${name} elevation`))
      .locator('path')
      .count();
  expect(await count('Right')).toBeGreaterThan(await count('Left'));
});

test('an opening that is moved past its neighbour retains the focus, a removed one passes it on', {
  tag: '@wide',
}, async ({ page }) => {
  await openDesigner(page, '/design?style=gable&size=10x16&left=window-18x24.20_window-24x36.80');
  await getWall(page, 'Left').click();
  const small = page.getByRole('slider', { name: 'Window 18x24 in on the left wall' });
  await small.focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/left=window-24x36\.80_window-18x24\.1\d\d/);
  await expect(small).toBeFocused();
  const end = Number(await small.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowLeft');
  await expect(small).toHaveAttribute('aria-valuenow', `${end - 1}`);

  const fields = page.getByLabel(/inches from the left corner$/).filter({ visible: true });
  await expect(fields).toHaveCount(2);
  await fields.last().fill('20');
  await fields.last().press('Enter');
  await expect(page).toHaveURL(/left=window-18x24\.20_window-24x36\.80/);
  await expect(fields.first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/left=window-18x24\.20_window-24x36\.80/);

  const remove = page.getByRole('button', { name: /^Remove door or window/ });
  await remove.last().press('Enter');
  await expect(page).toHaveURL(/left=window-18x24\.20(&|$)/);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(page.getByLabel('Add to the left wall')).toBeFocused();
});

test('a visitor designs a shed by keyboard alone', async ({ page, site }, { project }) => {
  await openDesigner(page);
  await test.step('the view turns, season and framing change', async () => {
    await tabTo(page, getView(page));
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await expect(getView(page)).toHaveAttribute('aria-valuetext', 'From the right');
    await tabTo(page, page.getByRole('button', { name: 'Turn the shed left' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Season'));
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/season=autumn$/);
    await tabTo(page, page.getByLabel('Show framing'));
    await page.keyboard.press('Space');
    await expect(page.getByLabel('Show framing')).toBeChecked();
  });
  await test.step('style, openings and extras are chosen', async () => {
    await tabTo(page, page.getByLabel('Style'));
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/style=gambrel/);
    await expect(page.getByLabel('Style')).toBeFocused();
    await tabTo(page, getWall(page, 'Left'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Add to the left wall'));
    await page.keyboard.press('w');
    await tabTo(page, page.getByRole('button', { name: 'Add', exact: true }));
    await page.keyboard.press('Enter');
    const window = page.getByRole('slider', { name: 'Window 36x36 in on the left wall' });
    await expect(page).toHaveURL(/left=window-36x36\.54/);
    for (let i = 0; i < 20 && !(await isFocused(window)); i++)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(window).toHaveAttribute('aria-valuenow', '61');
    await expect(window).toHaveAttribute('aria-valuetext', `5'-1" from the left corner`);
    await expect(window).toBeFocused();
    await expect(page).toHaveURL(/left=window-36x36\.61/);
    await tabTo(page, page.getByLabel('Vents'));
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/extras=[^&]*vents/);
  });
  // The bar at the bottom covers no part of a button.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByLabel('Vents')).not.toBeChecked();
  await page.goForward();
  await expect(page.getByLabel('Vents')).toBeChecked();

  const customer = `Ann Keys ${project.name}`;
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Request a Quote' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/quote-request/);
  await hydrate(page);
  for (const [label, text] of [
    [/^Name/, customer],
    [/^Email/, 'ann@example.com'],
  ] as const) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(text);
  }
  await waitForMinFormAge(page);
  await tabTo(page, page.getByRole('button', { name: 'Submit Quote Request' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(quoteSuccess)).toBeVisible();
  expect(await readRequest(site, customer)).toMatchObject({
    design: { style: 'Gambrel', extras: expect.arrayContaining(['vents']) },
  });
});

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

test('an option that does not fit is moved or rejected, with the reason beside its control', {
  tag: '@wide',
}, async ({ page }) => {
  await openDesigner(page);
  await test.step('an option that does not fit the size shows the reason', async () => {
    const group = getGroup(page, 'Style and size');
    await page.getByLabel('Style').selectOption('A-Frame');
    await expect(group.getByRole('alert')).toContainText(
      'a narrower A-frame has no room for a door',
    );
    await expect(group).toContainText('A-Frame: 12 to 15 ft wide.');
    await expect(page).toHaveURL(/style=a-frame&size=12x12/);
    await page.getByLabel('Wall colour').selectOption('Green');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('an extra that does not fit shows the reason', async () => {
    await page.goto(gable);
    await hydrate(page);
    const group = getGroup(page, 'Extras');
    const loft = group.getByRole('checkbox', { name: 'Loft', exact: true });
    await expect(loft).toHaveAccessibleDescription(
      /^Not possible: a loft needs 6 ft 6 in below it/,
    );
    await loft.click();
    await expect(group.getByRole('alert')).toContainText(
      'Loft: not possible, because a loft needs',
    );
    await expect(loft).not.toBeChecked();
    await expect(page).toHaveURL(gable);
    const windows = 'front=window-18x24.9_window-18x24.35_window-24x36.61&right=double-door-60.42';
    await page.goto(`/design?style=gable&size=8x12&${windows}`);
    await hydrate(page);
    await group.getByLabel('Insulation').click();
    await expect(group.getByRole('alert')).toContainText('window 24x36 in would be removed');
    await expect(group.getByLabel('Insulation')).not.toBeChecked();
  });
  await test.step('a first change that removes something says so below it', async () => {
    await page.goto('/design?style=gable&size=12x16');
    await page.getByLabel('Porch').selectOption('6 ft');
    await hydrate(page);
    await expect(getGroup(page, 'Style and size').getByRole('alert')).toContainText('removed');
  });
  await test.step('an opening that does not fit shows the reason', async () => {
    await page.goto(`${gable}&front=double-door-72.24&back=window-24x36.48`);
    await hydrate(page);
    const group = getGroup(page, 'Doors and windows');
    await getWall(page, 'Front').click();
    await expect(group).toContainText('The front wall has no room for another door or window');
    await getWall(page, 'Left').click();
    await expect(group).toContainText('Nothing in this wall yet.');
    await getWall(page, 'Back').click();
    const wall = group.getByLabel('Door or window 2: wall');
    await wall.selectOption('Front');
    await expect(group.getByRole('alert')).toContainText(
      'Not possible, because window 24x36 in would be removed: the front wall has no room left.',
    );
    await expect(wall).toHaveValue('back');
    const position = group.getByLabel('Door or window 2: inches from the left corner');
    await position.fill('200');
    await position.press('Enter');
    await expect(group.getByRole('alert')).toContainText(
      /Window 24x36 in: moved by .* to the nearest free position on the back wall/,
    );
    await expectAccessibleAtBothWidths(page);
  });
});

test('designs are saved in the browser, compared with prices and shared', {
  tag: '@narrow',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => {
        document.documentElement.dataset.shared = data.url;
      },
    });
  });
  await openDesigner(page);
  for (const style of ['Gable', 'Gambrel', 'Porch', 'Dormer']) {
    await page.getByLabel('Style').selectOption(style);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();
  }
  const list = page.getByRole('region', { name: 'Your designs' });
  const entries = list.getByRole('checkbox', { name: 'Compare' });
  await expect(entries).toHaveCount(4);
  for (const index of [0, 1, 2]) await entries.nth(index).check();
  await expect(entries.nth(3)).toBeDisabled();
  const comparison = page.getByRole('table', { name: 'Side by side' });
  await expect(comparison.getByRole('columnheader')).toHaveCount(3);
  await expect(comparison.getByRole('row', { name: /^Style/ })).toContainText('Gambrel');
  await expect(comparison.getByRole('row', { name: /^Price/ })).toContainText(
    /(about \$[\d,]+.*){3}/i,
  );
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/The link is copied|Copy this link/)).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute(
    'data-shared',
    /\/design\?style=dormer&size=10x12$/,
  );
  await page.reload();
  await hydrate(page);
  await list.getByRole('link', { name: '10x12 Gable', exact: true }).click();
  await expect(page).toHaveURL(gable);
  await expect(getView(page)).toBeInViewport();
  await list.getByRole('button', { name: 'Remove all' }).click();
  await expect(list).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('designs'))).toBeNull();
});

test('changes before hydration are applied after it', {
  tag: '@narrow',
}, async ({ page }) => {
  const { release } = await holdRequests(page, '**/assets/*.js');
  const start = `${gable}&right=double-door-60.8&delivery=100`;
  await page.goto(start);
  await page.getByLabel('Style').selectOption('Gambrel');
  await page.getByLabel('Siding').selectOption('Metal');
  await page.getByLabel('Shelf').check();
  await page.getByLabel('Season').selectOption('Winter');
  await page.getByLabel('Add to the right wall').selectOption('window-36x36');
  release();
  await hydrate(page);
  await expect(page).toHaveURL(
    /style=gambrel&size=10x12&material=metal&right=double-door-60\.8&extras=ramp_shelf_vents&season=winter&delivery=100$/,
  );
  await expect(page.getByLabel('Style')).toHaveValue('Gambrel');
  await expect(page.getByLabel('Season')).toHaveValue('winter');
  await expect(page.getByLabel('Add to the right wall')).toHaveValue('window-36x36');
  await expect(page.getByRole('link', { name: 'Request a Quote' }).last()).toHaveAttribute(
    'href',
    /style%3Dgambrel.*material%3Dmetal.*shelf/,
  );
  await page.goBack();
  await expect(page).toHaveURL(start);
});

test('an impossible change before hydration is taken back, and the next one is applied', {
  tag: '@narrow',
}, async ({ page }) => {
  const { release } = await holdRequests(page, '**/assets/*.js');
  await page.goto(gable);
  await page.getByLabel('Loft').check();
  release();
  await hydrate(page);
  await expect(page.getByRole('alert')).toContainText('Loft');
  await expect(page.getByLabel('Loft')).not.toBeChecked();
  await page.getByLabel('Workbench').check();
  await expect(page).toHaveURL(/extras=ramp_workbench_flower-boxes_vents$/);
  await expect(page.getByLabel('Loft')).not.toBeChecked();
});

test('a reload retains the report of a change, and Back after it leaves the design', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/contact');
  await page.goto('/design?style=gable&size=10x12&left=double-door-72.13&right=double-door-60.20');
  await hydrate(page);
  await page.getByLabel('Porch').selectOption('5');
  const report = page.getByText('We changed something so that it can be built:');
  await expect(report).toBeVisible();
  await expect(page).toHaveURL(/porch=5/);
  const entries = await page.evaluate(() => history.length);
  await page.reload();
  await hydrate(page);
  await expect(report).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await expect(page).toHaveURL(/right=double-door-60\.20$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/contact$/);
});

test.describe('without WebGL, image or connection', () => {
  test.use({
    expectedErrors: ['net::ERR_FAILED', 'Failed to fetch', 'status of 429', 'status of 503'],
  });

  test('without WebGL the drawn image shows the changed design, which can be sent', async ({
    page,
    site,
  }, { project }) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.goto(gable);
    await hydrate(page);
    await page.getByLabel('Style').selectOption('Porch');
    await page.getByLabel('Season').selectOption('Winter');
    const image = getImage(page, /^10x12 Porch shed/);
    await expect(image).toHaveAttribute('src', /style=porch.*season=winter/);
    await expectDrawn(image);
    await getWall(page, 'Left').click();
    const window = page.getByRole('slider', { name: 'Window 24x36 in on the left wall' });
    const before = Number(await window.getAttribute('aria-valuenow'));
    await window.press('ArrowLeft');
    await expect(page).toHaveURL(new RegExp(`left=window-24x36\\.${before - 1}`));
    await page.goBack();
    await expect(page).toHaveURL(/style=porch&size=10x12&season=winter$/);
    await page.getByLabel('Show framing').check();
    await expect(image).toHaveAttribute('src', /framing=yes$/);
    await expectDrawn(image);
    await page.getByLabel('Show framing').uncheck();
    await expect(page.getByRole('region', { name: 'Price' })).toContainText('Base 10x12 Porch');
    await expectAccessible(page);
    const customer = `Ann Flat ${project.name}`;
    await page.getByRole('link', { name: 'Request a Quote' }).last().click();
    await fillQuote(page, customer);
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(quoteSuccess)).toBeVisible();
    expect(await readRequest(site, customer)).toMatchObject({ design: { style: 'Porch' } });
  });

  test('an image that is not drawn is requested again', { tag: '@wide' }, async ({ page }) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.route('**/design/image?*', (route) => route.fulfill({ status: 429 }), { times: 1 });
    await page.goto(gable);
    await hydrate(page);
    await expect(page.getByText('The picture is not ready yet')).toBeVisible();
    await expectDrawn(getImage(page, /^10x12 Gable shed/));
    await expect(page.getByText('The picture is not ready yet')).toBeHidden();

    // The image of a similar design has loaded before hydration.
    let requests = 0;
    await page.route('**/design/image?*', async (route) => {
      requests += 1;
      if (requests > 1) return route.fallback();
      const response = await route.fetch();
      const headers = { ...response.headers(), 'cache-control': 'no-store' };
      return route.fulfill({ response, headers: { ...headers, 'server-timing': 'substitute' } });
    });
    await page.goto('/design?style=gable&size=10x14');
    await hydrate(page);
    await expect(page.getByText('A similar shed: this one is being drawn.')).toBeVisible();
    await expect(page.getByText('A similar shed: this one is being drawn.')).toBeHidden({
      timeout: 20_000,
    });
    expect(requests).toBe(2);

    requests = 0;
    await page.goto('/quote-request?design=style%3Dgable%26size%3D10x14');
    await hydrate(page);
    await expect(page.getByText('A similar shed: this one is being drawn.')).toBeVisible();
  });

  test('without a connection the design can still be changed', { tag: '@wide' }, async ({
    page,
  }) => {
    await openDesigner(page);
    await page.route('**/design.data?*', (route) => route.abort());
    await page.getByLabel('Wall colour').selectOption('Blue');
    await expect(page).toHaveURL(/color=blue$/);
    await expect(page.getByText('The price cannot be shown just now.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Will it fit?' })).toContainText(
      'Just now these hints do not follow your changes.',
    );
    await page.unroute('**/design.data?*');
    await page.getByLabel('Wall colour').selectOption('Red');
    await expect(page.getByRole('link', { name: /^about \$/ })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form shows the chosen design, which can be sent', async ({ page, site }, {
    project,
  }) => {
    await page.goto('/design');
    await page.getByLabel('Style').selectOption('Gambrel');
    await page.getByLabel('Width').selectOption('12');
    await page.getByLabel('Season').selectOption('Winter');
    await page.getByLabel('Show framing').check();
    await page.getByLabel('Cupola').uncheck();
    const row = page.getByRole('group', { name: /^Door or window/ }).last();
    await row.getByLabel(/type$/).selectOption('Window 18x24 in');
    await row.getByLabel(/wall$/).selectOption('Back');
    await row.getByLabel(/inches from the left corner$/).fill('20');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
    await page.getByRole('button', { name: 'Update the shed' }).click();
    await expect(page).toHaveURL(
      /\/design\?style=gambrel&size=12x12&.*back=.*window-18x24\.20.*season=winter&framing=yes$/,
    );
    const image = getImage(page, /^12x12 Gambrel shed/);
    await expect(image).toHaveAttribute('src', /^\/design\/image\?style=gambrel/);
    await expect(page.getByRole('region', { name: 'Price' })).toContainText('Base 12x12 Gambrel');
    await expect(page.getByRole('region', { name: 'Will it fit?' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/design$/);
    await page.goForward();
    const customer = `Ann Plain ${project.name}`;
    await page.getByRole('link', { name: 'Request a Quote' }).last().click();
    await expect(page.getByLabel(/^Style/)).toHaveValue('Gambrel');
    await fillQuote(page, customer);
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(quoteSuccess)).toBeVisible();
    expect(await readRequest(site, customer)).toMatchObject({
      design: {
        style: 'Gambrel',
        width: 12,
        openings: expect.arrayContaining([{ type: 'window-18x24', wall: 'back', position: 20 }]),
      },
    });
  });

  test('changes of an invalid design are reported, and other spellings of a URL redirect to the canonical one', {
    tag: '@narrow',
  }, async ({ page }) => {
    await page.goto('/design?style=A-Frame&size=8x10');
    await expect(page.getByRole('alert')).toContainText('Width: 12 ft');
    await page.goto(`/quote-request?design=${encodeURIComponent('style=A-Frame&size=8x10')}`);
    await expect(page.getByText(/^Width: 12 ft/)).toBeVisible();
    await page.goto('/design?size=10x12&style=Gable&utm_source=mail');
    await expect(page).toHaveURL(/\/design\?style=gable&size=10x12$/);
    await page.goto('/design?style=gable&size=10x12&doors=4&windows=2');
    await expect(page.getByRole('alert')).toContainText('2 settings that we do not know');
    await page.goto('/design?style=gable&size=10x12&openings=3&season=monsoon');
    await expect(page.getByRole('alert')).toContainText(
      'The link has an unknown value of openings',
    );
    await expect(page.getByRole('alert')).toContainText('The link has an unknown value of season');
    await page.getByLabel('Usual sizes').selectOption('12x16 ft');
    await page.getByRole('button', { name: 'Update the shed' }).click();
    await expect(page).toHaveURL(/\/design\?style=gable&size=12x16$/);
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
  await page.getByRole('main').getByRole('link', { name: 'Design your shed' }).last().click();
  await expect(page).toHaveURL(/\/design\?style=gable&size=12x12&material=metal&color=red$/);
  await page.goto('/custom-sheds/30000000-0000-4000-8000-000000000001');
  await page.getByRole('link', { name: 'Customize this shed' }).click();
  await expect(page).toHaveURL(/\/design\?style=gable&size=10x12/);
});

test('a shared design has a social card of its own, and hostile URLs are answered with a page', {
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
