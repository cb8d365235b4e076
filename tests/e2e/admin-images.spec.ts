import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from '@playwright/test';
import sharp from 'sharp';
import { createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { pasteFiles } from './support/paste.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, expectAccessibleAtBothWidths, test } from './support/test.ts';

test.use({ expectedErrors: ['status of 4', 'status of 5', 'Could not', 'net::ERR'] });

const uploads = '**/storage/v1/object/images/**';
const isUpload = (request: Request) =>
  request.method() === 'POST' && request.url().includes('/storage/v1/object/images/');

async function openNew(page: Page, path: string, button: string): Promise<Locator> {
  await signIn(page, path);
  await page.getByRole('button', { name: button }).click();
  return page.getByRole('dialog').first();
}

/** Drops the files on an element, as from another window. */
async function drop(page: Page, on: Locator, names: string[]) {
  const data = await page.evaluateHandle(async (all) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    const transfer = new DataTransfer();
    for (const name of all) {
      const isImage = name.endsWith('.png');
      const type = isImage ? 'image/png' : 'text/plain';
      transfer.items.add(new File([isImage && blob ? blob : 'words'], name, { type }));
    }
    return transfer;
  }, names);
  await on.dispatchEvent('dragover', { dataTransfer: data });
  await on.dispatchEvent('drop', { dataTransfer: data });
}

/** A large photograph with an EXIF orientation and a GPS location. */
async function photograph(format: 'jpeg' | 'png' | 'webp') {
  const sky = {
    create: { width: 4000, height: 1500, channels: 3 as const, background: '#3060c0' },
  };
  const buffer = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: '#4b6650' },
  })
    .composite([{ input: await sharp(sky).png().toBuffer(), top: 0, left: 0 }])
    .withExif({
      IFD0: { Make: 'A camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">45.07N</x:xmpmeta>')
    [format]()
    .toBuffer();
  expect(buffer.includes('A camera')).toBe(true);
  expect((await sharp(buffer).metadata()).orientation).toBe(6);
  return { name: `Above the Bay.${format}`, mimeType: `image/${format}`, buffer };
}

for (const format of ['jpeg', 'png', 'webp'] as const) {
  test(`a ${format} is stored downscaled, upright and without location`, {
    tag: '@wide',
  }, async ({ page }) => {
    const dialog = await openNew(page, '/admin/projects', 'Add Project');
    const sent = page.waitForRequest(isUpload);
    await dialog.locator('input[type=file]').setInputFiles(await photograph(format));
    const { pathname } = new URL((await sent).url());
    await expect(dialog.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
    const path = pathname.replace('/object/images/', '/object/public/images/');
    expect(path).toMatch(/\/projects\/\d+-Above-the-Bay\.(jpg|webp)$/);
    const stored = await (await page.request.get(path)).body();
    const { width, height, exif, xmp, iptc, orientation } = await sharp(stored).metadata();
    // The browser itself turns no WebP, here as wherever it shows one.
    const upright = format === 'webp' ? [2560, 1920] : [1920, 2560];
    expect([width, height]).toEqual(upright);
    expect([exif, xmp, iptc, orientation].filter((part) => part !== undefined)).toEqual([]);
    for (const word of ['Exif', 'GPS', 'A camera', '45.07N', 'xmpmeta']) {
      expect(stored.includes(word)).toBe(false);
    }
    expect(stored.byteLength).toBeLessThan(1024 * 1024);
    if (format === 'webp') return;
    // Turned by a quarter clockwise, what lay above is on the right.
    const { data } = await sharp(stored)
      .resize(2, 1, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[2]).toBeLessThan(120);
    expect(data[5]).toBeGreaterThan(150);
  });
}

test('several uploads each show a progress bar and disable saving', { tag: '@narrow' }, async ({
  page,
}) => {
  const dialog = await openNew(page, '/admin/sheds', 'Add Shed');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(uploads, async (route) => {
    await held;
    await route.fallback();
  });
  await drop(page, dialog.getByRole('group', { name: /Images/ }), ['a.png', 'b.png', 'c.txt']);
  await expect(page.getByRole('alertdialog')).toContainText(
    'Failed to upload c.txt: It is not a picture',
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  for (const name of ['a.png', 'b.png']) {
    await expect(dialog.getByRole('progressbar', { name: `Uploading ${name}` })).toBeVisible();
  }
  await expect(dialog.getByText('2 pictures are uploading')).toBeAttached();
  await expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await expectAccessibleAtBothWidths(page);

  await test.step('a cancelled upload cancels no other', async () => {
    await dialog.getByRole('button', { name: 'Remove a.png' }).click();
    await expect(dialog.getByRole('progressbar')).toHaveCount(1);
  });
  release();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Add Shed' })).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'Remove b.png' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove a.png' })).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a failed upload can be retried, and the others continue', { tag: '@wide' }, async ({
  page,
}) => {
  const dialog = await openNew(page, '/admin/sheds', 'Add Shed');
  const offline = (url: URL) => /\/object\/images\/.*broken/.test(url.pathname);
  await page.route(offline, (route) => route.abort('connectionreset'));
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      await createImageFile('whole.jpg', '#7a4b2a'),
      await createImageFile('broken.jpg', '#35506b'),
    ]);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(
    'Failed to upload broken.jpg: Upload failed: The connection was interrupted',
  );
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(dialog.getByText('Not uploaded')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add Shed' })).toBeEnabled();
  await expectAccessible(page);
  await page.unroute(offline);
  await dialog.getByRole('button', { name: 'Try broken.jpg again' }).click();
  await expect(dialog.getByText('Not uploaded')).toHaveCount(0);
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(dialog.getByRole('img')).toHaveCount(2);
});

