import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { copyFirstStart } from '#tests/support/first-start.ts';
import { runScript } from '#tests/support/run-script.ts';
import { signIn } from './support/admin.ts';
import { conflict, conflictField } from './support/conflicts.ts';
import { addRecord, recordScreens, storedRecord } from './support/records.ts';
import { openSecondSession } from './support/second-session.ts';
import { serviceClient, visitorClient } from './support/service.ts';
import { startSite } from './support/site-process.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** The updates that a page sends to a table from now on: their search parameters and columns. */
function recordUpdates(page: Page, table: string) {
  const sent: { query: URLSearchParams; body: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH' || !request.url().includes(`/rest/v1/${table}`)) return;
    sent.push({ query: new URL(request.url()).searchParams, body: request.postDataJSON() });
  });
  return sent;
}

const [, sheds] = recordScreens;
const posts = recordScreens.find(({ table }) => table === 'blog_posts');
if (!sheds || !posts) throw new Error('These tests need the screens of sheds and posts');

/** Two people with the same shed open; the second has saved another price and description. */
async function createConflict(page: Page, { title }: { title: string }, other: Page) {
  const edit = (person: Page) => person.getByRole('dialog', { name: 'Edit Shed Listing' });
  for (const person of [page, other]) {
    await person.getByRole('button', { name: `Edit: ${title}` }).click();
    await expect(edit(person).getByLabel('Title')).toHaveValue(title);
  }
  await edit(other).getByLabel('Price').fill('5000');
  await edit(other).getByLabel('Description').fill('Now with a window.');
  await edit(other).getByRole('button', { name: 'Update Shed' }).click();
  await expect(edit(other)).toBeHidden();

  await edit(page).getByLabel('Price').fill('6000');
  await edit(page).getByLabel('Color').selectOption('Red');
  await edit(page).getByRole('button', { name: 'Update Shed' }).click();
  await expect(conflict(page)).toBeVisible();
  return edit(page);
}

test('the second save overwrites nothing and shows both versions; Keep mine writes the changed fields only', async ({
  page,
  browser,
  site,
}, { project }) => {
  const service = serviceClient(site);
  const title = `Edited by two ${project.name}`;
  const { id, updated_at } = await addRecord(service, sheds, title);
  await signIn(page, sheds.path);
  const other = await openSecondSession(browser, site, sheds.path);
  const updates = recordUpdates(page, 'shed_listings');
  const edit = await createConflict(page, { title }, other);

  await test.step('the dialog shows the differing fields only, and who has saved', async () => {
    expect(updates).toHaveLength(1);
    expect(updates[0]?.query.get('id')).toBe(`eq.${id}`);
    expect(updates[0]?.query.get('updated_at')).toBe(`eq.${updated_at}`);
    expect(await storedRecord(service, sheds, id)).toMatchObject({ price: 5000, color: 'Natural' });
    await expect(conflict(page)).toContainText('was saved by you in another window.');
    const groups = conflict(page).getByRole('group');
    await expect(groups).toHaveCount(3);
    for (const [index, label] of ['Color', 'Price', 'Description'].entries()) {
      await expect(groups.nth(index)).toHaveAccessibleName(label);
    }
    await expect(conflictField(page, 'Price')).toContainText('Yours$6,000Now saved$5,000');
    await expect(conflictField(page, 'Color')).toContainText('YoursRedNow savedNatural');
    const notMine = 'You have not changed this field.';
    await expect(conflictField(page, 'Description')).toContainText(notMine);
    await expect(conflict(page).getByText(notMine)).toHaveCount(1);
    await expectAccessible(page);
  });

  await test.step('Escape returns to the form with its input', async () => {
    await page.keyboard.press('Escape');
    await expect(conflict(page)).toBeHidden();
    await expect(edit.getByLabel('Price')).toHaveValue('6000');
    await expect(edit.getByRole('button', { name: 'Update Shed' })).toBeFocused();
    await edit.getByRole('button', { name: 'Update Shed' }).click();
    await expect(conflict(page)).toBeVisible();
  });

  await test.step('after a third save the dialog shows the newest version', async () => {
    await service.from('shed_listings').update({ price: 5500 }).eq('id', id).throwOnError();
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflictField(page, 'Price')).toContainText('Now saved$5,500');
    await expect(conflict(page)).toContainText('saved by somebody else');
  });

  await test.step('Keep mine writes the changed fields over the version that was shown', async () => {
    const shown = await storedRecord(service, sheds, id);
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(edit).toBeHidden();
    await expect(page.getByText(`${title} is saved.`)).toBeVisible();
    expect(updates.at(-1)?.query.get('updated_at')).toBe(`eq.${shown?.updated_at}`);
    expect(updates.at(-1)?.body).toEqual({ price: 6000, color: 'Red' });
    expect(await storedRecord(service, sheds, id)).toMatchObject({
      price: 6000,
      color: 'Red',
      description: 'Now with a window.',
    });
    await expect(page.getByRole('article', { name: title })).toContainText('$6,000');
  });
  await other.context().close();
});

