import { fillQuote, quoteSuccess } from '../support/forms.ts';
import { hydrate, removeWebGl } from '../support/hydrate.ts';
import { expect, test } from '../support/test.ts';

/** Details of the designer: focus, history, animation, a busy server, and the form without scripts. */

const gable = '/design?style=gable&size=10x12';

test('the view turns at once if reduced motion is preferred', { tag: '@wide' }, async ({
  page,
}) => {
  await page.goto(gable);
  await hydrate(page);
  const view = page.getByRole('slider', { name: /^View of the/ });
  const angles = await view.evaluate(async (element) => {
    const read = () => element.getAttribute('aria-valuenow');
    const before = read();
    document.querySelector<HTMLElement>('[aria-label="Turn the shed right"]')?.click();
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const after = read();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return { before, after, later: read() };
  });
  expect(angles.after).not.toBe(angles.before);
  expect(angles.later).toBe(angles.after);
});

test.describe('an image of a design', () => {
  test.use({ expectedErrors: ['status of 429'] });

  test('that is not drawn is requested again', { tag: '@wide' }, async ({ page }) => {
    await removeWebGl(page);
    await page.route('**/design/image?*', (route) => route.fulfill({ status: 429 }), { times: 1 });
    await page.goto(gable);
    await hydrate(page);
    const notReady = page.getByText("The picture isn't ready yet");
    await expect(notReady).toBeVisible();
    await expect(notReady).toBeHidden({ timeout: 20_000 });
  });

  test('that is similar says so until it is drawn', { tag: '@wide' }, async ({ page }) => {
    await removeWebGl(page);
    // The image of a similar design has loaded before hydration.
    let requests = 0;
    await page.route('**/design/image?*', async (route) => {
      requests += 1;
      if (requests > 1) return route.fallback();
      const response = await route.fetch();
      const headers = { ...response.headers(), 'cache-control': 'no-store' };
      return route.fulfill({ response, headers: { ...headers, 'server-timing': 'substitute' } });
    });
    const similar = page.getByText("A similar shed. We're still drawing yours.");
    await page.goto('/design?style=gable&size=10x14');
    await hydrate(page);
    await expect(similar).toBeVisible();
    await expect(similar).toBeHidden({ timeout: 20_000 });
    expect(requests).toBe(2);

    requests = 0;
    await page.goto('/quote-request?design=style%3Dgable%26size%3D10x14');
    await hydrate(page);
    await expect(page.getByText('A similar shed', { exact: true })).toBeVisible();
  });
});

test('an opening that is moved past its neighbour retains the focus, a removed one passes it on', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/design?style=gable&size=10x16&left=window-18x24.20_window-24x36.80');
  await hydrate(page);
  await page.getByRole('button', { name: /^Left wall/ }).click();
  const small = page.getByRole('slider', { name: /^Window 18x24 in .* left wall/ });
  await small.focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/left=window-24x36\.80_window-18x24\.1\d\d/);
  await expect(small).toBeFocused();

  const fields = page.getByLabel(/inches from the left corner$/).filter({ visible: true });
  await fields.last().fill('20');
  await fields.last().press('Enter');
  await expect(page).toHaveURL(/left=window-18x24\.20_window-24x36\.80/);
  await expect(fields.first()).toBeFocused();

  await page.getByRole('button', { name: /^Door or window 1: .* Change type$/ }).press('Enter');
  await page.getByRole('radio', { name: 'Window 18x24 in' }).press('ArrowRight');
  await expect(page).toHaveURL(/left=window-24x36\.20_window-24x36\.80/);
  const wider = page.getByRole('radio', { name: 'Window 24x36 in' });
  await expect(wider).toBeFocused();
  await expect(wider).toHaveAccessibleDescription('included');
  await wider.press('ArrowLeft');
  await expect(page).toHaveURL(/left=window-18x24\.20_window-24x36\.80/);

  const remove = page.getByRole('button', { name: /^Remove door or window/ });
  await remove.last().press('Enter');
  await expect(page).toHaveURL(/left=window-18x24\.20(&|$)/);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Single door 36 in' })).toBeFocused();
});

test('a reload retains the report of a change, and Back after it leaves the design', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/contact');
  await page.goto('/design?style=gable&size=10x12&left=double-door-72.13&right=double-door-60.20');
  await hydrate(page);
  await page.getByRole('combobox', { name: 'Porch' }).selectOption('5');
  const report = page.getByText('This also changed:');
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a shed is designed by a form, and its request is sent', async ({ page }) => {
    await page.goto('/design', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Gable', exact: true }).click();
    await page.getByRole('radio', { name: 'Gambrel' }).check();
    await page.getByLabel('Width').selectOption('12');
    await page.getByLabel('Season').selectOption('Winter');
    await page.getByLabel('Show framing').check();
    const row = page.getByRole('group', { name: /^Door or window/ }).last();
    await row.getByLabel(/type$/).selectOption('window-18x24');
    await row.getByLabel(/wall$/).selectOption('Back');
    await row.getByLabel(/inches from the left corner$/).fill('20');
    await expect(page.locator('main button:visible')).toHaveText([
      ...['Update the shed', 'Request a Quote', 'Check'],
    ]);
    await page.getByRole('button', { name: 'Update the shed' }).click();
    await expect(page).toHaveURL(
      /\/design\?style=gambrel&size=12x12&.*back=.*window-18x24\.20.*season=winter&framing=yes&/,
    );
    const image = page.getByRole('img', { name: /^12x12 Gambrel shed/ });
    await expect(image).toHaveAttribute('src', /^\/design\/image\?style=gambrel/);
    await expect(page.getByRole('region', { name: 'Price' })).toContainText('Base 12x12 Gambrel');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(image).toHaveAttribute('src', /framing=yes&facing=back$/);
    await page.getByRole('radio', { name: '12x16' }).check();
    await page.getByRole('button', { name: 'Request a Quote' }).click();
    await expect(page.getByLabel(/^Size/)).toHaveValue('12x16');
    await fillQuote(page, 'Ann Plain');
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await expect(page.getByText(quoteSuccess)).toBeVisible();
  });
});
