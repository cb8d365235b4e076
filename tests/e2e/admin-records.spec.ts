import type { Locator, Page } from '@playwright/test';
import { deleteRow, insertRow, updateRow } from '#app/lib/crud.ts';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { newPost, newReview, newShed } from '#tests/fixtures/rows.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { signIn } from './support/admin.ts';
import { conflict, conflictField, expectText, moveLifted, press } from './support/back-office.ts';
import { tabTo } from './support/forms.ts';
import { getStaffClient } from './support/quotes.ts';
import {
  addRecord,
  posts,
  projects,
  type RecordScreen,
  reviews,
  sheds,
  videos,
} from './support/records.ts';
import { failRequests } from './support/requests.ts';
import { pressRowAction } from './support/row-actions.ts';
import { selectRow, serviceClient } from './support/service.ts';
import { owner } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: ['net::ERR_FAILED', '[admin] Write failed: shed_listings'] });

/** The screens of projects, sheds, reviews and videos, and what all of them do with their records. */

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });
const discardQuestion = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard your changes?' });
const goTo = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: screen }).click();
const goBack = (page: Page) => page.evaluate(() => window.history.back());
const undoButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Undo: .*${name} was deleted`) });

async function fillIn(dialog: Locator, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label).first();
    const isSelect = (await field.evaluate((element) => element.localName)) === 'select';
    await (isSelect ? field.selectOption(value) : field.fill(value));
  }
}

async function chooseImage(dialog: Locator, name: string) {
  await dialog.locator('input[type=file]').setInputFiles(await createImageFile(name, '#35506b'));
  await expect(button(dialog, `Remove ${name}`)).toBeVisible();
}

/** The choices of a select after its placeholder, separated by commas. */
const expectOptions = (dialog: Locator, label: string, choices: string) =>
  expect(dialog.getByLabel(label).getByRole('option')).toHaveText([
    ...[/^(Select|No) /, ...choices.split(',')],
  ]);

const projectTypes = 'Custom Shed,Garage Addition,Home Addition,Exterior Renovation,Roofing,Siding';

test.describe('a record', () => {
  test.use({ expectedErrors: ['status of 503', '[admin] '] });

  test('a shed is created, changed, hidden, deleted and restored, and each failure is told', async ({
    page,
    site,
  }) => {
    const service = serviceClient(site);
    const name = 'Larch shed';
    const item = page.getByRole('article').filter({ hasText: name });
    const dialog = page.getByRole('dialog', { name: sheds.addTitle });
    const create = button(dialog, sheds.create);
    const expectPublic = async (isPublic: boolean) =>
      expect((await (await page.request.get('/sheds')).text()).includes(name)).toBe(isPublic);
    await signIn(page, sheds.path);
    await expect(page.getByRole('heading', { level: 1, name: sheds.heading })).toBeVisible();

    await test.step('an invalid form shows its messages under the fields', async () => {
      await button(page, sheds.add).click();
      await expect(dialog.getByLabel('Active')).toBeChecked();
      await expect(dialog.getByLabel('Featured')).not.toBeChecked();
      for (const [label, choices] of [
        ['Material Type', 'Wood,Duratemp,Metal,Vinyl'],
        ['Color', 'Natural,White,Brown,Gray,Green,Blue,Red,Black,Charcoal,Navy Blue'],
        ['Size', '8x8,8x10,8x12,10x10,10x12,10x16,12x12,12x16,12x20,14x20,Other'],
        ['Shed Style', 'A-Frame,Dutch Barn,Dormer,Porch,Modern Farmhouse,Gable,Gambrel'],
      ] as const) {
        await expectOptions(dialog, label, choices);
      }
      await dialog.getByLabel('Price').fill('-5');
      await create.click();
      await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
      await expect(dialog.getByLabel('Price')).toHaveAccessibleDescription(
        /^Price must be positive/,
      );
    });

    await test.step('a failed save retains the dialog and its input, and the next one is stored', async () => {
      await fillIn(dialog, {
        Title: ` ${name} `,
        'Material Type': 'Duratemp',
        Color: 'Navy Blue',
        Size: '14x20',
        'Shed Style': 'Modern Farmhouse',
        Price: '',
        Description: 'Room for a mower.',
        'Optional Upgrades': ' Typed, not added ',
        'Standard Features': '  Double door ',
      });
      await button(dialog, 'Add feature').click();
      const feature = dialog.getByRole('textbox', { name: /^Standard Features/ });
      for (const typed of ['   ', 'Loft']) {
        await feature.fill(typed);
        await feature.press('Enter');
      }
      await button(dialog, 'Remove Double door').click();
      await chooseImage(dialog, 'Front door.jpg');
      await failRequests(page, 'POST', sheds.table);
      await create.click();
      await expect(dialog.getByRole('alert')).toContainText("Couldn't save the shed.");
      await expect(item).toHaveCount(0);
      await page.unrouteAll();
      await create.click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(`${name} saved.`)).toBeVisible();
      for (const text of [
        ...['Duratemp, Navy Blue', '14x20, Modern Farmhouse', 'Contact for price', 'Active'],
      ]) {
        await expect(item).toContainText(text);
      }
      expect(await selectRow(service, 'shed_listings', { title: name })).toMatchObject({
        description: 'Room for a mower.',
        price: null,
        images: [expect.stringMatching(/^sheds\/\d+-Front-door\.jpg$/)],
        specifications: { standard_features: ['Loft'], optional_upgrades: ['Typed, not added'] },
        is_active: true,
        is_featured: false,
      });
      await expectPublic(true);
    });
    const { id = '' } = (await selectRow(service, 'shed_listings', { title: name })) ?? {};

    await test.step('the dialog opens by its URL for a record that the search does not show', async () => {
      await page.goto(`${sheds.path}?q=nowhere&open=${id}`);
      const edit = page.getByRole('dialog', { name: sheds.editTitle });
      await expect(edit.getByLabel('Title', { exact: true })).toHaveValue(name);
      await edit.getByLabel('Price').fill('12450.5');
      await edit.getByLabel('Featured').check();
      await button(edit, sheds.update).click();
      await expect(edit).toBeHidden();
      await expect(page.getByText('No sheds match your search.')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search sheds' }).fill('larch');
      await expect(page.getByText(/^1 of \d+ sheds$/)).toBeVisible();
      for (const text of ['$12,450.50', 'Featured']) await expect(item).toContainText(text);
    });

    await test.step('a switch is stored, and nothing changes if it fails', async () => {
      const control = item.getByRole('switch', { name: `Active: ${name}`, exact: true });
      await failRequests(page, 'PATCH', sheds.table);
      await control.click();
      await expect(page.getByText("Couldn't change the shed.")).toBeVisible();
      await expect(control).toBeChecked();
      await page.unrouteAll();
      await control.click();
      await expect(item.getByRole('switch', { name: `Inactive: ${name}` })).not.toBeChecked();
      await expect(page.getByText(`${name} is no longer shown on the website.`)).toBeVisible();
      await expect(item.getByText('Inactive', { exact: true })).toHaveCount(2);
      await expect(item.locator('.opacity-45')).toHaveCSS('opacity', '0.45');
      expect(await selectRow(service, 'shed_listings', { id })).toMatchObject({ is_active: false });
      await expectPublic(false);
    });

    await test.step('the record is deleted after confirmation, and Undo restores it unchanged', async () => {
      const before = await selectRow(service, 'shed_listings', { id });
      const question = page.getByRole('alertdialog', { name: sheds.question });
      const press = async (answer: string) => {
        await pressRowAction(page, 'Delete', name);
        await button(question, answer).click();
        await expect(question).toBeHidden();
      };
      await press('Cancel');
      await failRequests(page, 'DELETE', sheds.table);
      await press('Delete');
      const alert = page.getByRole('alertdialog');
      await expect(alert).toContainText("Couldn't delete the shed");
      await button(alert, 'OK').click();
      await expect(item).toBeVisible();
      await page.unrouteAll();
      await press('Delete');
      await expect(item).toHaveCount(0);
      expect(await selectRow(service, 'shed_listings', { id })).toBeUndefined();
      await undoButton(page, name).click();
      await expect(page.getByText(`${name} was restored.`)).toBeVisible();
      await expect(item).toBeVisible();
      expect(await selectRow(service, 'shed_listings', { id })).toEqual(before);
      const image = item.locator('img').first();
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
    });
  });
});

test('a deleted record is put back later, and an edit from the filtered activity log', {
  tag: '@full',
}, async ({ page, site }) => {
  const staff = await getStaffClient(site);
  const name = 'Cedar shed';
  const shed = newShed({ title: name, price: 4200, color: 'Green', images: [] });
  const { id } = await insertRow(staff, 'shed_listings', shed);
  await updateRow(staff, 'shed_listings', id, { price: 5000, color: 'Red' });
  for (let price = 9001; price <= 9025; price += 1) {
    await updateRow(staff, 'shed_listings', id, { price });
  }
  await deleteRow(staff, 'shed_listings', id);

  await signIn(page, sheds.path);
  await page.getByRole('main').getByRole('link', { name: 'Recently deleted' }).click();
  await button(page, `Restore: ${name}`).click();
  await expect(page.getByText(`${name} was restored.`)).toBeVisible();
  await expect(button(page, `Restore: ${name}`)).toHaveCount(0);
  for (const customer_name of ['Lost One', 'Lost Two']) {
    const review = await insertRow(staff, 'reviews', newReview({ customer_name }));
    await deleteRow(staff, 'reviews', review.id);
  }
  await page.getByLabel('Screen').selectOption('Reviews');
  const lost = page.getByRole('button', { name: /^Restore: Lost/ });
  await expect(lost).toHaveCount(2);
  await press(page, /^Restore all \d+ on this page$/);
  await expectText(page, /^\d+ records were restored\.$/);
  await expect(lost).toHaveCount(0);

  await page.goto('/admin/activity');
  await page.getByLabel('Screen').selectOption('Shed Listings');
  await page.getByLabel('Person').selectOption(owner.email);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/screen=shed_listings&person=[0-9a-f-]+&page=2$/);
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: `changed the colour and the price of the shed “${name}”` });
  await entry.getByRole('button', { name: /^Restore/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Restore the earlier values?' });
  await expect(question).toContainText(`Someone has changed the price of the shed “${name}”`);
  await button(question, 'Restore').click();
  await expectText(page, `Restored the earlier values of the shed “${name}”.`);
  expect(await selectRow(staff, 'shed_listings', { id })).toMatchObject({
    price: 4200,
    color: 'Green',
  });
  await page.getByRole('link', { name: `Open ${owner.email} added the shed “${name}”` }).click();
  await expect(page.getByRole('heading', { level: 1, name: sheds.heading })).toBeVisible();
});

/** What differs on the other screens. Posts are in admin-content.spec.ts. */
const forms: {
  screen: RecordScreen;
  message: string;
  fields: Record<string, string>;
  fill: (dialog: Locator) => Promise<void>;
  stored: Record<string, unknown>;
  shown: string[];
  /** A label to change to and what is stored then. */
  toggles: [label: string, stored: Record<string, unknown>][];
}[] = [
  {
    screen: projects,
    message: 'Project type is required',
    fields: { 'Project Type': 'Siding', 'Completion Date': '2026-06-30', Location: 'Orillia' },
    async fill(dialog) {
      await expect(dialog.getByLabel('Featured')).not.toBeChecked();
      await expectOptions(dialog, 'Project Type', `${projectTypes},Other`);
      await chooseImage(dialog, 'porch.jpg');
    },
    stored: {
      ...{ project_type: 'Siding', location: 'Orillia', is_featured: false },
      completion_date: '2026-06-30',
      images: [expect.stringMatching(/^projects\/\d+-porch\.jpg$/)],
    },
    shown: ['Siding', 'June 30, 2026'],
    toggles: [['Active', { is_active: false }]],
  },
  {
    screen: reviews,
    message: 'Rating is required',
    fields: {
      ...{ 'Review Text': 'They came when they said they would.', Town: 'Orillia' },
      ...{ 'Date of the Review': '2026-06-30', 'Link to the Review': 'https://g.page/r/1' },
    },
    async fill(dialog) {
      for (const label of ['Approved', 'Featured']) {
        await expect(dialog.getByLabel(label)).not.toBeChecked();
      }
      await expectOptions(dialog, 'Project Type', projectTypes);
      await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true });
    },
    stored: {
      ...{ rating: 4, project_type: null, is_approved: false, is_featured: false },
      ...{ reviewed_on: '2026-06-30', town: 'Orillia', source_url: 'https://g.page/r/1' },
    },
    shown: [
      '“They came when they said they would.”',
      'Pending',
      'Orillia, June 30, 2026, on Google',
    ],
    toggles: [
      ['Feature', { is_featured: true, is_approved: false }],
      ['Approve', { is_featured: true, is_approved: true }],
      ['Unfeature', { is_featured: false, is_approved: true }],
    ],
  },
  {
    screen: videos,
    message: 'Please enter a valid video URL',
    fields: { 'Video URL': 'https://youtu.be/abcdefghijk', Order: '40' },
    fill: (dialog) => expect(dialog.getByLabel('Active')).toBeChecked(),
    stored: { video_url: 'https://youtu.be/abcdefghijk', order_index: 40, is_active: true },
    shown: ['Order: 40'],
    toggles: [['Active', { is_active: false }]],
  },
];

for (const { screen, message, fields, fill, stored, shown, toggles } of forms) {
  test(`${screen.path} creates, toggles and deletes a record`, async ({ page, site }) => {
    const service = serviceClient(site);
    const name = `Larch ${screen.entity}`;
    const item = page.getByRole('article').filter({ hasText: name });
    await signIn(page, `${screen.path}?open=new`);
    const dialog = page.getByRole('dialog', { name: screen.addTitle });
    await button(dialog, screen.create).click();
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
    await fillIn(dialog, { [screen.field]: name, ...fields });
    await fill(dialog);
    await button(dialog, screen.create).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: screen.heading })).toBeVisible();
    for (const text of shown) await expect(item).toContainText(text);
    const record = await selectRow(service, screen.table, { [screen.column]: name });
    expect(record).toMatchObject(stored);

    const id = record?.id ?? '';
    for (const [label, change] of toggles) {
      await item.getByLabel(`${label}: ${name}`, { exact: true }).click();
      await expect.poll(() => selectRow(service, screen.table, { id })).toMatchObject(change);
      await expect(item.getByLabel(`${label}: ${name}`, { exact: true })).toHaveCount(0);
    }
    await pressRowAction(page, 'Edit', name);
    const edit = page.getByRole('dialog', { name: screen.editTitle });
    await expect(button(edit, screen.update)).toBeVisible();
    await press(edit, 'Close');
    await pressRowAction(page, 'Delete', name);
    await button(page.getByRole('alertdialog', { name: screen.question }), 'Delete').click();
    await expect(undoButton(page, name)).toBeVisible();
    await expect(item).toHaveCount(0);
    expect(await selectRow(service, screen.table, { id })).toBeUndefined();
  });
}

async function deleteRecord(page: Page, name: string) {
  await pressRowAction(page, 'Delete', name);
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expect(undoButton(page, name)).toBeVisible();
}

test('Undo is announced and reached with F6, waits for the pointer and the focus, and expires after ten seconds', {
  tag: ['@wide', '@full', '@clock'],
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const { id } = await addRecord(service, 'past_projects', 'Kept by keys');
  await page.clock.install();
  await signIn(page, projects.path);
  await button(page, 'Delete: Kept by keys').focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(button(question, 'Cancel')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications).toHaveAttribute('aria-live', 'polite');
  await expect(notifications).toContainText('Kept by keys was deleted. To undo, press F6.');
  // The question gives the focus back to the list first.
  await expect(async () => {
    await page.keyboard.press('F6');
    expect(await notifications.evaluate((region) => region.matches(':focus-within'))).toBe(true);
  }).toPass();
  await page.clock.fastForward(30_000);
  await tabTo(page, undoButton(page, 'Kept by keys'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Delete: Kept by keys')).toBeVisible();
  expect(await selectRow(service, 'past_projects', { id })).toBeDefined();

  await deleteRecord(page, 'Kept by keys');
  const undo = undoButton(page, 'Kept by keys');
  await page.clock.fastForward(8000);
  await expect(undo).toBeVisible();
  await undo.hover();
  await page.clock.fastForward(30_000);
  await expect(undo).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(async () => {
    await page.clock.fastForward(3000);
    await expect(undo).toHaveCount(0, { timeout: 500 });
  }).toPass();
  expect(await selectRow(service, 'past_projects', { id })).toBeUndefined();
});

test.describe('a failed Undo', () => {
  test.use({ expectedErrors: ['status of 503', 'status of 409', '[admin] '] });

  test('is told on another screen and can be retried, and a slug in use is named', {
    tag: ['@wide', '@full'],
  }, async ({ page, site }) => {
    const service = serviceClient(site);
    const before = await addRecord(service, 'blog_posts', 'Hard to undo');
    await signIn(page, posts.path);
    await deleteRecord(page, 'Hard to undo');
    await goTo(page, 'Business Settings');
    await expect(page.getByRole('heading', { name: 'Business Settings' })).toBeVisible();
    await failRequests(page, 'POST', posts.table);
    await undoButton(page, 'Hard to undo').click();
    const failed = "Couldn't restore Hard to undo.";
    await expect(page.getByText(`${failed} Please try again.`)).toBeVisible();
    await page.unrouteAll();

    const other = newPost({ title: 'Another', slug: before.slug ?? '', featured_image: null });
    await service.from('blog_posts').insert(other).throwOnError();
    const again = page.getByRole('button', { name: /^Try again: Couldn't restore / });
    await again.click();
    await expect(page.getByText(`${failed} This slug is already in use.`)).toBeVisible();
    await service.from('blog_posts').delete().eq('title', 'Another').throwOnError();
    await again.click();
    await expect(page.getByText('Hard to undo was restored.')).toBeVisible();
    expect(await selectRow(service, 'blog_posts', { id: before.id })).toEqual(before);
  });
});

test('the prices of selected listings are raised together, and taken back', {
  tag: ['@wide', '@full'],
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const titles = ['Raised shed', 'Left shed'];
  const listings = titles.map((title) => newShed({ title, price: 7450, images: [] }));
  await service.from('shed_listings').insert(listings).throwOnError();
  const readPrices = async () => {
    const query = service.from('shed_listings').select('title, price').in('title', titles);
    const { data } = await query.order('title', { ascending: false }).throwOnError();
    return data.map(({ price }) => price);
  };
  await signIn(page, `${sheds.path}?q=shed`);
  const select = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` }).check();
  const bar = page.getByRole('region', { name: 'Selected' });
  for (const title of titles) await select(title);
  await press(bar, 'Change prices');
  const dialog = page.getByRole('dialog', { name: 'Change Prices' });
  await expect(dialog.getByLabel('Change by (%)')).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Escape');
  await press(page.getByRole('alertdialog'), 'Keep editing');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('checkbox', { name: /^Left shed/ }).uncheck();
  await expect(dialog.getByText('$7,820')).toHaveCount(1);
  await page.route('**/rpc/change_shed_prices', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(dialog, 'Change 1 Price');
  await expectText(dialog, "The server didn't respond. It's safe to try again.");
  await page.unrouteAll();
  // The list behind the dialog reads the raised price; the dialog does not.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('$7,820', { exact: true })).toHaveCount(2);
  await press(dialog, 'Change 1 Price');
  await expect(dialog).toBeHidden();
  expect(await readPrices()).toEqual([7820, 7450]);
  await press(page, 'Undo: 1 price changed.');
  await expectText(page, '1 price changed back.');
  expect(await readPrices()).toEqual([7450, 7450]);
});

