import type { Page } from '@playwright/test';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { failRequests } from './support/fail-requests.ts';
import { pressRowAction } from './support/row-actions.ts';
import { serviceClient } from './support/service.ts';
import { moveLifted } from './support/sorting.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 503', 'status of 404', 'Could not'] });

const titles = (page: Page) =>
  page.getByRole('list', { name: 'Videos' }).getByRole('heading', { level: 2 }).allTextContents();

test(
  'a video is added, deactivated, changed and deleted',
  { tag: '@narrow' },
  async ({ page }, { project }) => {
    test.slow();
    const title = `Raising a frame ${project.name}`;
    const card = page.getByRole('article', { name: title });
    await signIn(page, '/admin/videos');
    await expect(page.getByRole('heading', { level: 1, name: 'Home Content' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Video Carousel' })).toBeInViewport();

    await test.step('invalid fields show errors', async () => {
      await page.getByRole('button', { name: 'Add Video' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add New Video' });
      await expect(dialog.getByLabel('Order')).toHaveValue('0');
      await expect(dialog.getByLabel('Active')).toBeChecked();
      await dialog.getByLabel('Video URL').fill('a frame');
      await dialog.getByRole('button', { name: 'Add Video' }).click();
      await expect(dialog.getByText('Title is required')).toBeVisible();
      await expect(dialog.getByText('Please enter a valid video URL')).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('a failed thumbnail shows its own error; a stored one is under thumbnails/', async () => {
      const dialog = page.getByRole('dialog', { name: 'Add New Video' });
      const file = await createImageFile('frame.jpg', '#35506b');
      await page.route('**/storage/v1/object/**', (route) =>
        route.fulfill({ status: 503, json: { statusCode: '503', message: 'The disk is full' } }),
      );
      await dialog.locator('input[type=file]').setInputFiles(file);
      const alert = page.getByRole('alertdialog');
      await expect(alert).toContainText(
        'Failed to upload thumbnail: Upload failed: The disk is full',
      );
      await alert.getByRole('button', { name: 'OK' }).click();
      await page.unrouteAll();
      await dialog.locator('input[type=file]').setInputFiles(file);
      await expect(dialog.getByRole('img', { name: 'frame.jpg' })).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Add Video' })).toBeEnabled();

      await dialog.getByLabel('Title').fill(title);
      await dialog.getByLabel('Video URL').fill('https://youtu.be/abcdefghijk');
      await dialog.getByLabel('Order').fill('40');
      const saving = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().includes('/video_carousel'),
      );
      await dialog.getByRole('button', { name: 'Add Video' }).click();
      expect((await saving).postDataJSON()).toMatchObject({
        title,
        order_index: 40,
        is_active: true,
        thumbnail_url: expect.stringMatching(/^thumbnails\/\d+-frame\.jpg$/),
      });
      await expect(card).toBeVisible();
    });

    await test.step('an inactive video is dimmed, has a badge and is not on the home page', async () => {
      const visitor = await page.context().newPage();
      await visitor.goto('/');
      await expect(visitor.getByRole('heading', { name: title, includeHidden: true })).toHaveCount(
        1,
      );
      await failRequests(page, 'PATCH', 'video_carousel');
      await card.getByRole('switch').click();
      await expect(page.getByText('The video could not be changed.').first()).toBeVisible();
      await expect(card.getByRole('switch')).toBeChecked();
      await page.unrouteAll();
      // On a small screen the toast covers the last card.
      await page.getByRole('button', { name: 'Dismiss' }).first().click();
      await card.getByRole('switch').click();
      await expect(card.getByRole('switch')).not.toBeChecked();
      await expect(card.getByText('Inactive').first()).toBeVisible();
      await visitor.reload();
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(visitor.getByRole('heading', { name: title, includeHidden: true })).toHaveCount(
        0,
      );
      await visitor.close();
    });

    await test.step('the video is found by search and edited', async () => {
      await page.getByRole('searchbox', { name: 'Search videos' }).fill('nothing like it');
      await expect(page.getByText('No videos match your search.')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search videos' }).fill(title.toUpperCase());
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByRole('button', { name: `Move: ${title}` })).toBeHidden();
      await pressRowAction(page, 'Edit', title);
      const dialog = page.getByRole('dialog', { name: 'Edit Video' });
      await expect(dialog.getByLabel('Active')).not.toBeChecked();
      await dialog.getByLabel('Video URL').fill('/demo/frame.mp4');
      await dialog.getByLabel(/^Description/).fill('A morning on site.');
      await dialog.getByRole('button', { name: 'Update Video' }).click();
      await expect(dialog).toBeHidden();
      await expect(card).toContainText('A morning on site.');
    });

    await test.step('the video is deleted after confirmation', async () => {
      await pressRowAction(page, 'Delete', title);
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('Are you sure you want to delete this video?');
      await failRequests(page, 'DELETE', 'video_carousel');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toContainText('The video could not be deleted');
      await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
      await expect(card).toBeVisible();
      await page.unrouteAll();
      await pressRowAction(page, 'Delete', title);
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(card).toBeHidden();
    });
  },
);

test('videos are sorted by keyboard and by drag, and the order is stored', {
  tag: '@wide',
}, async ({ page, site }) => {
  const service = serviceClient(site);
  // The screen shows an order before it is stored, and a reload would break that off.
  const stored = async () => {
    const { data } = await service
      .from('video_carousel')
      .select('title')
      .order('order_index')
      .throwOnError();
    return data.map(({ title }) => title);
  };
  await signIn(page, '/admin/videos');
  await expect(page.getByRole('list', { name: 'Videos' })).toBeVisible();
  const before = await titles(page);
  const [first, second] = before;
  expect(before.length).toBeGreaterThan(2);

  const lifted = (title = '') =>
    expect(
      page
        .getByText(`${title} is over position 1`)
        .or(page.getByText(`${title} is lifted from position 1`))
        .first(),
    ).toBeAttached();

  await test.step('a video is moved by keyboard', async () => {
    const handle = page.getByRole('button', { name: `Move: ${first}` });
    await handle.focus();
    await page.keyboard.press('Space');
    await lifted(first);
    await moveLifted(page, 'ArrowRight', `${first} is over position 2`);
    await page.keyboard.press('Space');
    await expect.poll(() => titles(page)).toEqual([second, first, ...before.slice(2)]);
    await expect(page.getByText('Order: 1', { exact: true })).toBeVisible();
    await expect.poll(stored).toEqual([second, first, ...before.slice(2)]);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual([second, first, ...before.slice(2)]);
  });

  await test.step('a failed reorder shows an error and restores the order', async () => {
    await expect(page.getByRole('list', { name: 'Videos' })).toBeVisible();
    await failRequests(page, 'PATCH', 'video_carousel');
    const handle = page.getByRole('button', { name: `Move: ${second}` });
    await handle.focus();
    await page.keyboard.press('Space');
    await lifted(second);
    await moveLifted(page, 'ArrowRight', `${second} is over position 2`);
    await page.keyboard.press('Space');
    await expect(page.getByText('The new order could not be saved.').first()).toBeVisible();
    await expect.poll(() => titles(page)).toEqual([second, first, ...before.slice(2)]);
    await page.unrouteAll();
  });

  await test.step('a video is moved by mouse', async () => {
    const from = await page.getByRole('button', { name: `Move: ${first}` }).boundingBox();
    const to = await page.getByRole('button', { name: `Move: ${second}` }).boundingBox();
    if (!from || !to) throw new Error('The handles are not in sight');
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + 10, { steps: 12 });
    await page.mouse.move(to.x + 20, to.y + 20);
    await page.mouse.up();
    await expect.poll(() => titles(page)).toEqual(before);
    await expect.poll(stored).toEqual(before);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(before);
  });
});