test('HEIC that the browser cannot decode is decoded by the server', {
  tag: '@wide',
}, async ({ page }) => {
  const dialog = await openNew(page, '/admin/home-content', 'Add Video');
  const sent = page.waitForRequest(isUpload);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'IMG_1.HEIC',
    mimeType: '',
    buffer: readFileSync('tests/fixtures/photo.heic'),
  });
  const image = dialog.getByRole('img', { name: 'IMG_1.HEIC' });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(96);
  const path = new URL((await sent).url()).pathname.replace('/object/', '/object/public/');
  const stored = await page.request.get(path);
  expect(stored.headers()['content-type']).toBe('image/jpeg');
  expect((await stored.body()).includes('45.07N')).toBe(false);
});

test('a single image field takes the first file and retains the former image until it is stored', {
  tag: '@narrow',
}, async ({ page }) => {
  const dialog = await openNew(page, '/admin/home-content', 'Add Video');
  const field = dialog.getByRole('group', { name: /Thumbnail/ });
  await drop(page, field, ['first.png', 'second.png']);
  await expect(field.getByRole('button', { name: 'Remove first.png' })).toBeVisible();
  await expect(field.getByRole('progressbar')).toHaveCount(0);
  await expect(field.getByRole('img')).toHaveCount(1);
  await expect(field.getByRole('button', { name: /^Move/ })).toHaveCount(0);

  await page.route(uploads, (route) =>
    route.fulfill({ status: 500, json: { message: 'The disk is full' } }),
  );
  await drop(page, field, ['third.png']);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Failed to upload thumbnail: Upload failed: The disk is full');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(field.getByRole('button', { name: 'Remove first.png' })).toBeVisible();
  await page.unrouteAll();
  await field.getByRole('button', { name: 'Try third.png again' }).click();
  await expect(field.getByRole('button', { name: 'Remove first.png' })).toHaveCount(0);
  await expect(field.getByRole('img', { name: 'third.png' })).toBeVisible();
});

test('an image is pasted, made the cover and moved by mouse', { tag: '@wide' }, async ({
  page,
}) => {
  const dialog = await openNew(page, '/admin/projects', 'Add Project');
  await expect(dialog.getByText('or drop or paste them here')).toBeVisible();
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      await createImageFile('one.jpg', '#7a4b2a'),
      await createImageFile('two.jpg', '#35506b'),
    ]);
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await pasteFiles(dialog.locator('input[type=file]'), [
    await createImageFile('image.jpg', '#000000'),
  ]);
  const names = dialog.getByRole('listitem').getByRole('img');
  await expect(names).toHaveCount(3);
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Make image.jpg the cover' }).click();
  await expect(names.first()).toHaveAccessibleName('image.jpg');
  await expect(dialog.getByText('Cover', { exact: true })).toHaveCount(1);

  const handle = dialog.getByRole('button', { name: 'Move: one.jpg' });
  await handle.scrollIntoViewIfNeeded();
  const from = await handle.boundingBox();
  const to = await dialog.getByRole('button', { name: 'Move: image.jpg' }).boundingBox();
  if (!from || !to) throw new Error('Nothing to drag');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 15, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 10 });
  await page.mouse.up();
  await expect(names.first()).toHaveAccessibleName('one.jpg');
});