test('selected sheds are hidden, copied, deleted and restored together, and put in order', {
  tag: ['@wide', '@full'],
}, async ({ page, site }) => {
  const service = serviceClient(site);
  for (const title of ['Bulk one', 'Bulk two']) await addRecord(service, 'shed_listings', title);
  const listStored = async (order: 'title' | 'order_index') => {
    const query = service.from('shed_listings').select('*').like('title', 'Bulk %').order(order);
    return (await query.throwOnError()).data;
  };
  await signIn(page, `${sheds.path}?q=bulk`);
  const selectAll = page.getByRole('checkbox', { name: 'Select all on this page' });
  const bar = page.getByRole('region', { name: 'Selected' });
  await selectAll.check();
  await press(bar, 'Set inactive');
  await expectText(page, '2 sheds are no longer shown on the website.');
  await page.getByRole('checkbox', { name: 'Select Bulk one' }).check();
  await press(bar, 'Duplicate');
  const edit = page.getByRole('dialog', { name: 'Edit Shed Listing' });
  await expect(edit.getByLabel('Title')).toHaveValue('Bulk one (copy)');
  await press(edit, 'Close');

  const before = await listStored('title');
  expect(before.map(({ is_active }) => is_active)).toEqual([false, false, false]);
  await selectAll.check();
  await press(bar, 'Delete');
  const question = 'Are you sure you want to delete these 3 shed listings?';
  await press(page.getByRole('alertdialog', { name: question }), 'Delete');
  await press(page, /^Undo: 3 sheds were deleted/);
  await expectText(page, '3 sheds were restored.');
  expect(await listStored('title')).toEqual(before);

  await press(page, 'Change Order');
  const dialog = page.getByRole('dialog', { name: 'Change Order' });
  await button(dialog, 'Move: Bulk one').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Bulk one (is over|was picked up from) position 3/)).toBeAttached();
  await moveLifted(page, 'ArrowUp', 'Bulk one is over position 2');
  await page.keyboard.press('Space');
  await press(dialog, 'Save Order');
  await expectText(page, 'The order of the sheds was saved.');
  const titles = (await listStored('order_index')).map(({ title }) => title);
  expect(titles).toEqual(['Bulk one (copy)', 'Bulk one', 'Bulk two']);
});