test('Take theirs with the keyboard writes nothing and closes the form', async ({
  page,
  browser,
  site,
}, { project }) => {
  const service = serviceClient(site);
  const title = `Theirs taken ${project.name}`;
  const { id } = await addRecord(service, sheds, title);
  await signIn(page, sheds.path);
  const other = await openSecondSession(browser, site, sheds.path);
  const updates = recordUpdates(page, 'shed_listings');
  const edit = await createConflict(page, { title }, other);
  const before = await storedRecord(service, sheds, id);

  await expect(conflict(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(conflict(page).getByRole('region', { name: 'What differs' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(conflict(page).getByRole('button', { name: 'Take theirs' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The lower dialog counts as hidden while the upper one is open, too.
  await expect(conflict(page)).toBeHidden();
  await expect(edit).toBeHidden();
  await expect(page.getByText(`${title} stays as it is saved now.`)).toBeVisible();
  expect(updates).toHaveLength(1);
  expect(await storedRecord(service, sheds, id)).toEqual(before);
  await other.context().close();
});

test('another account is named by its e-mail address', async ({ browser }) => {
  const colleague = { email: 'colleague@example.com', password: 'another correct horse' };
  const directory = copyFirstStart();
  const added = await runScript(
    'scripts/staff.ts',
    ['add', colleague.email, '--password-stdin'],
    { DATA_DIR: directory },
    { input: colleague.password },
  );
  expect(added.status, added.errors).toBe(0);
  const own = await startSite({ directory, environment: {} });
  try {
    const { id } = await addRecord(serviceClient(own), sheds, 'Edited by a colleague');
    const page = await (await browser.newContext({ baseURL: own.url })).newPage();
    await signIn(page, sheds.path, { anew: true });
    await page.getByRole('button', { name: 'Edit: Edited by a colleague' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Shed Listing' });
    await edit.getByLabel('Price').fill('1');

    const client = visitorClient(own);
    expect((await client.auth.signInWithPassword(colleague)).error).toBeNull();
    await client.from('shed_listings').update({ price: 2 }).eq('id', id).throwOnError();
    await edit.getByRole('button', { name: 'Update Shed' }).click();
    await expect(conflict(page)).toContainText(`was saved by ${colleague.email}.`);
    await page.context().close();
  } finally {
    await own.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('long texts, lists and images are shown as such, also on a phone', async ({ page, site }, {
  project,
}) => {
  const service = serviceClient(site);
  const { data: demo } = await service.from('shed_listings').select('images').throwOnError();
  const images = demo.flatMap((shed) => shed.images).slice(0, 1);
  const title = `Shown in full ${project.name}`;
  const { id } = await addRecord(service, sheds, title);
  await signIn(page, sheds.path);
  await page.getByRole('button', { name: `Edit: ${title}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Shed Listing' });
  await edit.getByLabel('Description').fill('A line of my own.\n'.repeat(40));
  const theirs = {
    description: null,
    price: null,
    is_active: false,
    images,
    specifications: { standard_features: ['Double door', 'Two windows'], optional_upgrades: [] },
  };
  await service.from('shed_listings').update(theirs).eq('id', id).throwOnError();
  await edit.getByRole('button', { name: 'Update Shed' }).click();
  await expect(conflictField(page, 'Description')).toContainText('Now savedNothing');
  await expect(conflictField(page, 'Price')).toContainText('Now savedContact for price');
  await expect(conflictField(page, 'Active')).toContainText('YoursYesNow savedNo');
  await expect(conflictField(page, 'Images')).toContainText('YoursNothing');
  await expect(conflictField(page, 'Images').getByRole('img')).toBeVisible();
  await expect(conflictField(page, 'Standard Features').getByRole('listitem')).toHaveText([
    'Double door',
    'Double door',
    'Two windows',
  ]);
  await expect(conflictField(page, 'Optional Upgrades')).toContainText('Now savedNothing');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  for (const name of ['Keep mine', 'Take theirs', 'Close']) {
    await expect(conflict(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  const region = conflict(page).getByRole('region', { name: 'What differs' });
  const width = await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  const last = conflictField(page, 'Active');
  await expect(last).not.toBeInViewport();
  await region.focus();
  await page.keyboard.press('End');
  await expect(last).toBeInViewport();
});

const rows: Record<string, { change: object; label: string; shown: string }> = {
  past_projects: { change: { location: 'Barrie' }, label: 'Location', shown: 'Barrie' },
  shed_listings: { change: { price: 99 }, label: 'Price', shown: '$99' },
  reviews: { change: { is_approved: false }, label: 'Approved', shown: 'No' },
  blog_posts: {
    change: { is_published: true, published_at: '2026-02-03T17:00:00Z' },
    label: 'Published',
    shown: 'Yes, on Feb 3, 2026',
  },
  video_carousel: { change: { order_index: 51 }, label: 'Order', shown: '51' },
};

for (const screen of recordScreens) {
  test(`${screen.path}: a conflict retains both changes, a deleted record can be saved as new`, async ({
    page,
    site,
  }, { project }) => {
    const service = serviceClient(site);
    const name = `Contested ${screen.entityPlural} ${project.name}`;
    const { id } = await addRecord(service, screen, name);
    const other = rows[screen.table];
    if (!other) throw new Error(`No change of ${screen.table} by somebody else`);
    await signIn(page, screen.path);
    const updates = recordUpdates(page, screen.table);
    await page.getByRole('button', { name: `Edit: ${name}` }).click();
    const edit = page.getByRole('dialog', { name: screen.dialog });
    await edit.getByLabel(screen.field).fill(`${name}, mine`);
    const change = { ...other.change, [screen.column]: `${name}, theirs` };
    await service
      .from(screen.table)
      .update(change as never)
      .eq('id', id)
      .throwOnError();
    const submit = edit.getByRole('button', { name: screen.submit });
    await submit.click();
    await expect(conflictField(page, screen.field)).toContainText(
      `Yours${name}, mineNow saved${name}, theirs`,
    );
    await expect(conflictField(page, other.label)).toContainText(`Now saved${other.shown}`);
    await expect(conflict(page).getByRole('group')).toHaveCount(2);
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(edit).toBeHidden();
    await expect.poll(() => updates.at(-1)?.body).toEqual({ [screen.column]: `${name}, mine` });

    await page.getByRole('button', { name: `Edit: ${name}, mine` }).click();
    await edit.getByLabel(screen.field).fill(`${name}, again`);
    await service.from(screen.table).delete().eq('id', id).throwOnError();
    await submit.click();
    const deleted = page.getByRole('alertdialog', { name: 'Deleted in the meantime' });
    // The dialog is the same on all screens.
    if (screen === sheds) await expectAccessible(page);
    await deleted.getByRole('button', { name: 'Back to editing' }).click();
    await expect(edit.getByLabel(screen.field)).toHaveValue(`${name}, again`);
    await submit.click();
    await deleted.getByRole('button', { name: 'Save as new' }).click();
    await expect(edit).toBeHidden();
    await expect(page.getByRole('button', { name: `Edit: ${name}, again` })).toBeVisible();
    expect(await storedRecord(service, screen, id)).toBeUndefined();
  });
}

test('a switch writes its column only', async ({ page, site }, { project }) => {
  const service = serviceClient(site);
  const title = `Switched ${project.name}`;
  const { id } = await addRecord(service, sheds, title);
  await signIn(page, sheds.path);
  const updates = recordUpdates(page, 'shed_listings');
  await expect(page.getByRole('switch', { name: `Active: ${title}`, exact: true })).toBeVisible();
  await service.from('shed_listings').update({ price: 1 }).eq('id', id).throwOnError();
  await page.getByRole('switch', { name: `Active: ${title}`, exact: true }).click();
  await expect(page.getByRole('switch', { name: `Inactive: ${title}` })).toBeVisible();
  expect(updates.map(({ body }) => body)).toEqual([{ is_active: false }]);
  expect([...(updates[0]?.query.keys() ?? [])].sort()).toEqual(['id', 'select']);
  expect(await storedRecord(service, sheds, id)).toMatchObject({ price: 1, is_active: false });
});

test('the same change by both is no conflict', async ({ page, site }, { project }) => {
  const service = serviceClient(site);
  const title = `Agreed ${project.name}`;
  const { id } = await addRecord(service, sheds, title);
  await signIn(page, sheds.path);
  await page.getByRole('button', { name: `Edit: ${title}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Shed Listing' });
  await edit.getByLabel('Price').fill('77.5');
  await service.from('shed_listings').update({ price: 77.5 }).eq('id', id).throwOnError();
  await edit.getByRole('button', { name: 'Update Shed' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText(`${title} is saved.`)).toBeVisible();
});

test('a restored draft overwrites nothing that was saved since, and changes its own fields only', async ({
  page,
  site,
}, { project }) => {
  const service = serviceClient(site);
  const title = `Drafted ${project.name}`;
  const { id } = await addRecord(service, posts, title);
  await signIn(page, posts.path);
  const edit = page.getByRole('dialog', { name: 'Edit Blog Post' });
  await page.getByRole('button', { name: `Edit: ${title}` }).click();
  await edit.getByLabel('Excerpt').fill('Written before the crash.');
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), `post-draft:${id}`))
    .toContain('before the crash');
  page.on('dialog', (question) => question.accept());
  await page.reload();
  await expect(edit.getByRole('button', { name: 'Restore draft' })).toBeVisible();
  const change = { excerpt: 'Saved since.', author: 'Somebody else' };
  await service.from('blog_posts').update(change).eq('id', id).throwOnError();
  await page.reload();
  await edit.getByRole('button', { name: 'Restore draft' }).click();
  await expect(edit.getByLabel('Author')).toHaveValue('Somebody else');
  await edit.getByRole('button', { name: 'Update Post' }).click();
  await expect(conflictField(page, 'Excerpt')).toContainText(
    'YoursWritten before the crash.Now savedSaved since.',
  );
  await expect(conflict(page).getByRole('group')).toHaveCount(1);
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(edit).toBeHidden();
  await expect
    .poll(() => storedRecord(service, posts, id))
    .toMatchObject({ ...change, excerpt: 'Written before the crash.' });
});

test.describe('a record that another account has deleted', () => {
  test.use({ expectedErrors: ['Could not'] });

  test('a switch or a delete that touches no row shows an error', async ({ page, site }, {
    project,
  }) => {
    const service = serviceClient(site);
    const title = `Gone already ${project.name}`;
    const { id } = await addRecord(service, sheds, title);
    await signIn(page, sheds.path);
    const toggle = page.getByRole('switch', { name: `Active: ${title}`, exact: true });
    await expect(toggle).toBeVisible();
    await service.from('shed_listings').delete().eq('id', id).throwOnError();
    await toggle.click();
    await expect(
      page.getByText(
        'The shed could not be changed. It could not be found. It may have been deleted already.',
      ),
    ).toBeVisible();
    await expect(toggle).toBeChecked();
    await page.getByRole('button', { name: `Delete: ${title}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(
      'The shed could not be deleted: It could not be found. It may have been deleted already.',
    );
  });
});
