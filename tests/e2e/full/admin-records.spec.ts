import { signIn } from '../support/admin.ts';
import { addRecord, sheds } from '../support/records.ts';
import { holdRequests } from '../support/requests.ts';
import { serviceClient } from '../support/service.ts';
import { expect, test } from '../support/test.ts';

/** What admin-records.spec.ts leaves out: late searches and answers. */

test('a pending search does not prevent navigating back', { tag: '@clock' }, async ({
  page,
  isMobile,
}) => {
  await signIn(page, '/admin');
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Shed Listings' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  // The scripts of the other screen go with the reload, and come late.
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  const late = await holdRequests(page, '**/assets/**');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox').fill('garden');
  await page.evaluate(() => window.history.back());
  await page.clock.runFor(1000);
  await page.clock.resume();
  late.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
});

test('a toggle changes once after the server has answered, and a list follows the changes of others', {
  tag: '@clock',
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const { id } = await addRecord(service, 'shed_listings', 'Busy shed');
  const rename = (title: string) =>
    service.from('shed_listings').update({ title }).eq('id', id).throwOnError();
  await page.clock.install();
  await signIn(page, sheds.path);
  const released = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/rest/v1/shed_listings*', async (route) => {
    if (route.request().method() === 'PATCH') {
      requests += 1;
      await released.promise;
    }
    await route.fallback();
  });
  const control = (state: string) =>
    page.getByRole('switch', { name: `${state}: Busy shed`, exact: true });
  await control('Active').click();
  await expect(control('Active')).toHaveAttribute('aria-disabled', 'true');
  await control('Active').dispatchEvent('click');
  await expect(control('Active')).toBeChecked();
  released.resolve();
  await expect(control('Inactive')).not.toBeChecked();
  expect(requests).toBe(1);

  await rename('Seen on focus');
  await page.clock.fastForward(1100);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('article', { name: 'Seen on focus' })).toBeVisible();
});
