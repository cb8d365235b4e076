import { hydrate } from './support/hydrate.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('no public page sets a cookie or loads anything from another origin', {
  tag: '@wide',
}, async ({ page, request, site }) => {
  test.setTimeout(180_000);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
  const kinds = new Map(
    pages.map((url) => [
      url.replace(/(blog|custom-sheds)\/.*/, (_, kind: string) => `${kind}/…`),
      url,
    ]),
  );
  expect(kinds.size).toBe(7);
  const others = ['/privacy', '/accessibility', '/sheds', '/design', '/admin'].map(
    (path) => site.url + path,
  );
  const elsewhere: string[] = [];
  const cookies: string[] = [];
  page.on('request', (asked) => {
    const { protocol, origin } = new URL(asked.url());
    if (/^https?:$/.test(protocol) && origin !== site.url) elsewhere.push(asked.url());
  });
  page.on('response', async (response) => {
    if ((await response.headersArray()).some(({ name }) => name.toLowerCase() === 'set-cookie')) {
      cookies.push(response.url());
    }
  });
  for (const url of [...kinds.values(), ...others]) {
    await page.goto(url);
    // The first interaction starts hydration.
    await page.mouse.move(200, 200);
    await page.mouse.wheel(0, 4000);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.cookie), url).toBe('');
  }
  expect(await page.context().cookies()).toEqual([]);
  expect({ elsewhere, cookies }).toEqual({ elsewhere: [], cookies: [] });
});

test('the footer links to the privacy and accessibility pages, whose text matches the settings', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('We keep what you send through the forms for 24 months');
  await expect(main).not.toContainText(/[{}]/);
  await expectAccessible(page);
  // A hydrated page requests the data of the other page alone.
  await hydrate(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
  await expect(main).not.toContainText(/[{}]/);
  await expectAccessible(page);
});