test('search, tab and page of a list are in its URL, and every result is counted', async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  const rows = Array.from({ length: 50 }, (_, n) =>
    newReview({ customer_name: `Umbrella ${n}`, is_approved: n < 30, is_featured: false }),
  );
  await service.from('reviews').insert(rows).throwOnError();
  await signIn(page, reviews.path);
  const search = page.getByRole('searchbox', { name: 'Search reviews' });
  const counted = page.getByRole('status').filter({ hasText: 'reviews' });
  const results = page.getByRole('button', { name: /^Edit: / });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await search.fill('umbrella');
  await expect(counted).toHaveText(/^50 of \d+ reviews$/);
  await expect(results).toHaveCount(48);
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/admin/reviews?q=umbrella&page=2');
  await expect(results).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeFocused();
  await search.fill('umbrella 4');
  await expect(page).toHaveURL('/admin/reviews?q=umbrella+4');
  await expect(page.getByRole('tab')).toHaveText(['All (14)', 'Approved (3)', 'Pending (11)']);
  await page.getByRole('tab', { name: 'Pending' }).click();
  await expect(page).toHaveURL('/admin/reviews?q=umbrella+4&tab=pending');
  await expect(results).toHaveCount(11);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Pending', selected: true })).toBeVisible();
  await expect(results).toHaveCount(11);
  const pending = page.getByRole('article', { name: 'Review by Umbrella 49' });
  await expect(pending).toHaveCSS('border-left-width', '4px');
  await expect(pending).toHaveClass(/border-l-yellow/);
  await search.fill('nothing like it');
  await expect(counted).toHaveText('No reviews match your search.');
  await button(page, 'Clear search').click();
  await expect(search).toBeFocused();
  await expect(counted).toHaveText(/^\d+ reviews$/);
});

