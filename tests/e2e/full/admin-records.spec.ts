import type { Page } from '@playwright/test';
import { newSitePage } from '#tests/fixtures/rows.ts';
import { signIn } from '../support/admin.ts';
import { conflict, conflictField } from '../support/conflicts.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { addRecord, recordScreens, storedRecord } from '../support/records.ts';
import { openSecondSession } from '../support/second-session.ts';
import { serviceClient } from '../support/service.ts';
import { expect, test } from '../support/test.ts';

/** What admin-records.spec.ts leaves out: the conflicts of other screens, late searches and answers. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const { projects, sheds, reviews, posts, videos } = recordScreens;

for (const { screen, change, label, shown } of [
  { screen: projects, change: { location: 'Barrie' }, label: 'Location', shown: 'Barrie' },
  { screen: reviews, change: { is_approved: false }, label: 'Approved', shown: 'No' },
  {
    screen: posts,
    change: { is_published: true, published_at: '2026-02-03T17:00:00Z' },
    label: 'Published',
    shown: 'Yes, on Feb 3, 2026',
  },
  { screen: videos, change: { order_index: 51 }, label: 'Order', shown: '51' },
]) {
  test(`${screen.path}: a conflict retains the changes of both`, async ({ page, site }, {
    project,
  }) => {
    const service = serviceClient(site);
    const name = `Contested ${screen.entityPlural} ${project.name}`;
    const { id } = await addRecord(service, screen, name);
    await signIn(page, `${screen.path}?open=${id}`);
    const edit = page.getByRole('dialog', { name: screen.editTitle });
    await edit.getByLabel(screen.field, { exact: true }).fill(`${name}, mine`);
    const theirs = { ...change, [screen.column]: `${name}, theirs` };
    await service
      .from(screen.table)
      .update(theirs as never)
      .eq('id', id)
      .throwOnError();
    await edit.getByRole('button', { name: screen.update }).click();
    await expect(conflictField(page, screen.field)).toContainText(
      `Yours${name}, mineNow saved${name}, theirs`,
    );
    await expect(conflictField(page, label)).toContainText(`Now saved${shown}`);
    await expect(conflict(page).getByRole('group')).toHaveCount(2);
    await button(page, 'Keep mine').click();
    await expect(edit).toBeHidden();
    const stored = await storedRecord(service, screen, id);
    expect(stored).toMatchObject({ [screen.column]: `${name}, mine` });
  });
}

test('a hero that somebody else saved, deleted or added is not overwritten', async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  const hero = page.getByRole('form', { name: 'Sheds Page Hero' });
  const title = hero.getByLabel('Title', { exact: true });
  const save = hero.getByRole('button', { name: 'Save Changes' });
  const saved = () => expect(hero.getByText('Not saved yet')).toHaveCount(0);
  const rows = () => service.from('home_content');
  await signIn(page, '/admin/home-content');
  for (const [choice, kept] of [
    ['Take theirs', 'Theirs'],
    ['Keep mine', 'Mine'],
  ] as const) {
    await title.fill('Mine');
    await rows().update({ title: 'Theirs' }).eq('section_name', 'sheds_hero').throwOnError();
    await save.click();
    await expect(conflictField(page, 'Title')).toContainText('Now savedTheirs');
    await button(page, choice).click();
    await expect(title).toHaveValue(kept);
    await saved();
  }
  await rows().delete().eq('section_name', 'sheds_hero').throwOnError();
  await title.fill('Once more');
  await save.click();
  await button(page, 'Save as new').click();
  await saved();
  const { data } = await rows().select('title').eq('section_name', 'sheds_hero').throwOnError();
  expect(data).toEqual([{ title: 'Once more' }]);
});

test('business settings that two people change: Keep mine stores the changes of both, Take theirs drops mine', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, '/admin/settings');
  const other = await openSecondSession(browser, site, '/admin/settings');
  const expectAlert = (person: Page, sentence: string) =>
    expect(person.getByRole('alertdialog')).toContainText(sentence);
  await page.getByLabel('Address').fill('1 Mill Street');
  await page.getByLabel('Sunday').fill('10:00 AM - 1:00 PM');
  await other.getByLabel('Sunday').fill('By appointment');
  await other.getByLabel(/^Phone/).fill('705-555-0123');
  await button(other, 'Save Settings').click();
  await expectAlert(other, 'Business settings updated successfully!');

  await button(page, 'Save Settings').click();
  await expect(conflict(page).getByRole('group')).toHaveCount(3);
  await expect(conflictField(page, 'Sunday')).toContainText('Now savedBy appointment');
  await button(page, 'Keep mine').click();
  await expectAlert(page, 'Business settings updated successfully!');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Sunday')).toHaveValue('10:00 AM - 1:00 PM');
  await expect(page.getByLabel(/^Phone/)).toHaveValue('705-555-0123');

  await other.keyboard.press('Escape');
  await other.getByLabel('Sunday').fill('Closed');
  await button(other, 'Save Settings').click();
  await button(other, 'Take theirs').click();
  await expectAlert(other, 'The settings stay as they are saved now.');
  await expect(other.getByLabel('Sunday')).toHaveValue('10:00 AM - 1:00 PM');
  await other.context().close();
});

test.describe('a table without a row', () => {
  test.use({ expectedErrors: ['status of 409'] });

  test('adding the first text of a page twice is a conflict', async ({ page, site }) => {
    const service = serviceClient(site);
    const edit = page.getByRole('dialog', { name: 'Edit Privacy Page' });
    await service.from('site_pages').delete().eq('slug', 'privacy').throwOnError();
    await signIn(page, '/admin/privacy');
    await button(page, 'Edit Privacy').click();
    await edit.getByLabel('Title', { exact: true }).fill('Mine');
    await service
      .from('site_pages')
      .insert(newSitePage({ title: 'Theirs' }))
      .throwOnError();
    await edit.getByRole('button', { name: 'Save Page' }).click();
    await expect(conflictField(page, 'Title')).toContainText('YoursMineNow savedTheirs');
    await button(page, 'Keep mine').click();
    await expect(edit).toBeHidden();
    const { data } = await service.from('site_pages').select('title, content').throwOnError();
    expect(data).toEqual([{ title: 'Mine', content: newSitePage().content }]);
    await service.from('site_pages').delete().eq('slug', 'privacy').throwOnError();
  });
});

test('a pending search does not prevent navigating back', async ({ page, isMobile }) => {
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

test('a toggle changes once after the server has answered, and a list follows the changes of others', async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  const { id } = await addRecord(service, sheds, 'Busy shed');
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
