import type { Locator, Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { newReview } from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { conflict, conflictField } from './support/conflicts.ts';
import { sendQuote } from './support/enquiries.ts';
import { failRequests } from './support/fail-requests.ts';
import { expectFocusTrapped } from './support/focus-trap.ts';
import { tabTo } from './support/forms.ts';
import { addRecord, type RecordScreen, recordScreens, storedRecord } from './support/records.ts';
import { expectAfterRetries } from './support/retries.ts';
import { pressRowAction } from './support/row-actions.ts';
import { serviceClient, visitorClient } from './support/service.ts';
import { owner } from './support/site-process.ts';
import { expect, test } from './support/test.ts';

/** The screens of projects, sheds, reviews, posts and videos, and what all of them do with their records. */

const { projects, sheds, reviews, posts, videos } = recordScreens;

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });
const discardQuestion = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard your changes?' });
const goTo = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: screen }).click();
const goBack = (page: Page) => page.evaluate(() => window.history.back());
const undoButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Undo: .*${name} is deleted`) });

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

const projectTypes = 'Custom Shed,Garage Addition,Home Addition,Exterior Renovation,Roofing,Siding';
const colors = 'Natural,White,Brown,Gray,Green,Blue,Red,Black,Charcoal,Navy Blue';
const sizes = '8x8,8x10,8x12,10x10,10x12,10x16,12x12,12x16,12x20,14x20,Other';

/** A button or switch, the one that replaces it, what is said and stored, and whether visitors see the record then. */
type Toggle = [
  label: string,
  next: string,
  said: string,
  stored: Record<string, unknown>,
  isPublic: boolean,
];

const forms: {
  screen: RecordScreen;
  /** The page of the website with the records, and whether a new one is on it. */
  site: string;
  isPublic: boolean;
  checked?: string[];
  unchecked?: string[];
  /** The choices of a select after its placeholder, separated by commas. */
  options?: Record<string, string>;
  invalid?: Record<string, string>;
  messages: string[];
  fields: Record<string, string>;
  fill: (dialog: Locator) => Promise<void>;
  stored: Record<string, unknown>;
  shown: string[];
  change: (dialog: Locator) => Promise<void>;
  changed: string[];
  toggles?: Toggle[];
}[] = [
  {
    screen: projects,
    site: '/',
    isPublic: true,
    unchecked: ['Featured'],
    options: { 'Project Type': `${projectTypes},Other` },
    messages: ['Title is required', 'Project type is required'],
    fields: { 'Project Type': 'Siding', Location: 'Orillia', Description: 'Two bays and a loft.' },
    fill: (dialog) => chooseImage(dialog, 'Front door.jpg'),
    stored: {
      project_type: 'Siding',
      location: 'Orillia',
      description: 'Two bays and a loft.',
      completion_date: null,
      is_featured: false,
      images: [expect.stringMatching(/^projects\/\d+-Front-door\.jpg$/)],
    },
    shown: ['Siding', 'Two bays and a loft.', 'No date'],
    async change(dialog) {
      await dialog.getByLabel('Completion Date').fill('2026-06-30');
      await dialog.getByLabel('Featured').check();
    },
    changed: ['June 30, 2026', 'Featured'],
  },
  {
    screen: sheds,
    site: '/sheds',
    isPublic: true,
    checked: ['Active'],
    unchecked: ['Featured'],
    options: {
      'Material Type': 'Wood,Duratemp,Metal,Vinyl',
      Color: colors,
      Size: sizes,
      'Shed Style': 'A-Frame,Dutch Barn,Dormer,Porch,Modern Farmhouse,Gable,Gambrel',
    },
    invalid: { Price: '-5' },
    messages: [
      'Title is required',
      'Material type is required',
      'Color is required',
      'Size is required',
      'Shed style is required',
      'Price must be positive',
    ],
    fields: {
      'Material Type': 'Duratemp',
      Color: 'Navy Blue',
      Size: '14x20',
      'Shed Style': 'Modern Farmhouse',
      Price: '',
      Description: 'Room for a mower.',
      'Optional Upgrades': ' Typed, not added ',
      'Standard Features': '  Double door ',
    },
    async fill(dialog) {
      await expect(dialog.getByLabel('Price')).toHaveAttribute('step', '0.01');
      await button(dialog, 'Add feature').click();
      const feature = dialog.getByRole('textbox', { name: /^Standard Features/ });
      for (const typed of ['   ', 'Loft']) {
        await feature.fill(typed);
        await feature.press('Enter');
      }
      const features = dialog.getByRole('list', { name: 'Standard Features' });
      await expect(features.getByRole('listitem')).toHaveText(['Double door', 'Loft']);
      await button(dialog, 'Remove Double door').click();
    },
    stored: {
      material_type: 'Duratemp',
      color: 'Navy Blue',
      size: '14x20',
      shed_style: 'Modern Farmhouse',
      price: null,
      description: 'Room for a mower.',
      images: [],
      specifications: { standard_features: ['Loft'], optional_upgrades: ['Typed, not added'] },
      is_active: true,
      is_featured: false,
    },
    shown: ['Duratemp, Navy Blue', '14x20, Modern Farmhouse', 'Contact for price', 'Active'],
    async change(dialog) {
      await dialog.getByLabel('Price').fill('12450.5');
      await dialog.getByLabel('Featured').check();
    },
    changed: ['$12,450.50', 'Featured'],
    toggles: [
      ['Active', 'Inactive', 'is no longer shown on the website.', { is_active: false }, false],
      ['Inactive', 'Active', 'is shown on the website.', { is_active: true }, true],
    ],
  },
  {
    screen: reviews,
    site: '/',
    isPublic: false,
    unchecked: ['Approved', 'Featured'],
    options: { 'Project Type': projectTypes },
    messages: [
      'Customer name is required',
      'Rating is required',
      'Review text must be at least 10 characters',
    ],
    fields: { 'Review Text': 'They came when they said they would.' },
    fill: (dialog) => dialog.getByRole('radio', { name: '4 stars' }).check({ force: true }),
    stored: {
      rating: 4,
      review_text: 'They came when they said they would.',
      project_type: null,
      is_approved: false,
      is_featured: false,
    },
    shown: ['“They came when they said they would.”', 'Pending'],
    async change(dialog) {
      await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
      await dialog.getByRole('radio', { name: '5 stars' }).check({ force: true });
      await dialog.getByLabel('Project Type').selectOption('Roofing');
    },
    changed: ['Roofing'],
    toggles: [
      ['Feature', 'Unfeature', 'is featured.', { is_featured: true, is_approved: false }, false],
      ['Approve', 'Unapprove', 'is approved.', { is_featured: true, is_approved: true }, true],
      ['Unfeature', 'Feature', 'is no longer featured.', { is_featured: false }, false],
      ['Unapprove', 'Approve', 'is no longer approved.', { is_approved: false }, false],
    ],
  },
  {
    screen: posts,
    site: '/blog',
    isPublic: false,
    unchecked: ['Published'],
    invalid: { Author: '' },
    messages: [
      'Title is required',
      'Slug is required',
      'Author is required',
      'Content must be at least 10 characters',
    ],
    fields: { Excerpt: 'In short: ask first.', Author: 'Jo Marren' },
    async fill(dialog) {
      const text = dialog.getByRole('textbox', { name: 'Content' });
      await text.fill('short');
      await expect(dialog.getByText(/at least 10 characters of actual text$/)).toBeVisible();
      await text.fill('Ten words.');
      await chooseImage(dialog, 'roof.jpg');
    },
    stored: {
      slug: 'larch-posts',
      excerpt: 'In short: ask first.',
      content: '<p>Ten words.</p>',
      author: 'Jo Marren',
      is_published: false,
      published_at: null,
      featured_image: expect.stringMatching(/^blog\/\d+-roof\.jpg$/),
    },
    shown: ['In short: ask first.', 'Jo Marren', 'Draft'],
    change: (dialog) => dialog.getByLabel('Excerpt').fill('Ask the township.'),
    changed: ['Ask the township.'],
    toggles: [
      ['Publish', 'Unpublish', 'is published.', { published_at: expect.any(String) }, true],
      ['Unpublish', 'Publish', 'is no longer published.', { published_at: null }, false],
    ],
  },
  {
    screen: videos,
    site: '/',
    isPublic: true,
    checked: ['Active'],
    invalid: { 'Video URL': 'a frame' },
    messages: ['Title is required', 'Please enter a valid video URL'],
    fields: {
      'Video URL': 'https://youtu.be/abcdefghijk',
      Order: '40',
      Description: 'A morning on site.',
    },
    fill: (dialog) => chooseImage(dialog, 'frame.jpg'),
    stored: {
      video_url: 'https://youtu.be/abcdefghijk',
      order_index: 40,
      description: 'A morning on site.',
      is_active: true,
      thumbnail_url: expect.stringMatching(/^thumbnails\/\d+-frame\.jpg$/),
    },
    shown: ['A morning on site.', 'Order: 40'],
    change: (dialog) => dialog.getByLabel('Description').fill('An evening on site.'),
    changed: ['An evening on site.'],
    toggles: [
      ['Active', 'Inactive', 'is no longer shown on the home page.', { is_active: false }, false],
    ],
  },
];

test.describe('a record', () => {
  test.use({ expectedErrors: ['status of 503', 'Could not'] });

  for (const { screen, site: sitePath, ...form } of forms) {
    const { table, entity, entityPlural } = screen;
    const { checked = [], unchecked = [], options = {}, invalid = {}, toggles = [] } = form;
    test(`${screen.path} creates, changes, toggles, deletes and restores a record, and tells each failure`, async ({
      page,
      site,
    }) => {
      const service = serviceClient(site);
      const name = `Larch ${entityPlural}`;
      const item = page
        .getByRole(table === 'blog_posts' ? 'row' : 'article')
        .filter({ hasText: name });
      const expectPublic = (isPublic: boolean) =>
        expect
          .poll(async () => (await (await page.request.get(sitePath)).text()).includes(name))
          .toBe(isPublic);
      await expectPublic(false);
      await signIn(page, screen.path);
      await expect(page.getByRole('heading', { level: 1, name: screen.heading })).toBeVisible();
      const dialog = page.getByRole('dialog', { name: screen.addTitle });
      const create = button(dialog, screen.create);
      const nameField = dialog.getByLabel(screen.field, { exact: true });

      await test.step('an invalid form shows its messages, and input is not discarded without a question', async () => {
        await button(page, screen.add).click();
        for (const label of checked) await expect(dialog.getByLabel(label)).toBeChecked();
        for (const label of unchecked) {
          await expect(dialog.getByLabel(label)).not.toBeChecked();
        }
        for (const [label, choices] of Object.entries(options)) {
          await expect(dialog.getByLabel(label).getByRole('option')).toHaveText([
            ...[/^(Select|No) /, ...choices.split(',')],
          ]);
        }
        await fillIn(dialog, invalid);
        await create.click();
        for (const message of form.messages) {
          await expect(dialog.getByText(message, { exact: true })).toBeVisible();
        }
        await nameField.fill('Half a name');
        await page.keyboard.press('Escape');
        await button(discardQuestion(page), 'Keep editing').click();
        await expect(nameField).toHaveValue('Half a name');
      });

      await test.step('a failed save retains the dialog and its input, and the next one is stored', async () => {
        await nameField.fill(` ${name} `);
        await fillIn(dialog, form.fields);
        await form.fill(dialog);
        await failRequests(page, 'POST', table);
        await create.click();
        await expect(dialog.getByRole('alert')).toContainText(`The ${entity} could not be saved.`);
        await expect(item).toHaveCount(0);
        await page.unrouteAll();
        await create.click();
        await expect(dialog).toBeHidden();
        await expect(page.getByText(`${screen.said(name)} is saved.`)).toBeVisible();
        for (const text of form.shown) await expect(item).toContainText(text);
        expect(await storedRecord(service, screen, name, screen.column)).toMatchObject({
          ...form.stored,
        });
        await expectPublic(form.isPublic);
      });
      const { id = '' } = (await storedRecord(service, screen, name, screen.column)) ?? {};

      await test.step('the dialog opens by its URL for a record that the search does not show', async () => {
        await button(page, `Edit: ${name}`).click();
        await expect(page).toHaveURL(`${screen.path}?open=${id}`);
        await page.goto(`${screen.path}?q=nowhere&open=${id}`);
        const edit = page.getByRole('dialog', { name: screen.editTitle });
        await expect(edit.getByLabel(screen.field, { exact: true })).toHaveValue(name);
        await form.change(edit);
        await button(edit, screen.update).click();
        await expect(edit).toBeHidden();
        await expect(page.getByText(`No ${entityPlural} match your search.`)).toBeVisible();
        await page.getByRole('searchbox', { name: `Search ${entityPlural}` }).fill('larch');
        await expect(page.getByText(new RegExp(`^1 of \\d+ ${entityPlural}$`))).toBeVisible();
        for (const text of form.changed) await expect(item).toContainText(text);
      });

      for (const [index, [label, next, said, stored, isPublic]] of toggles.entries()) {
        await test.step(`${label} is stored, and nothing changes if it fails`, async () => {
          const control = item.getByLabel(`${label}: ${name}`, { exact: true });
          if (index === 0) {
            await failRequests(page, 'PATCH', table);
            await control.click();
            await expect(page.getByText(`The ${entity} could not be changed.`)).toBeVisible();
            await expect(control).toBeVisible();
            await page.unrouteAll();
          }
          await control.click();
          await expect(item.getByLabel(`${next}: ${name}`, { exact: true })).toBeVisible();
          await expect(page.getByText(`${screen.said(name)} ${said}`)).toBeVisible();
          expect(await storedRecord(service, screen, id)).toMatchObject({ ...stored });
          await expectPublic(isPublic);
        });
      }
      if (screen === videos) {
        // The badge and the switch.
        await expect(item.getByText('Inactive', { exact: true })).toHaveCount(2);
        await expect(item.locator('.opacity-45')).toHaveCSS('opacity', '0.45');
      }

      await test.step('the record is deleted after confirmation, and Undo restores it unchanged', async () => {
        const before = await storedRecord(service, screen, id);
        const question = page.getByRole('alertdialog', { name: screen.question });
        const press = async (answer: string) => {
          await button(page, `Delete: ${name}`).click();
          await button(question, answer).click();
          await expect(question).toBeHidden();
        };
        await press('Cancel');
        await failRequests(page, 'DELETE', table);
        await press('Delete');
        const alert = page.getByRole('alertdialog');
        await expect(alert).toContainText(`The ${entity} could not be deleted`);
        await button(alert, 'OK').click();
        await expect(item).toBeVisible();
        await page.unrouteAll();

        await press('Delete');
        await expect(item).toHaveCount(0);
        expect(await storedRecord(service, screen, id)).toBeUndefined();
        await undoButton(page, name).click();
        await expect(page.getByText(`${screen.said(name)} is back.`)).toBeVisible();
        await expect(item).toBeVisible();
        expect(await storedRecord(service, screen, id)).toEqual(before);
        const isLoaded = (image: Element) => (image as HTMLImageElement).naturalWidth > 0;
        for (const image of await item.locator('img').all()) {
          await expect.poll(() => image.evaluate(isLoaded)).toBe(true);
        }
      });
    });
  }
});

async function deleteRecord(page: Page, name: string) {
  await button(page, `Delete: ${name}`).click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expect(button(page, `Delete: ${name}`)).toHaveCount(0);
}

test('Undo is announced and reached with F6, waits for the pointer and the focus, and expires after ten seconds', async ({
  page,
  site,
}) => {
  const service = serviceClient(site);
  const { id } = await addRecord(service, projects, 'Kept by keys');
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
  await expect(notifications).toContainText('Kept by keys is deleted. To undo, press F6.');
  // The question gives the focus back to the list first.
  await expect(async () => {
    await page.keyboard.press('F6');
    expect(await notifications.evaluate((region) => region.matches(':focus-within'))).toBe(true);
  }).toPass();
  await page.clock.fastForward(30_000);
  await tabTo(page, undoButton(page, 'Kept by keys'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Delete: Kept by keys')).toBeVisible();
  expect(await storedRecord(service, projects, id)).toBeDefined();

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
  expect(await storedRecord(service, projects, id)).toBeUndefined();
});

test.describe('a failed Undo', () => {
  test.use({ expectedErrors: ['status of 503', 'status of 409', 'Could not'] });

  test('is told on another screen and can be retried, and a slug in use is named', async ({
    page,
    site,
  }) => {
    const service = serviceClient(site);
    const before = await addRecord(service, posts, 'Hard to undo');
    await signIn(page, posts.path);
    await deleteRecord(page, 'Hard to undo');
    await goTo(page, 'Business Settings');
    await expect(page.getByRole('heading', { name: 'Business Settings' })).toBeVisible();
    await failRequests(page, 'POST', posts.table);
    await undoButton(page, 'Hard to undo').click();
    const failed = 'Hard to undo could not be put back.';
    await expect(page.getByText(`${failed} Please try again.`)).toBeVisible();
    await page.unrouteAll();

    const { slug = '' } = before as { slug?: string };
    const other = { ...posts.row('Another'), slug } as never;
    await service.from('blog_posts').insert(other).throwOnError();
    const again = page.getByRole('button', { name: /^Try again: .* could not be put back/ });
    await again.click();
    await expect(page.getByText(`${failed} This slug is already in use.`)).toBeVisible();
    await service.from('blog_posts').delete().eq('title', 'Another').throwOnError();
    await again.click();
    await expect(page.getByText('Hard to undo is back.')).toBeVisible();
    expect(await storedRecord(service, posts, before.id)).toEqual(before);
    await goTo(page, 'Blog Posts');
    await expect(page.getByRole('row').filter({ hasText: 'Hard to undo' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['Post', 'Author', 'Status', 'Date', 'Actions'],
    ]);
    await expect(page.getByRole('tab')).toHaveText([/^All \(/, /^Published \(/, /^Drafts \(/]);
  });
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
  const { count } = await service.from('reviews').select('*', { count: 'exact', head: true });
  await signIn(page, '/admin');
  await goTo(page, 'Reviews');
  const search = page.getByRole('searchbox', { name: 'Search reviews' });
  const counted = page.getByRole('status').filter({ hasText: 'reviews' });
  const results = page.getByRole('button', { name: /^Edit: / });
  const pages = page.getByRole('navigation', { name: 'Pages' });

  await test.step('typing filters the list, and a search begins at page 1', async () => {
    await expect(counted).toHaveText(`${count} reviews`);
    await search.pressSequentially('umbrella');
    await expect(counted).toHaveText(`50 of ${count} reviews`);
    await expect(search).toBeFocused();
    await expect(results).toHaveCount(48);
    await expect(page).toHaveURL('/admin/reviews?q=umbrella');
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/admin/reviews?q=umbrella&page=2');
    await expect(results).toHaveCount(2);
    await expect(pages).toContainText('Page 2 of 2');
    await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeFocused();
    await search.fill('umbrella 4');
    await expect(page).toHaveURL('/admin/reviews?q=umbrella+4');
    await expect(pages).toHaveCount(0);
  });

  await test.step('tabs count the results and survive a reload', async () => {
    await expect(page.getByRole('tab')).toHaveText(['All (14)', 'Approved (3)', 'Pending (11)']);
    await page.getByRole('tab', { name: 'Pending' }).click();
    await expect(page).toHaveURL('/admin/reviews?q=umbrella+4&tab=pending');
    await expect(results).toHaveCount(11);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Pending' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(results).toHaveCount(11);
    const pending = page.getByRole('article', { name: 'Review by Umbrella 49' });
    await expect(pending).toHaveCSS('border-left-width', '4px');
    await expect(pending).toHaveClass(/border-l-yellow/);
    await search.fill('umbrella 29');
    await expect(page.getByText('Nothing here matches your search.')).toBeVisible();
  });

  await test.step('Clear search and the link in the menu reset the search', async () => {
    await search.fill('nothing like it');
    await expect(counted).toHaveText('No reviews match your search.');
    await button(page, 'Clear search').click();
    await expect(search).toHaveValue('');
    await expect(search).toBeFocused();
    await expect(counted).toHaveText(`${count} reviews`);
    await goTo(page, 'Reviews');
    await expect(page).toHaveURL('/admin/reviews');
    await expect(pages).toContainText('Page 1');
  });
});

test('unsaved input is not lost by Escape, a click outside, a link, Back or closing the tab', async ({
  page,
}) => {
  await signIn(page, '/admin');
  await goTo(page, 'Shed Listings');
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
      () => button(dialog, 'Cancel').click(),
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

  await test.step('a dialog asks for text that was typed and not added, and closes at once without input', async () => {
    await button(page, sheds.add).click();
    await expect(title).toHaveValue('');
    await dialog.getByRole('textbox', { name: /^Standard Features/ }).fill('Typed, not added');
    await page.keyboard.press('Escape');
    await button(discardQuestion(page), 'Keep editing').click();
    await dialog.getByRole('textbox', { name: /^Standard Features/ }).fill('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
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
    await closeTab(subtitle);
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
  const { id } = await addRecord(service, sheds, 'Edited by two');
  const colleague = visitorClient(site);
  await colleague.auth.signInWithPassword(owner);
  const saveElsewhere = (change: object, client = service) =>
    client.from('shed_listings').update(change).eq('id', id).throwOnError();
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
    await expect(conflict(page)).toContainText('was saved by you in another window.');
    await expect(conflict(page).getByRole('group')).toHaveCount(3);
    await expect(conflictField(page, 'Price')).toContainText('Yours$6,000Now saved$5,000');
    await expect(conflictField(page, 'Color')).toContainText('YoursRedNow savedNatural');
    await expect(conflictField(page, 'Description')).toContainText(
      'You have not changed this field.',
    );
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
    await expect(conflictField(page, 'Price')).toContainText('Now saved$5,500');
    await expect(conflict(page)).toContainText('was saved by colleague@example.com.');
    await button(conflict(page), 'Keep mine').click();
    await expect(edit).toBeHidden();
    expect(updates.at(-1)).toEqual({ price: 6000, color: 'Red' });
    expect(await storedRecord(service, sheds, id)).toMatchObject({
      price: 6000,
      color: 'Red',
      description: 'Now with a window.',
    });
    await expect(page.getByRole('article', { name: 'Edited by two' })).toContainText('$6,000');
  });

  await test.step('Take theirs, by keyboard, writes nothing', async () => {
    await open();
    await edit.getByLabel('Description').fill('Mine');
    const specifications = { standard_features: ['Double door', 'Loft'], optional_upgrades: [] };
    await saveElsewhere({ description: null, price: null, is_active: false, specifications });
    await save();
    await expect(conflictField(page, 'Description')).toContainText('Now savedNothing');
    await expect(conflictField(page, 'Price')).toContainText('Now savedContact for price');
    await expect(conflictField(page, 'Active')).toContainText('YoursYesNow savedNo');
    await expect(conflictField(page, 'Standard Features').getByRole('listitem')).toHaveText([
      ...['Double door', 'Double door', 'Loft'],
    ]);
    const before = updates.length;
    await expect(button(conflict(page), 'Close')).toBeFocused();
    await tabTo(page, button(conflict(page), 'Take theirs'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Edited by two stays as it is saved now.')).toBeVisible();
    await expect(edit).toBeHidden();
    expect(updates).toHaveLength(before);
  });

  await test.step('the same change by both is no conflict', async () => {
    await open();
    await edit.getByLabel('Price').fill('77.5');
    await saveElsewhere({ price: 77.5 });
    await save();
    await expect(page.getByText('Edited by two is saved.')).toBeVisible();
    await expect(edit).toBeHidden();
  });

  await test.step('a deleted record can be saved as a new one', async () => {
    await open();
    await edit.getByLabel('Title').fill('Edited by two, again');
    await service.from('shed_listings').delete().eq('id', id).throwOnError();
    await save();
    const deleted = page.getByRole('alertdialog', { name: 'Deleted in the meantime' });
    await button(deleted, 'Back to editing').click();
    await expect(edit.getByLabel('Title')).toHaveValue('Edited by two, again');
    await save();
    await button(deleted, 'Save as new').click();
    await expect(edit).toBeHidden();
    await expect(button(page, 'Edit: Edited by two, again')).toBeVisible();
  });
});

test.describe('a record that is gone', () => {
  test.use({ expectedErrors: ['Could not'] });

  test('is reported by its switch, its deletion and its URL; Back closes dialogs and returns the focus', async ({
    page,
    site,
  }) => {
    const service = serviceClient(site);
    const { id } = await addRecord(service, sheds, 'By URL');
    await signIn(page, '/admin/settings');
    await goTo(page, 'Shed Listings');
    const edit = button(page, 'Edit: By URL');
    const dialog = page.getByRole('dialog', { name: sheds.editTitle });
    await edit.click();
    await expect(page).toHaveURL(`/admin/sheds?open=${id}`);
    await goBack(page);
    await expect(dialog).toBeHidden();
    await expect(edit).toBeFocused();
    await page.evaluate(() => window.history.forward());
    await expect(dialog.getByLabel('Title')).toHaveValue('By URL');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/admin/sheds');
    const question = page.getByRole('alertdialog', { name: sheds.question });
    await button(page, 'Delete: By URL').click();
    await expect(question).toBeVisible();
    await goBack(page);
    await expect(question).toBeHidden();
    await expect(button(page, 'Delete: By URL')).toBeFocused();
    await goBack(page);
    await expect(page.getByRole('heading', { name: 'Business Settings' })).toBeVisible();

    // A fresh list: one from the cache would be read again, without the row.
    await page.goto(sheds.path);
    const toggle = page.getByRole('switch', { name: 'Active: By URL', exact: true });
    await expect(toggle).toBeVisible();
    // The list is not read again meanwhile, however slow the machine is.
    await page.route('**/rest/v1/shed_listings*', async (route) => {
      if (route.request().method() !== 'GET') await route.fallback();
    });
    await service.from('shed_listings').delete().eq('id', id).throwOnError();
    await toggle.click();
    const gone = 'It could not be found. It may have been deleted already.';
    await expect(page.getByText(`The shed could not be changed. ${gone}`)).toBeVisible();
    await expect(toggle).toBeChecked();
    await button(page, 'Delete: By URL').click();
    await button(question, 'Delete').click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(`The shed could not be deleted: ${gone}`);
    await page.goto(`/admin/reviews?open=${id}`);
    await expect(alert).toContainText('could not be found');
    await button(page, 'OK').click();
    await expect(page).toHaveURL('/admin/reviews');
  });
});

async function openByKeyboard(page: Page, name: string): Promise<Locator> {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
  return page.getByRole('dialog');
}

test('a shed is edited by keyboard: texts, choices, a list, a file and boxes', async ({ page }) => {
  // From the first listener on the browser leaves choosing files to the test.
  page.on('filechooser', () => {});
  await signIn(page, sheds.path);

  const dialog = await openByKeyboard(page, sheds.add);
  await tabTo(page, dialog.getByLabel('Price'));
  // Enter in a text sends the form, and the first invalid field takes the focus.
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
  await page.keyboard.type('By keys alone');
  for (const [label, letters, option] of [
    ['Material Type', 'Met', 'Metal'],
    ['Color', 'Gre', 'Green'],
    ['Size', '12x1', '12x12'],
    ['Shed Style', 'Por', 'Porch'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label));
    await page.keyboard.type(letters);
    await expect(dialog.getByLabel(label)).toHaveValue(option);
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
  await expect(button(dialog, 'Remove porch.jpg')).toBeVisible();
  await tabTo(page, dialog.getByLabel('Featured'));
  await page.keyboard.press('Space');
  await expect(button(dialog, sheds.create)).toBeEnabled();
  await tabTo(page, button(dialog, sheds.create));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article', { name: 'By keys alone' })).toContainText('12x12, Porch');
  await expect(button(page, sheds.add)).toBeFocused();
  await tabTo(page, page.getByRole('switch', { name: 'Active: By keys alone', exact: true }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch', { name: 'Inactive: By keys alone' })).toBeFocused();
});

test('a dialog holds the focus, and stars and tabs are chosen with the arrow keys', async ({
  page,
}) => {
  await signIn(page, reviews.path);
  const dialog = await openByKeyboard(page, reviews.add);
  await expectFocusTrapped(page, dialog);
  await tabTo(page, dialog.getByRole('radio', { name: '1 star', exact: true }));
  for (let stars = 1; stars < 4; stars += 1) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(button(discardQuestion(page), 'Keep editing')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(button(page, reviews.add)).toBeFocused();

  const tab = (name: RegExp) => page.getByRole('tab', { name });
  await tabTo(page, tab(/^All/));
  await page.keyboard.press('ArrowLeft');
  await expect(tab(/^Pending/)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(tab(/^Approved/)).toBeFocused();
  await expect(tab(/^All/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(tab(/^Approved/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel', { name: /^Approved/ })).toBeFocused();
});

test.describe('in an inbox', () => {
  test.use({ expectedErrors: ['status of 503', 'net::ERR_FAILED', 'Could not'] });

  test('a list that cannot be read and a note that cannot be saved are told and tried again', {
    tag: '@full',
  }, async ({ page, request }) => {
    await sendQuote(request, 'Ivy Late');
    await page.route('**/rest/v1/quote_requests*', (route) => route.abort());
    await page.clock.install();
    await signIn(page, '/admin/quotes');
    const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expectAfterRetries(page, failure);
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await page.getByRole('link', { name: 'View: Ivy Late' }).click();
    await failRequests(page, 'PATCH', 'quote_requests');
    const detail = page.getByRole('dialog', { name: 'Quote Request Details' });
    await detail.getByLabel('Admin Notes').fill('Prefers mornings.');
    await expect(detail.getByText('Failed.')).toBeVisible();
    await expect(detail.getByLabel('Admin Notes')).toHaveValue('Prefers mornings.');
    await page.unrouteAll();
    await button(detail, 'Try again').click();
    await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
  });
});

test('a row is a card on a phone with its actions in a menu, and Back closes the menus', {
  tag: '@narrow',
}, async ({ page, site }) => {
  await addRecord(serviceClient(site), posts, 'On a phone');
  await signIn(page, posts.path);
  const more = button(page, 'More: On a phone');
  await more.click();
  const actions = page.getByRole('dialog', { name: 'On a phone' });
  await expect(actions.getByRole('link', { name: 'View' })).toHaveAttribute('target', '_blank');
  await goBack(page);
  await expect(actions).toBeHidden();
  await expect(more).toBeFocused();
  await pressRowAction(page, 'Unpublish', 'On a phone');
  await expect(page.getByText('On a phone is no longer published.')).toBeVisible();
  const card = page.getByRole('row').filter({ hasText: 'On a phone' });
  await expect(card).toContainText('Draft');
  await pressRowAction(page, 'Edit', 'On a phone');
  await expect(page.getByRole('dialog', { name: posts.editTitle })).toBeVisible();
  await page.keyboard.press('Escape');

  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await goBack(page);
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await goTo(page, 'Reviews');
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible();
  await goBack(page);
  await expect(page.getByRole('heading', { name: 'Blog Posts' })).toBeVisible();
});