test('unsaved input is not lost by Escape, a click outside, a link, Back or closing the tab', {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, sheds.path);
  await button(page, sheds.add).click();
  const dialog = page.getByRole('dialog', { name: sheds.addTitle });
  const title = dialog.getByLabel('Title');
  const keepEditing = async (input: Locator) => {
    await button(discardQuestion(page), 'Keep editing').click();
    await expect(discardQuestion(page)).toBeHidden();
    await expect(input).toHaveValue('Half a name');
  };
  const closeTab = async (input: Locator) => {
    const prompted = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const prompt = await prompted;
    expect(prompt.type()).toBe('beforeunload');
    await prompt.dismiss();
    await expect(input).toHaveValue('Half a name');
  };

  await test.step('a dialog with input asks, whatever closes it', async () => {
    await title.fill('Half a name');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => button(dialog, 'Close').click(),
      () => page.mouse.click(3, 3),
      () => goBack(page),
    ]) {
      await close();
      await keepEditing(title);
    }
    await expect(page).toHaveURL('/admin/sheds?open=new');
    await closeTab(title);
    await goBack(page);
    await button(discardQuestion(page), 'Discard').click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/admin/sheds');
  });

  await test.step('a form on the page asks before its screen is left, and not for a search', async () => {
    await goTo(page, 'Home Content');
    const subtitle = page.getByRole('form', { name: 'Hero Section' }).getByLabel(/^Subtitle/);
    await subtitle.fill('Half a name');
    await page.getByRole('searchbox', { name: 'Search videos' }).fill('nothing like it');
    await expect(page).toHaveURL('/admin/home-content?q=nothing+like+it');
    await expect(discardQuestion(page)).toHaveCount(0);
    await goTo(page, 'Reviews');
    await keepEditing(subtitle);
    await goTo(page, 'Reviews');
    await button(discardQuestion(page), 'Discard').click();
    await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible();
  });
});

