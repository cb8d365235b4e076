import type { Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { sendMessage } from './support/enquiries.ts';
import { failRequests } from './support/fail-requests.ts';
import { addRecord, recordScreens, storedRecord } from './support/records.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const deleteButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Delete: ${name}` });
const undoButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Undo: .*${name} is deleted`) });

async function deleteRecord(page: Page, name: string, question = /^Are you sure/) {
  await deleteButton(page, name).click();
  const dialog = page.getByRole('alertdialog', { name: question });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(deleteButton(page, name)).toHaveCount(0);
}

for (const screen of recordScreens) {
  test(`${screen.path}: Undo restores the deleted row unchanged`, async ({ page, site }, {
    project,
  }) => {
    const service = serviceClient(site);
    const name = `Undone ${screen.entityPlural} ${project.name}`;
    const before = await addRecord(service, screen, name);
    await signIn(page, screen.path);
    await expect(deleteButton(page, name)).toBeVisible();

    const gone = page.waitForRequest((request) => request.method() === 'DELETE');
    await deleteButton(page, name).click();
    const question = page.getByRole('alertdialog', { name: screen.question });
    // The dialog is the same on all screens.
    if (screen === recordScreens[0]) await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    const url = new URL((await gone).url());
    expect(url.pathname).toBe(`/rest/v1/${screen.table}`);
    expect(url.searchParams.get('id')).toBe(`eq.${before.id}`);
    await expect(deleteButton(page, name)).toHaveCount(0);
    await expect(page.getByText(`${screen.said(name)} is deleted.`)).toBeVisible();
    // The pointer holds the time while the screen is examined.
    await undoButton(page, name).hover();
    expect(await storedRecord(service, screen, before.id)).toBeUndefined();
    // The notice is the same on all of them.
    if (screen === recordScreens[0]) await expectAccessible(page);

    await undoButton(page, name).click();
    await expect(page.getByText(`${screen.said(name)} is back.`)).toBeVisible();
    await expect(deleteButton(page, name)).toBeVisible();
    await expect(undoButton(page, name)).toHaveCount(0);
    expect(await storedRecord(service, screen, before.id)).toEqual(before);
  });
}

const [projects, , reviews, posts] = recordScreens;
if (!projects || !reviews || !posts) throw new Error('These tests need all the screens');

test('Undo is reachable by keyboard, announced, and does not expire while focused', async ({
  page,
  site,
}, { project }) => {
  const name = `Kept by keys ${project.name}`;
  const { id } = await addRecord(serviceClient(site), projects, name);
  await page.clock.install();
  await signIn(page, projects.path);
  await deleteButton(page, name).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications).toHaveAttribute('aria-live', 'polite');
  await expect(notifications).toContainText(`${name} is deleted. To undo, press F6.`);
  // The question gives the focus back to the list first.
  await expect(async () => {
    await page.keyboard.press('F6');
    expect(await notifications.evaluate((region) => region.contains(document.activeElement))).toBe(
      true,
    );
  }).toPass();
  await page.clock.fastForward(30_000);
  await expect(undoButton(page, name)).toBeVisible();
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab');
    if (await undoButton(page, name).evaluate((button) => button === document.activeElement)) break;
  }
  await expect(undoButton(page, name)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(deleteButton(page, name)).toBeVisible();
  expect(await storedRecord(serviceClient(site), projects, id)).toBeDefined();
});

test('Undo expires after ten seconds, but not under the pointer', async ({ page, site, isMobile }, {
  project,
}) => {
  const name = `Gone after all ${project.name}`;
  const { id } = await addRecord(serviceClient(site), projects, name);
  await page.clock.install();
  await signIn(page, projects.path);
  await deleteRecord(page, name);
  await page.clock.fastForward(8000);
  await expect(undoButton(page, name)).toBeVisible();
  // A finger rests on nothing.
  if (!isMobile) {
    await undoButton(page, name).hover();
    await page.clock.fastForward(30_000);
    await expect(undoButton(page, name)).toBeVisible();
    await page.mouse.move(5, 5);
  }
  await page.clock.fastForward(3000);
  await expect(undoButton(page, name)).toHaveCount(0);
  expect(await storedRecord(serviceClient(site), projects, id)).toBeUndefined();
});

test('the images of a deleted project exist until Undo expires, and are restored with it', async ({
  page,
}, { project }) => {
  const name = `With an image ${project.name}`;
  await signIn(page, projects.path);
  await page.getByRole('button', { name: 'Add Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Project' });
  await dialog.getByLabel('Title').fill(name);
  await dialog.getByLabel('Project Type').selectOption('Roofing');
  await dialog
    .locator('input[type=file]')
    .setInputFiles(await createImageFile('roof.jpg', '#35506b'));
  await expect(dialog.getByRole('button', { name: 'Remove roof.jpg' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Project' }).click();
  await expect(dialog).toBeHidden();
  const image = page.getByRole('article', { name }).locator('img');
  const url = await image.getAttribute('src');
  await deleteRecord(page, name);
  expect((await page.request.get(url ?? '')).status()).toBe(200);
  await undoButton(page, name).click();
  await expect(image).toHaveAttribute('src', url ?? '');
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
});

test('Undo works on another screen, and the list shows the row afterwards', async ({
  page,
  site,
  isMobile,
}, { project }) => {
  const name = `Undone elsewhere ${project.name}`;
  await addRecord(serviceClient(site), projects, name);
  await signIn(page, projects.path);
  const go = async (screen: string) => {
    if (isMobile) await page.getByRole('button', { name: /menu/i }).click();
    await page.getByRole('navigation').getByRole('link', { name: screen }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
  };
  await deleteRecord(page, name);
  await go('Business Settings');
  await undoButton(page, name).click();
  await expect(page.getByText(`${name} is back.`)).toBeVisible();
  await go('Past Projects');
  await expect(deleteButton(page, name)).toBeVisible();
});

test("Undo works in the dashboard's panel of pending reviews", async ({ page, site }, {
  project,
}) => {
  const name = `Waiting ${project.name}`;
  const { id } = await addRecord(serviceClient(site), reviews, name);
  await serviceClient(site)
    .from('reviews')
    .update({ is_approved: false })
    .eq('id', id)
    .throwOnError();
  await signIn(page, '/admin');
  await page.getByRole('button', { name: 'Manage Reviews' }).click();
  const panel = page.getByRole('dialog', { name: 'Reviews Waiting for Approval' });
  await deleteRecord(page, name);
  await undoButton(page, name).click();
  await expect(panel.getByRole('article', { name: `Review by ${name}` })).toBeVisible();
});

test.describe('a failed Undo', () => {
  test.use({ expectedErrors: ['status of 503', 'status of 409', 'Could not'] });

  test('shows an error and can be retried; a slug in use is reported', async ({ page, site }, {
    project,
  }) => {
    const service = serviceClient(site);
    const name = `Hard to undo ${project.name}`;
    const before = await addRecord(service, posts, name);
    await signIn(page, posts.path);
    await deleteRecord(page, name);
    await failRequests(page, 'POST', 'blog_posts');
    await undoButton(page, name).click();
    const again = page.getByRole('button', { name: /^Try again: .* could not be put back/ });
    await expect(page.getByText(`${name} could not be put back. Please try again.`)).toBeVisible();
    await again.hover();
    await expectAccessible(page);
    await page.unrouteAll();

    const { slug } = { slug: '', ...before };
    const other = { ...posts.row('Another'), slug };
    const { data } = await service
      .from('blog_posts')
      .insert(other as never)
      .select('id')
      .single()
      .throwOnError();
    await again.click();
    await expect(
      page.getByText(`${name} could not be put back. This slug is already in use.`),
    ).toBeVisible();
    await service.from('blog_posts').delete().eq('id', data.id).throwOnError();
    await again.click();
    await expect(deleteButton(page, name)).toBeVisible();
    expect(await storedRecord(service, posts, before.id)).toEqual(before);
  });
});

test('deleting a contact submission offers no Undo, as its confirmation states', async ({
  page,
  request,
}, { project }) => {
  const name = `Final ${project.name}`;
  await sendMessage(request, name);
  await signIn(page, '/admin/contacts');
  await deleteRecord(page, name, /This action cannot be undone\.$/);
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
});
