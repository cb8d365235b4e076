import type { Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { holdRequests } from './support/hold-requests.ts';
import { addRecord, recordScreens } from './support/records.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const [projects, ...otherScreens] = recordScreens;
if (!projects) throw new Error('These tests need a screen of records');

test('the search is in the URL, shows counts and can be cleared', async ({ page, site }, {
  project,
}) => {
  const { path, entityPlural, table } = projects;
  const service = serviceClient(site);
  const word = `Zephyr${project.name}`;
  for (const n of [1, 2]) await addRecord(service, projects, `${word} ${entityPlural} ${n}`);
  const { count } = await service
    .from(table)
    .select('*', { count: 'exact', head: true })
    .throwOnError();
  await signIn(page, path);
  const search = page.getByRole('searchbox', { name: `Search ${entityPlural}` });
  const counted = page.getByRole('status').filter({ hasText: new RegExp(`${entityPlural}`) });
  const edit = page.getByRole('button', { name: /^Edit: / });
  const lower = word.toLowerCase();
  await expect(counted).toHaveText(`${count} ${entityPlural}`);

  await search.pressSequentially(lower);
  await expect(counted).toHaveText(`2 of ${count} ${entityPlural}`);
  await expect(edit).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`${path}\\?q=${lower}$`));
  await expect(search).toBeFocused();
  await expect(search).toHaveValue(lower);

  await page.reload();
  await expect(counted).toHaveText(`2 of ${count} ${entityPlural}`);
  await expect(search).toHaveValue(lower);

  await search.fill(`${lower} nothing like it`);
  await expect(counted).toHaveText(`No ${entityPlural} match your search.`);
  await expect(edit).toHaveCount(0);
  await expect(page).toHaveURL(/nothing/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(counted).toHaveText(`${count} ${entityPlural}`);
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test('every screen of records has a search that counts its results', async ({ page, site }) => {
  const service = serviceClient(site);
  await signIn(page, '/admin');
  for (const screen of otherScreens) {
    await test.step(screen.path, async () => {
      await addRecord(service, screen, `Zephyr ${screen.entityPlural}`);
      await page.goto(screen.path);
      const search = page.getByRole('searchbox', { name: `Search ${screen.entityPlural}` });
      await search.fill('zephyr');
      const counted = page.getByRole('status').filter({ hasText: screen.entityPlural });
      await expect(counted).toHaveText(new RegExp(`^1 of \\d+ ${screen.entityPlural}$`));
      await expect(page.getByRole('button', { name: /^Edit: / })).toHaveCount(1);
      await expect(page).toHaveURL(`${screen.path}?q=zephyr`);
    });
  }
});

for (const { path, tab, other, row } of [
  { path: '/admin/reviews', tab: 'Pending', other: 'Approved', row: { is_approved: false } },
  { path: '/admin/blog', tab: 'Drafts', other: 'Published', row: { is_published: false } },
]) {
  test(`${path}: the tab is in the URL beside the search, and counts the results`, async ({
    page,
    site,
  }, { project }) => {
    const screen = recordScreens.find((item) => item.path === path);
    if (!screen) throw new Error(`No screen at ${path}`);
    const service = serviceClient(site);
    const name = `Quill${project.name} ${screen.entityPlural}`;
    const { id } = await addRecord(service, screen, name);
    const change = path === '/admin/blog' ? { ...row, published_at: null } : row;
    await service
      .from(screen.table)
      .update(change as never)
      .eq('id', id)
      .throwOnError();
    await signIn(page, `${path}?q=quill${project.name}`);
    await expect(page.getByRole('tab')).toHaveText([
      'All (1)',
      new RegExp(`^${path === '/admin/blog' ? 'Published' : 'Approved'} \\(0\\)$`),
      new RegExp(`^${tab} \\(1\\)$`),
    ]);
    await page.getByRole('tab', { name: tab }).click();
    await expect(page).toHaveURL(`${path}?q=quill${project.name}&tab=${tab.toLowerCase()}`);
    await expect(page.getByRole('button', { name: `Edit: ${name}` })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('button', { name: `Edit: ${name}` })).toBeVisible();
    await page.getByRole('tab', { name: other }).click();
    await expect(page.getByText('Nothing here matches your search.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'All' }).click();
    await expect(page).toHaveURL(`${path}?q=quill${project.name}`);
  });
}

test('the link to the same screen resets the search', async ({ page }) => {
  await signIn(page, '/admin/sheds?q=nothing%20like%20it');
  await expect(page.getByText('No sheds match your search.')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Shed Listings' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByRole('article').first()).toBeVisible();
});

for (const [way, leave] of [
  ['back', (page: Page) => page.evaluate(() => window.history.back())],
  [
    'on by a link',
    (page: Page) =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: 'Dashboard' })
        .evaluate((link: HTMLElement) => link.click()),
  ],
] as const) {
  test(`a pending search does not prevent navigating ${way}`, async ({ page }) => {
    await signIn(page, '/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Shed Listings' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
    // The scripts of the other screen go with the reload, and come late.
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    const late = await holdRequests(page, '**/assets/**');
    const search = page.getByRole('searchbox');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await search.fill('garden');
    await leave(page);
    await page.clock.runFor(1000);
    await page.clock.resume();
    late.release();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page).toHaveURL('/admin');
  });

  test(`a late correction of a page behind the last does not prevent navigating ${way}`, async ({
    page,
  }) => {
    await signIn(page, '/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Quote Requests' }).click();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.evaluate(() => window.history.replaceState(window.history.state, '', '?page=99'));
    const counts = await holdRequests(page, '**/rpc/count_quote_requests');
    await page.reload();
    await counts.requested;
    const scripts = await holdRequests(page, '**/assets/**');
    await leave(page);
    await scripts.requested;
    counts.release();
    // The inbox is still in sight, and would have put its address right with what it shows.
    await expect(page.getByRole('tab', { name: 'All' })).toBeVisible();
    scripts.release();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page).toHaveURL('/admin');
  });
}

test('a long list is paginated, and a search begins at page 1', async ({ page, site }) => {
  const service = serviceClient(site);
  const rows = Array.from({ length: 50 }, (_, n) => ({
    title: `Umbrella ${n}`,
    project_type: 'Other',
    created_at: new Date(Date.UTC(2001, 0, 1, 0, n)).toISOString(),
  }));
  await service.from('past_projects').insert(rows).throwOnError();
  await signIn(page, '/admin/projects?q=umbrella');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(page.getByRole('button', { name: /^Edit: Umbrella/ })).toHaveCount(48);
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/admin/projects?q=umbrella&page=2');
  await expect(page.getByRole('button', { name: /^Edit: / })).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Past Projects' })).toBeFocused();
  await expect(pages).toContainText('Page 2 of 2');
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('umbrella 49');
  await expect(page).toHaveURL('/admin/projects?q=umbrella+49');
  await expect(page.getByRole('button', { name: 'Edit: Umbrella 49' })).toBeVisible();
  await expect(pages).toHaveCount(0);
  await service.from('past_projects').delete().like('title', 'Umbrella %').throwOnError();
});