test(
  'alt text is saved with its record and is on the website',
  { tag: '@narrow' },
  async ({ page, site }, { project }) => {
    const service = serviceClient(site);
    const title = `The glass shed ${project.name}`;
    const dialog = await openNew(page, '/admin/sheds', 'Add Shed');
    await dialog
      .locator('input[type=file]')
      .setInputFiles([
        await createImageFile('front.jpg', '#7a4b2a'),
        await createImageFile('side.jpg', '#35506b'),
      ]);
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    // Nothing can be dropped on a phone.
    await expect(dialog.getByText('Choose pictures')).toBeVisible();
    await expect(dialog.getByText('or drop or paste')).toBeHidden();
    await dialog.getByLabel('What it shows: front.jpg').fill('  A shed of glass\nin the snow ');
    await test.step('a focal point is chosen by mouse and by keyboard', async () => {
      await dialog.getByRole('button', { name: 'Focal point of front.jpg' }).click();
      const chooser = page.getByRole('dialog', { name: 'Focal Point' });
      const left = chooser.getByLabel('From the left');
      const whole = chooser.getByRole('img', { name: 'front.jpg' });
      const box = await whole.boundingBox();
      if (!box) throw new Error('The picture is not shown');
      await page.mouse.move(box.x + 5, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2, { steps: 3 });
      await page.mouse.up();
      await expect(left).toHaveValue('25');
      await left.press('ArrowRight');
      await chooser.getByLabel('From the top').press('End');
      await expectAccessible(page);
      await chooser.getByRole('button', { name: 'Use This Point' }).click();
      await expect(chooser).toBeHidden();
      await expect(dialog.getByRole('img', { name: 'front.jpg' })).toHaveCSS(
        'object-position',
        '26% 100%',
      );
    });
    await dialog.getByLabel('Title').fill(title);
    for (const [label, value] of [
      ['Material', 'Wood'],
      ['Color', 'White'],
      ['Size', '8x8'],
      ['Style', 'Gable'],
    ] as const) {
      await dialog.getByLabel(label).first().selectOption(value);
    }
    await expectAccessible(page);

    await test.step('a failed save of alt text shows an error and does not close the dialog', async () => {
      await page.route('**/rest/v1/image_alt_texts*', (route) =>
        route.fulfill({ status: 503, json: { code: '53100', message: 'disk full' } }),
      );
      await dialog.getByRole('button', { name: 'Add Shed' }).click();
      await expect(dialog.getByRole('alert')).toContainText('The shed could not be saved.');
      await page.unrouteAll();
    });
    await dialog.getByRole('button', { name: 'Add Shed' }).click();
    await expect(dialog).toBeHidden();

    const { data: shed } = await service
      .from('shed_listings')
      .select('id, images')
      .eq('title', title)
      .single()
      .throwOnError();
    const [front = '', side = ''] = shed.images;
    const texts = async () =>
      (
        await service
          .from('image_alt_texts')
          .select('path, alt, focal_x, focal_y')
          .in('path', [front, side])
      ).data;
    const focalPoint = { focal_x: 26, focal_y: 100 };
    expect(await texts()).toEqual([
      { path: front, alt: 'A shed of glass in the snow', ...focalPoint },
    ]);
    const html = async () => (await page.request.get(`/custom-sheds/${shed.id}`)).text();
    expect(await html()).toContain('alt="A shed of glass in the snow"');
    expect(await html()).toContain(`alt="${title}, picture 2 of 2"`);
    const sheds = await (await page.request.get('/sheds')).text();
    expect(sheds).toContain('A shed of glass in the snow');
    const card = /<img [^>]*alt="A shed of glass in the snow"[^>]*>/.exec(sheds)?.[0];
    expect(card).toContain('object-position:26% 100%');
    expect(await html()).toMatch(
      /og:image" content="[^"]*\/pictures\/card-30-100\/jpeg\/[^"]*front/,
    );

    await test.step('alt text is shown when the dialog is opened again, and an empty one restores the default', async () => {
      await page.getByRole('button', { name: `Edit: ${title}` }).click();
      const edit = page.getByRole('dialog', { name: 'Edit Shed Listing' });
      const text = edit.getByLabel(/^What it shows: .*front\.jpg/);
      await expect(text).toHaveValue('A shed of glass in the snow');
      await text.fill('');
      await edit.getByRole('button', { name: 'Update Shed' }).click();
      await expect(edit).toBeHidden();
      expect(await texts()).toEqual([{ path: front, alt: '', ...focalPoint }]);
      expect(await html()).toContain(`alt="${title}, picture 1 of 2"`);
    });

    await test.step('a focal point in the middle is not stored', async () => {
      await page.getByRole('button', { name: `Edit: ${title}` }).click();
      const edit = page.getByRole('dialog', { name: 'Edit Shed Listing' });
      await edit.getByRole('button', { name: /^Focal point of .*front\.jpg/ }).click();
      const chooser = page.getByRole('dialog', { name: 'Focal Point' });
      await expect(chooser.getByLabel('From the left')).toHaveValue('26');
      await chooser.getByRole('button', { name: 'Back to the Middle' }).click();
      await chooser.getByRole('button', { name: 'Use This Point' }).click();
      await edit.getByRole('button', { name: 'Update Shed' }).click();
      await expect(edit).toBeHidden();
      expect(await texts()).toEqual([]);
    });

    await test.step('alt texts that cannot be read are not overwritten', async () => {
      await page.route('**/rest/v1/rpc/get_image_alt_texts*', (route) =>
        route.fulfill({ status: 503, json: { message: 'unavailable' } }),
      );
      await page.getByRole('button', { name: `Edit: ${title}` }).click();
      const edit = page.getByRole('dialog', { name: 'Edit Shed Listing' });
      await expect(edit.getByText('could not be read')).toBeVisible();
      await expect(edit.getByLabel(/^What it shows: .*front\.jpg/)).toBeDisabled();
      await expectAccessible(page);
    });
  },
);

