import type { Page } from '@playwright/test';
import { signIn } from './support/admin.ts';
import { choice, conflict } from './support/conflicts.ts';
import { addRecord, recordScreens, storedRecord } from './support/records.ts';
import { secondPerson } from './support/second-person.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

/** The updates that a page sends to a table from now on: their address and what they set. */
function updatesOf(page: Page, table: string) {
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
async function twoPeople(page: Page, { title }: { title: string }, other: Page) {
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

const differing = ['Color', 'Price', 'Description'];

test('who saves second overwrites nothing: both versions are shown, and either can stay', async ({
  page,
  browser,
  site,
}, { project }) => {
  const service = serviceClient(site);
  const title = `Edited by two ${project.name}`;
  const { id, updated_at } = await addRecord(service, sheds, title);
  await signIn(page, sheds.path);
  const other = await secondPerson(browser, site, sheds.path);
  const updates = updatesOf(page, 'shed_listings');
  const edit = await twoPeople(page, { title }, other);

  await test.step('only what differs is shown, with what is known of who changed it', async () => {
    expect(updates).toHaveLength(1);
    expect(updates[0]?.query.get('id')).toBe(`eq.${id}`);
    expect(updates[0]?.query.get('updated_at')).toBe(`eq.${updated_at}`);
    expect(await storedRecord(service, sheds, id)).toMatchObject({ price: 5000, color: 'Natural' });
    const groups = conflict(page).getByRole('group');
    await expect(groups).toHaveCount(3);
    for (const [index, label] of differing.entries()) {
      await expect(groups.nth(index)).toHaveAccessibleName(label);
    }
    const price = conflict(page).getByRole('group', { name: 'Price' });
    await expect(price).toContainText('Yours$6,000');
    await expect(price).toContainText('Now saved$5,000');
    await expect(choice(page, 'Color', 'Yours')).toBeChecked();
    await expect(choice(page, 'Price', 'Yours')).toBeChecked();
    await expect(choice(page, 'Description', 'Now saved')).toBeChecked();
    await expectAccessible(page);
  });

  await test.step('Escape only goes back to what was entered', async () => {
    await page.keyboard.press('Escape');
    await expect(conflict(page)).toBeHidden();
    await expect(edit.getByLabel('Price')).toHaveValue('6000');
    await expect(edit.getByRole('button', { name: 'Update Shed' })).toBeFocused();
    await edit.getByRole('button', { name: 'Update Shed' }).click();
    await expect(conflict(page)).toBeVisible();
  });

  await test.step('saved a third time meanwhile, the newest version is shown', async () => {
    await service.from('shed_listings').update({ price: 5500 }).eq('id', id).throwOnError();
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflict(page).getByRole('group', { name: 'Price' })).toContainText(
      'Now saved$5,500',
    );
  });

  await test.step('Keep mine saves over the version that was shown', async () => {
    const shown = await storedRecord(service, sheds, id);
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(edit).toBeHidden();
    await expect(page.getByText(`${title} is saved.`)).toBeVisible();
    expect(updates.at(-1)?.query.get('updated_at')).toBe(`eq.${shown?.updated_at}`);
    expect(await storedRecord(service, sheds, id)).toMatchObject({
      price: 6000,
      color: 'Red',
      description: 'A shed for tools and seedlings.',
    });
    await expect(page.getByRole('article', { name: title })).toContainText('$6,000');
  });
  await other.context().close();
});

test('field by field with the keyboard, or all of theirs', async ({ page, browser, site }, {
  project,
}) => {
  const service = serviceClient(site);
  const title = `Chosen by field ${project.name}`;
  const { id } = await addRecord(service, sheds, title);
  await signIn(page, sheds.path);
  const other = await secondPerson(browser, site, sheds.path);
  const edit = await twoPeople(page, { title }, other);

  await choice(page, 'Price', 'Yours').focus();
  await page.keyboard.press('ArrowRight');
  await expect(choice(page, 'Price', 'Now saved')).toBeChecked();
  await conflict(page).getByRole('button', { name: 'Save this choice' }).focus();
  await page.keyboard.press('Enter');
  // The lower dialog counts as hidden while the upper one is there, too.
  await expect(conflict(page)).toBeHidden();
  await expect(edit).toBeHidden();
  await expect
    .poll(() => storedRecord(service, sheds, id))
    .toMatchObject({ color: 'Red', price: 5000, description: 'Now with a window.' });

  await other.reload();
  await twoPeople(page, { title }, other);
  const before = await storedRecord(service, sheds, id);
  await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText(`${title} stays as it is saved now.`)).toBeVisible();
  expect(await storedRecord(service, sheds, id)).toEqual(before);
  await other.context().close();
});

for (const screen of recordScreens) {
  test(`${screen.path}: a change by somebody else is told, a deleted record can be saved anew`, async ({
    page,
    site,
  }, { project }) => {
    const service = serviceClient(site);
    const name = `Contested ${screen.things} ${project.name}`;
    const { id } = await addRecord(service, screen, name);
    await signIn(page, screen.path);
    await page.getByRole('button', { name: `Edit: ${name}` }).click();
    const edit = page.getByRole('dialog', { name: screen.dialog });
    await edit.getByLabel(screen.field).fill(`${name}, mine`);
    const change = { [screen.column]: `${name}, theirs` };
    await service
      .from(screen.table)
      .update(change as never)
      .eq('id', id)
      .throwOnError();
    const submit = edit.getByRole('button', { name: screen.submit });
    await submit.click();
    const group = conflict(page).getByRole('group', { name: screen.field, exact: true });
    await expect(group).toContainText(`Yours${name}, mine`);
    await expect(group).toContainText(`Now saved${name}, theirs`);
    await expect(conflict(page).getByRole('group')).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await service.from(screen.table).delete().eq('id', id).throwOnError();
    await submit.click();
    const gone = page.getByRole('alertdialog', { name: 'Deleted in the meantime' });
    await expectAccessible(page);
    await gone.getByRole('button', { name: 'Back to editing' }).click();
    await expect(edit.getByLabel(screen.field)).toHaveValue(`${name}, mine`);
    await submit.click();
    await gone.getByRole('button', { name: 'Save as new' }).click();
    await expect(edit).toBeHidden();
    await expect(page.getByRole('button', { name: `Edit: ${name}, mine` })).toBeVisible();
    expect(await storedRecord(service, screen, id)).toBeUndefined();
  });
}

test('a switch sets its column alone, and keeps what somebody else saved', async ({ page, site }, {
  project,
}) => {
  const service = serviceClient(site);
  const title = `Switched ${project.name}`;
  const { id } = await addRecord(service, sheds, title);
  await signIn(page, sheds.path);
  const updates = updatesOf(page, 'shed_listings');
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

test('a restored draft does not overwrite what was saved since it was written', async ({
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
  await expect(page.getByRole('button', { name: `Edit: ${title}` })).toBeVisible();
  await service.from('blog_posts').update({ excerpt: 'Saved since.' }).eq('id', id).throwOnError();
  await page.reload();
  await page.getByRole('button', { name: `Edit: ${title}` }).click();
  await edit.getByRole('button', { name: 'Restore draft' }).click();
  await edit.getByRole('button', { name: 'Update Post' }).click();
  const group = conflict(page).getByRole('group', { name: 'Excerpt' });
  await expect(group).toContainText('YoursWritten before the crash.');
  await expect(group).toContainText('Now savedSaved since.');
});

test.describe('where somebody else was faster', () => {
  test.use({ expectedErrors: ['Could not'] });

  test('a switch or a delete that touches no row is told as a failure', async ({ page, site }, {
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
