import type { Locator, Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { sendMessage, sendQuote } from './support/enquiries.ts';
import { addRecord, recordScreens } from './support/records.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** Holds the next PATCH of a table back until it is released, and counts them. */
async function holdPatch(page: Page, table: string) {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let count = 0;
  await page.route(`**/rest/v1/${table}*`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    count += 1;
    requested.resolve();
    await released.promise;
    await route.fallback();
  });
  return { requested: requested.promise, release: released.resolve, count: () => count };
}

/** Clicks a control twice while the server does not answer; nothing changes until it does. */
async function expectBusyUntilAnswered(
  page: Page,
  table: string,
  control: Locator,
  after: Locator,
) {
  const patch = await holdPatch(page, table);
  await control.click();
  await patch.requested;
  await expect(control).toHaveAttribute('aria-disabled', 'true');
  await control.dispatchEvent('click');
  await expect(after).toHaveCount(0);
  await expectAccessible(page);
  patch.release();
  await expect(after).toHaveCount(1);
  expect(patch.count()).toBe(1);
  await page.unrouteAll();
}

for (const { path, label, changed } of [
  { path: '/admin/sheds', label: 'Active', changed: 'Inactive' },
  { path: '/admin/reviews', label: 'Unapprove', changed: 'Approve' },
  { path: '/admin/blog', label: 'Unpublish', changed: 'Publish' },
]) {
  test(`${path}: a toggle changes after the server has answered, and is busy until then`, async ({
    page,
    site,
  }, { project }) => {
    const screen = recordScreens.find((item) => item.path === path);
    if (!screen) throw new Error(`No screen at ${path}`);
    const name = `Busy ${screen.entityPlural} ${project.name}`;
    await addRecord(serviceClient(site), screen, name);
    const role = path === '/admin/sheds' ? 'switch' : 'button';
    await signIn(page, path);
    await expectBusyUntilAnswered(
      page,
      screen.table,
      page.getByRole(role, { name: `${label}: ${name}`, exact: true }),
      page.getByRole(role, { name: `${changed}: ${name}`, exact: true }),
    );
  });
}

test('the status of an enquiry changes after the server has answered, in its row and its dialog', async ({
  page,
  request,
}) => {
  await sendQuote(request, 'Bea Busy');
  await signIn(page, '/admin/quotes');
  await page.getByRole('link', { name: 'View: Bea Busy' }).click();
  const dialog = page.getByRole('dialog');
  await expectBusyUntilAnswered(
    page,
    'quote_requests',
    dialog.getByRole('button', { name: 'Responded', exact: true }),
    dialog.getByRole('button', { name: 'Responded', exact: true, pressed: true }),
  );

  await sendMessage(request, 'Bob Busy');
  await page.goto('/admin/contacts?tab=unread');
  const mark = page.getByRole('button', { name: 'Mark read: Bob Busy' });
  const patch = await holdPatch(page, 'contact_submissions');
  await mark.click();
  await patch.requested;
  await expect(mark).toHaveAttribute('aria-disabled', 'true');
  patch.release();
  await expect(mark).toHaveCount(0);
});

test.describe('when the browser is offline for a moment', () => {
  test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] });

  test('a list shows the changes of others on focus, and when the browser is online again', async ({
    page,
    site,
    context,
  }) => {
    const screen = recordScreens.find((item) => item.path === '/admin/projects');
    if (!screen) throw new Error('No screen of projects');
    const service = serviceClient(site);
    const { id } = await addRecord(service, screen, 'Seen before');
    const rename = (title: string) =>
      service.from('past_projects').update({ title }).eq('id', id).throwOnError();
    await page.clock.install();
    await signIn(page, '/admin/projects');
    await expect(page.getByRole('article', { name: 'Seen before' })).toBeVisible();
    await rename('Seen on focus');
    await page.clock.fastForward(1100);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByRole('article', { name: 'Seen on focus' })).toBeVisible();

    await context.setOffline(true);
    await rename('Seen online');
    await page.clock.fastForward(1100);
    await context.setOffline(false);
    await expect(page.getByRole('article', { name: 'Seen online' })).toBeVisible();
  });
});