test(
  'images of a hero, a post and a clip have alt text',
  { tag: '@wide' },
  async ({ page, site }, { project }) => {
    const service = serviceClient(site);
    const altText = `Three sheds in the fog, ${project.name}`;
    await signIn(page, '/admin/home-content');
    const hero = page.getByRole('form', { name: 'Hero Section' });
    const text = hero.getByLabel(/^What it shows/);
    await expect(text).toBeEnabled();
    await text.fill(altText);
    await expect(hero.getByText('Not saved yet')).toBeVisible();
    await hero.getByRole('button', { name: 'Save Changes' }).click();
    await expect(hero.getByText('Not saved yet')).toBeHidden();
    expect(await (await page.request.get('/')).text()).toContain(`alt="${altText}"`);

    const { data: post } = await service
      .from('blog_posts')
      .select('slug, featured_image')
      .eq('is_published', true)
      .not('featured_image', 'is', null)
      .limit(1)
      .single()
      .throwOnError();
    const { data: clip } = await service
      .from('video_carousel')
      .select('title, thumbnail_url')
      .not('thumbnail_url', 'is', null)
      .limit(1)
      .single()
      .throwOnError();
    await service
      .from('image_alt_texts')
      .upsert([
        { path: post.featured_image ?? '', alt: `A roof, ${project.name}` },
        { path: clip.thumbnail_url ?? '', alt: `A wall, ${project.name}` },
      ])
      .throwOnError();
    for (const url of ['/blog', `/blog/${post.slug}`]) {
      const html = await (await page.request.get(url)).text();
      expect(html).toContain(`alt="A roof, ${project.name}"`);
    }
    await page.goto('/admin/videos');
    await page.getByRole('button', { name: `Edit: ${clip.title}`, exact: true }).click();
    await expect(page.getByRole('dialog').getByLabel(/^What it shows/)).toBeEnabled();
    await expectAccessible(page);
  },
);