test('of two people who edit a shed, the second sees both versions and overwrites nothing unseen', async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  const { id } = await addRecord(service, 'shed_listings', 'Edited by two');
  const colleague = await getStaffClient(site);
  const saveElsewhere = (change: object, client = service) =>
    updateRow(client, 'shed_listings', id, change);
  const updates: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') updates.push(request.postDataJSON());
  });
  await signIn(page, sheds.path);
  const edit = page.getByRole('dialog', { name: sheds.editTitle });
  const open = () => button(page, 'Edit: Edited by two').click();
  const save = () => button(edit, sheds.update).click();

  await test.step('the dialog shows the differing fields and who has saved', async () => {
    await open();
    await edit.getByLabel('Price').fill('6000');
    await edit.getByLabel('Color').selectOption('Red');
    await saveElsewhere({ price: 5000, description: 'Now with a window.' }, colleague);
    await save();
    await expect(conflict(page)).toContainText('You saved the shed in another window on');
    await expect(conflict(page).getByRole('group')).toHaveCount(3);
    await expect(conflictField(page, 'Price')).toContainText('Yours$6,000Saved version$5,000');
    await expect(conflictField(page, 'Color')).toContainText('YoursRedSaved versionNatural');
    await expect(conflictField(page, 'Description')).toContainText("You didn't change this field.");
    await expect(conflict(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(conflict(page)).toBeHidden();
    await expect(edit.getByLabel('Price')).toHaveValue('6000');
  });

  await test.step('Keep mine shows a newer version first, then writes the changed fields only', async () => {
    await save();
    await expect(conflict(page)).toBeVisible();
    await page.route('**/rest/v1/audit_entries*', (route) =>
      route.fulfill({ json: [{ actor_id: 'other', actor_email: 'colleague@example.com' }] }),
    );
    await saveElsewhere({ price: 5500 });
    await button(conflict(page), 'Keep mine').click();
    await expect(conflictField(page, 'Price')).toContainText('Saved version$5,500');
    await expect(conflict(page)).toContainText('colleague@example.com saved the shed on');
    await button(conflict(page), 'Keep mine').click();
    await expect(page.getByRole('article', { name: 'Edited by two' })).toContainText('$6,000');
    await expect(edit).toBeHidden();
    expect(updates.at(-1)).toEqual({ price: 6000, color: 'Red' });
    expect(await selectRow(service, 'shed_listings', { id })).toMatchObject({
      price: 6000,
      color: 'Red',
      description: 'Now with a window.',
    });
  });

  if (!isFull) return;
  await test.step('Take theirs, by keyboard, writes nothing', async () => {
    await open();
    await edit.getByLabel('Description').fill('Mine');
    await saveElsewhere({ description: null });
    await save();
    await expect(conflictField(page, 'Description')).toContainText('Saved versionNothing');
    const before = updates.length;
    await expect(button(conflict(page), 'Close')).toBeFocused();
    await tabTo(page, button(conflict(page), 'Take theirs'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('We kept their version.')).toBeVisible();
    await expect(edit).toBeHidden();
    expect(updates).toHaveLength(before);
  });

  await test.step('a deleted record can be saved as a new one', async () => {
    await open();
    await edit.getByLabel('Title').fill('Edited by two, again');
    await deleteRow(service, 'shed_listings', id);
    await save();
    const deleted = page.getByRole('alertdialog', { name: 'Deleted while you were editing' });
    await button(deleted, 'Back to editing').click();
    await expect(edit.getByLabel('Title')).toHaveValue('Edited by two, again');
    await save();
    await button(deleted, 'Save as new').click();
    await expect(edit).toBeHidden();
    await expect(button(page, 'Edit: Edited by two, again')).toBeVisible();
  });
});

test.describe('a record that is gone', () => {
  test.use({ expectedErrors: ['[admin] '] });

  test('is reported by its switch, its deletion and its URL; Back closes a question', {
    tag: ['@wide', '@full'],
  }, async ({ page, site }) => {
    const service = serviceClient(site);
    const { id } = await addRecord(service, 'shed_listings', 'By URL');
    await signIn(page, sheds.path);
    const question = page.getByRole('alertdialog', { name: sheds.question });
    await button(page, 'Delete: By URL').click();
    await expect(question).toBeVisible();
    await goBack(page);
    await expect(question).toBeHidden();
    await expect(button(page, 'Delete: By URL')).toBeFocused();

    const toggle = page.getByRole('switch', { name: 'Active: By URL', exact: true });
    await expect(toggle).toBeVisible();
    // The list is not read again meanwhile, however slow the machine is.
    await page.route('**/rest/v1/shed_listings*', async (route) => {
      if (route.request().method() !== 'GET') await route.fallback();
    });
    await deleteRow(service, 'shed_listings', id);
    await toggle.click();
    const gone = 'Not found. It may already have been deleted.';
    await expect(page.getByText(`Couldn't change the shed. ${gone}`)).toBeVisible();
    await expect(toggle).toBeChecked();
    await button(page, 'Delete: By URL').click();
    await button(question, 'Delete').click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(`Couldn't delete the shed: ${gone}`);
    await page.goto(`${reviews.path}?open=${id}`);
    await expect(alert).toContainText("We couldn't find this review.");
    await button(page, 'OK').click();
    await expect(page).toHaveURL('/admin/reviews');
  });
});

async function openByKeyboard(page: Page, name: string): Promise<Locator> {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
  return page.getByRole('dialog');
}

test('forms, lists, files, switches, stars and tabs are used by keyboard alone', {
  tag: '@full',
}, async ({ page }) => {
  // From the first listener on the browser leaves choosing files to the test.
  page.on('filechooser', () => {});
  await signIn(page, sheds.path);

  await test.step('a shed with a feature and an image', async () => {
    const dialog = await openByKeyboard(page, sheds.add);
    await tabTo(page, dialog.getByLabel('Price'));
    // Enter in a text sends the form, and the first invalid field takes the focus.
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('By keys alone');
    for (const label of ['Material Type', 'Color', 'Size', 'Shed Style']) {
      await tabTo(page, dialog.getByRole('combobox', { name: label }));
      await page.keyboard.press('ArrowDown');
    }
    await tabTo(page, dialog.getByRole('textbox', { name: /^Standard Features/ }));
    await page.keyboard.type('Shelves');
    await page.keyboard.press('Enter');
    await tabTo(page, button(dialog, 'Remove Shelves'));
    await page.keyboard.press('Enter');
    await expect(button(dialog, 'Remove Shelves')).toHaveCount(0);
    await tabTo(page, dialog.locator('input[type=file]'));
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(await createImageFile('porch.jpg', '#35506b'));
    await expect(button(dialog, sheds.create)).toBeEnabled();
    await tabTo(page, button(dialog, sheds.create));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(button(page, sheds.add)).toBeFocused();
    await tabTo(page, page.getByRole('switch', { name: 'Active: By keys alone', exact: true }));
    await page.keyboard.press('Space');
    await expect(page.getByRole('switch', { name: 'Inactive: By keys alone' })).toBeFocused();
  });

  await test.step('stars and tabs with the arrow keys', async () => {
    await page.goto(reviews.path);
    const dialog = await openByKeyboard(page, reviews.add);
    await tabTo(page, dialog.getByRole('radio', { name: '1 star', exact: true }));
    for (let stars = 1; stars < 4; stars += 1) await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await page.keyboard.press('Escape');
    await button(discardQuestion(page), 'Discard').click();
    const tab = (name: RegExp) => page.getByRole('tab', { name });
    await tabTo(page, tab(/^All/));
    await page.keyboard.press('ArrowRight');
    await expect(tab(/^Approved/)).toBeFocused();
    await expect(tab(/^All/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(tab(/^Approved/)).toHaveAttribute('aria-selected', 'true');
  });
});
