import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { insertRow, updateRow } from '#app/lib/crud.ts';
import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import { newPost } from '#tests/fixtures/rows.ts';
import { signIn } from './support/admin.ts';
import { conflict, conflictField, moveLifted } from './support/back-office.ts';
import { pasteFiles, pasteHtml } from './support/paste.ts';
import { createPhotograph, expectDownscaled } from './support/photograph.ts';
import { failRequests, holdRequests } from './support/requests.ts';
import { pressRowAction } from './support/row-actions.ts';
import { selectRow, serviceClient } from './support/service.ts';
import { expect, test } from './support/test.ts';

/** Images and rich text, from the forms of the back office to the website. */

// The browser reports blocked handlers of pasted HTML.
test.use({
  expectedErrors: ['status of 4', 'status of 5', '[admin] ', 'net::ERR', 'inline event handler'],
});

const uploads = '**/storage/v1/object/images/**';
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
const fileInput = (form: Locator) => form.locator('input[type=file]');

async function openNew(page: Page, path: string, name: string): Promise<Locator> {
  await signIn(page, path);
  await button(page, name).click();
  return page.getByRole('dialog').first();
}

async function expectAlert(page: Page, message: string) {
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(message);
  await button(alert, 'OK').click();
}

const expectUploaded = (form: Locator) => expect(form.getByRole('progressbar')).toHaveCount(0);

async function findHandles(handle: Locator, target: Locator) {
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('The handles are not in sight');
  return { from, to };
}

/** Makes it the first with a finger, which lifts an item once it has rested on the handle. */
async function touchTo(page: Page, handle: Locator, target: Locator) {
  const { from, to } = await findHandles(handle, target);
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at ? [{ x: at.x + 20, y: at.y + 20 }] : [],
    });
  await send('touchStart', from);
  await expect(page.getByText(/(was picked up from|is over) position /)).toBeAttached();
  for (const at of [{ x: from.x + 9, y: from.y + 9 }, to]) await send('touchMove', at);
  await expect(page.getByText(/ is over position 1 /)).toBeAttached();
  await send('touchEnd');
  await passDrop(page);
}

async function dragTo(page: Page, handle: Locator, target: Locator) {
  const { from, to } = await findHandles(handle, target);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 15, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 10 });
  await page.mouse.up();
  await passDrop(page);
}

/** For 50 ms after a drop dnd-kit swallows clicks. */
const passDrop = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));

test('uploads show their progress, are cancelled and retried one by one, and each failure is told', {
  tag: '@full',
}, async ({ page }) => {
  const dialog = await openNew(page, '/admin/sheds', 'Add Shed');
  const held = await holdRequests(page, uploads);
  const words = { name: 'c.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
  const dropped = [await createImageFile('a.jpg', '#000'), await createImageFile('b.jpg', '#fff')];
  await pasteFiles(dialog.getByRole('group', { name: /^Images/ }), [...dropped, words], 'drop');
  await expectAlert(page, 'Failed to upload c.txt: The file is not an image');
  for (const name of ['a.jpg', 'b.jpg']) {
    await expect(dialog.getByRole('progressbar', { name: `Uploading ${name}` })).toBeVisible();
  }
  await expect(dialog.getByText('2 images are uploading')).toBeAttached();
  await expect(button(dialog, 'Uploading...')).toBeDisabled();
  await button(dialog, 'Remove a.jpg').click();
  await expect(dialog.getByRole('progressbar')).toHaveCount(1);
  held.release();
  await expectUploaded(dialog);
  await expect(button(dialog, 'Add Shed')).toBeEnabled();
  await page.unrouteAll();

  const offline = (url: URL) => url.pathname.includes('offline');
  await page.route(offline, (route) => route.abort('connectionreset'));
  await fileInput(dialog).setInputFiles([
    createBrokenImageFile('broken.jpg'),
    await createImageFile('offline.jpg', '#35506b'),
    await createImageFile('whole.jpg', '#7a4b2a'),
  ]);
  const alert = page.getByRole('alertdialog');
  // The order depends on which one fails first.
  await expect(alert).toContainText('Failed to upload');
  const messages: (string | null)[] = [];
  for (let count = 0; count < 2; count += 1) {
    messages.push(await alert.textContent());
    await button(alert, 'OK').click();
  }
  expect(messages.sort()).toEqual([
    expect.stringContaining('Failed to upload broken.jpg: Upload failed: mime type text/plain'),
    expect.stringContaining('Failed to upload offline.jpg: Upload failed: The connection was'),
  ]);
  await expect(dialog.getByText('Not uploaded')).toBeVisible();
  await page.unroute(offline);
  await button(dialog, 'Try offline.jpg again').click();
  await expect(dialog.getByText('Not uploaded')).toHaveCount(0);
  await expectUploaded(dialog);
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
});

test('images are pasted, sorted and described; alt text and focal point are saved with the shed and are on the website', {
  tag: '@wide',
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const dialog = await openNew(page, '/admin/sheds', 'Add Shed');
  const names = dialog.getByRole('listitem').getByRole('img');
  await expect(dialog.getByText('or drop or paste them here')).toBeAttached();
  await fileInput(dialog).setInputFiles([
    await createPhotograph('side.jpeg'),
    await createImageFile('back.jpg', '#35506b'),
  ]);
  await pasteFiles(fileInput(dialog), [await createImageFile('front.jpg', '#000000')]);
  await expect(names).toHaveCount(3);
  await expectUploaded(dialog);
  await dragTo(page, button(dialog, 'Move: back.jpg'), button(dialog, 'Move: side.jpeg'));
  await expect(names.first()).toHaveAccessibleName('back.jpg');
  await touchTo(page, button(dialog, 'Move: side.jpeg'), button(dialog, 'Move: back.jpg'));
  await expect(names.first()).toHaveAccessibleName('side.jpeg');
  await button(dialog, 'Make front.jpg the cover').click();
  await expect(names.first()).toHaveAccessibleName('front.jpg');
  await expect(dialog.getByText('Cover', { exact: true })).toHaveCount(1);
  await button(dialog, 'Remove back.jpg').click();

  await dialog.getByLabel('Image description: front.jpg').fill('  A shed of glass\nin the snow ');
  const chooser = page.getByRole('dialog', { name: 'Focal Point' });
  await test.step('the focal point is chosen by mouse and by keyboard', async () => {
    await button(dialog, 'Focal point of front.jpg').click();
    const box = await chooser.getByRole('img', { name: 'front.jpg' }).boundingBox();
    if (!box) throw new Error('The picture is not shown');
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    const left = chooser.getByLabel('From the left');
    await expect(left).toHaveValue('25');
    await left.press('ArrowRight');
    await chooser.getByLabel('From the top').press('End');
    await button(chooser, 'Use This Point').click();
    await expect(names.first()).toHaveCSS('object-position', '26% 100%');
  });

  await dialog.getByLabel('Title').fill('The glass shed');
  for (const label of ['Material Type', 'Color', 'Size', 'Shed Style']) {
    await dialog.getByRole('combobox', { name: label }).selectOption({ index: 1 });
  }
  await button(dialog, 'Add Shed').click();
  await expect(dialog).toBeHidden();

  const shed = await selectRow(service, 'shed_listings', { title: 'The glass shed' });
  const [front = '', side = ''] = shed?.images ?? [];
  expect(shed?.images).toEqual([
    expect.stringMatching(/^sheds\/\d+-front\.jpg$/),
    expect.stringMatching(/^sheds\/\d+-side\.jpg$/),
  ]);
  await expectDownscaled(page, side);
  const storedTexts = async () =>
    (await service.from('image_alt_texts').select('alt, focal_x, focal_y').eq('path', front)).data;
  const html = async (path: string) => (await page.request.get(path)).text();
  expect(await storedTexts()).toEqual([
    { alt: 'A shed of glass in the snow', focal_x: 26, focal_y: 100 },
  ]);
  const listing = await html(`/custom-sheds/${shed?.id}`);
  expect(listing).toContain('alt="A shed of glass in the snow"');
  expect(listing).toContain('alt="The glass shed, image 2 of 2"');
  expect(listing).toMatch(/og:image" content="[^"]*\/pictures\/card-30-100\/jpeg\/[^"]*front/);
  const card = /<img [^>]*alt="A shed of glass in the snow"[^>]*>/.exec(await html('/sheds'))?.[0];
  expect(card).toContain('object-position:26% 100%');

  await test.step('an empty alt text restores the default, and a focal point in the middle is not stored', async () => {
    await button(page, 'Edit: The glass shed').click();
    const text = dialog.getByLabel(/^Image description: .*front\.jpg/);
    await expect(text).toHaveValue('A shed of glass in the snow');
    await text.fill('');
    await dialog.getByRole('button', { name: /^Focal point of .*front\.jpg/ }).click();
    await button(chooser, 'Reset to Centre').click();
    await button(chooser, 'Use This Point').click();
    await button(dialog, 'Update Shed').click();
    await expect(dialog).toBeHidden();
    expect(await storedTexts()).toEqual([]);
  });
});

test('videos are sorted by keyboard and by mouse; Escape and a failure restore their order', {
  tag: ['@wide', '@full'],
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const stored = async () => {
    const { data } = await service.from('video_carousel').select('title').order('order_index');
    return data?.map(({ title }) => title);
  };
  await signIn(page, '/admin/videos');
  const list = page.getByRole('list', { name: 'Videos' });
  const titles = list.getByRole('heading', { level: 2 });
  await expect(titles).not.toHaveCount(0);
  const before = await titles.allTextContents();
  const [first = '', second = '', ...rest] = before;
  const moved = [second, first, ...rest];
  const lift = async (title: string) => {
    await button(page, `Move: ${title}`).focus();
    await page.keyboard.press('Space');
    await expect(
      page.getByText(new RegExp(`^${title} (is over|was picked up from) position 1`)),
    ).toBeAttached();
    await moveLifted(page, 'ArrowRight', `${title} is over position 2`);
  };

  await lift(first);
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${first} stays at position`)).toBeAttached();
  await expect(titles).toHaveText(before);
  await failRequests(page, 'PATCH', 'video_carousel');
  await lift(first);
  await page.keyboard.press('Space');
  await expect(page.getByText("Couldn't save the new order.")).toBeVisible();
  await expect(titles).toHaveText(before);
  await page.unrouteAll();
  await lift(first);
  await page.keyboard.press('Space');
  await expect(titles).toHaveText(moved);
  await expect.poll(stored).toEqual(moved);
  await dragTo(page, button(page, `Move: ${first}`), button(page, `Move: ${second}`));
  await expect(titles).toHaveText(before);
  await expect.poll(stored).toEqual(before);
});

const tools = [
  ...['Heading 1', 'Heading 2', 'Heading 3', 'Bold', 'Italic', 'Underline', 'Strike'],
  ...['Ordered list', 'Bullet list', 'Blockquote', 'Code block', 'Link', 'Image', 'Clean'],
];
const elements = [
  ...['h1', 'h2', 'h3', 'strong', 'em', 'u', 's', 'ol > li', 'ul > li', 'blockquote', 'pre > code'],
];

async function openEditor(page: Page) {
  const dialog = await openNew(page, '/admin/blog', 'New Post');
  const text = dialog.getByRole('textbox', { name: 'Content' });
  await expect(text).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Create New Blog Post' })).toBeVisible();
  return { dialog, text, tool: (name: string) => button(dialog, name) };
}

test('the editor has the specified tools, one tab stop for them, and checked links', async ({
  page,
}) => {
  const { dialog, text, tool } = await openEditor(page);
  const { height } = (await text.boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(200);

  await test.step('each tool creates its element, and Clean removes it', async () => {
    for (const [index, element] of elements.entries()) {
      await text.fill('Level ground');
      await text.press('Home');
      await text.press('Shift+End');
      const pressed = tool(tools[index] ?? '');
      await pressed.click();
      await expect(pressed).toHaveAttribute('aria-pressed', 'true');
      await expect(text.locator(element)).toHaveText('Level ground');
      await tool('Clean').click();
      await expect(text.locator(element)).toHaveCount(0);
    }
  });

  await test.step('arrow keys move between the tools', async () => {
    await text.focus();
    await page.keyboard.press('Shift+Tab');
    for (const name of tools) {
      await expect(tool(name)).toBeFocused();
      await page.keyboard.press('ArrowRight');
    }
    await expect(tool('Heading 1')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(text).toBeFocused();
  });

  await test.step('a link is checked, applied and removed, and Escape closes its panel only', async () => {
    const address = dialog.getByLabel('Link address');
    await text.press('Control+a');
    await tool('Link').click();
    await address.fill('javascript:alert(1)');
    await tool('Apply').click();
    await expect(
      dialog.getByText('Please enter a web address, email address or phone number'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(address).toBeHidden();
    await expect(dialog).toBeVisible();
    await text.press('Control+a');
    await tool('Link').click();
    await address.fill('tel:+1 705 555 0100');
    await page.keyboard.press('Enter');
    await expect(text.locator('a')).toHaveAttribute('href', 'tel:+17055550100');
  });
});

test('images of a post come from an address or an upload', {
  tag: '@full',
}, async ({ page }) => {
  const { dialog, text, tool } = await openEditor(page);
  const address = dialog.getByLabel('Image address');
  const altText = dialog.getByLabel('Image description');
  await text.click();
  await tool('Image').click();
  await address.fill('javascript:x');
  await tool('Insert').click();
  await expect(dialog.getByText(/begins with http:/)).toBeVisible();
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  await altText.fill('A dot');
  await address.fill(pixel);
  await tool('Insert').click();
  await text.getByRole('img', { name: 'A dot' }).click();
  await tool('Image').click();
  await expect(address).toHaveValue(pixel);
  await altText.fill('A full stop');
  await tool('Change').click();
  await expect(text.getByRole('img')).toHaveCount(1);
  await expect(text.getByRole('img', { name: 'A full stop' })).toHaveAttribute('src', pixel);

  const upload = async (name: string) =>
    dialog.getByLabel(/^Upload/).setInputFiles(await createImageFile(name, '#35506b'));
  await text.press('Control+End');
  await tool('Image').click();
  await altText.fill('A roof under snow');
  await upload('roof.jpg');
  await expect(text.getByRole('img', { name: 'A roof under snow' })).toHaveAttribute(
    'src',
    /^https?:.*\/images\/blog\/\d+-roof\.jpg$/,
  );
});

const readPaste = (name: string) =>
  readFileSync(new URL(`../fixtures/paste/${name}`, import.meta.url), 'utf8');
const bullet = (text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'>·<span>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;
const pastes: [pasted: string, inserted: string][] = [
  [
    '<meta charset="utf-8"><style>p{color:red}</style><div class="x"><p style="font:9px a" onclick="x()"><span style="color:red">Dry</span> <b>ground</b></p></div><script>x()</script>',
    '<p>Dry <strong>ground</strong></p>',
  ],
  [`${bullet('Gravel')}\n${bullet('Sand')}`, '<ul><li><p>Gravel</p></li><li><p>Sand</p></li></ul>'],
  [
    '<p class="MsoListParagraphCxSpFirst"><!--[if !supportLists]-->1.<!--[endif]-->Dig</p>',
    '<ol><li><p>Dig</p></li></ol>',
  ],
  [
    readPaste('google-docs.html'),
    '<h2>Before the snow</h2><p>Clear the <strong>gutters</strong> and the <em>roof</em>.</p><ul><li><p>Ladder</p></li><li><p>Gloves</p></li></ul>',
  ],
  ['<p>a<img src="file:///C:/a.png"></p>', '<p>a</p>'],
  ['<p>&nbsp;</p><p>a</p><p><o:p>&nbsp;</o:p></p>', '<p>a</p>'],
  ['<table><tr><td>A</td><td><p>B</p></td></tr></table>', '<p>A</p><p>B</p>'],
  ['<h5>Small</h5><del>no</del>', '<h3>Small</h3><p><s>no</s></p>'],
  ['\r\n<!--StartFragment-->a<span> </span><!--EndFragment-->\r\n', '<p>a&nbsp;</p>'],
  ['<meta charset="utf-8"><span> </span><b>a</b>', '<p>&nbsp;<strong>a</strong></p>'],
  [
    readPaste('word.html'),
    [
      '<h1>Getting the ground ready</h1>',
      '<h2>What you need</h2>',
      '<p>A shed stands as well as its <strong>ground</strong> does. Read <em>all</em> of it, and ask <a rel="noopener nofollow" href="https://example.com/permits">the township</a> first.</p>',
      '<ul><li><p>Gravel</p><ul><li><p>clear stone</p></li><li><p>20 mm</p></li></ul></li><li><p>Sand</p></li></ul>',
      '<ol><li><p>Dig</p></li><li><p>Fill</p></li></ol>',
      '<p>Depth</p><p>150 mm</p>',
    ].join(''),
  ],
];

test('pasted HTML is reduced to what a post can contain', { tag: '@full' }, async ({ page }) => {
  const { text } = await openEditor(page);
  for (const [html, inserted] of pastes) {
    await text.press('Control+a');
    await text.press('Delete');
    await pasteHtml(text, html);
    const content = (await text.innerHTML())
      .replace(/<p><br[^>]*><\/p>$/, '')
      .replace(/ target="[^"]*"| class="[^"]*"/g, '');
    expect(content, html).toBe(inserted);
  }
});

test('a post is published with its date and address, previewed as a draft, 404 for visitors then, and deleted', async ({
  page,
  isMobile,
}) => {
  const { dialog, text, tool } = await openEditor(page);
  const row = page.getByRole('row').filter({ hasText: 'Snow & Roofs!' });
  const read = () => page.request.get('/blog/snow-roofs');

  await test.step('the slug follows the title until it is edited', async () => {
    await expect(dialog.getByLabel('Published')).not.toBeChecked();
    await tool('Create Post').click();
    for (const message of ['Slug is required', 'Content must be at least 10 characters']) {
      await expect(dialog.getByText(message, { exact: true })).toBeVisible();
    }
    await dialog.getByLabel('Title').fill('Snow');
    await expect(dialog.getByLabel('Slug')).toHaveValue('snow');
    await dialog.getByLabel('Title').fill('Snow & Roofs!');
    await expect(dialog.getByLabel('Slug')).toHaveValue('snow-roofs');
    await text.fill('Before the first storm.');
    await dialog.getByLabel('Published').check();
    await dialog.getByLabel('Publication Date').fill('2025-05-01T08:00');
    await tool('Create Post').click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('Published');
    await expect(row).toContainText('May 1, 2025');
    if (!isMobile) {
      const view = row.getByRole('link', { name: 'View: Snow & Roofs!' });
      await expect(view).toHaveAttribute('target', '_blank');
      await expect(view).toHaveAttribute('href', '/blog/snow-roofs');
    }
    expect(await (await read()).text()).toContain('Before the first storm.');
  });

  await test.step('a taken slug is told under its field', async () => {
    await button(page, 'New Post').click();
    await dialog.getByLabel('Title').fill('Another');
    await dialog.getByLabel('Slug').fill('snow-roofs');
    await dialog.getByLabel('Title').fill('Another title');
    await text.fill('Another ten characters.');
    await tool('Create Post').click();
    await expect(dialog.getByText('This slug is already in use')).toBeVisible();
    await expect(dialog.getByLabel('Slug')).toHaveAttribute('aria-invalid', 'true');
    await tool('Cancel').click();
    await button(page, 'Discard').click();
  });

  await test.step('another title changes neither slug nor date, and a link that was not applied is saved', async () => {
    await pressRowAction(page, 'Edit', 'Snow & Roofs!');
    await dialog.getByLabel('Title').fill('Snow & Roofs! Again');
    await expect(dialog.getByLabel('Slug')).toHaveValue('snow-roofs');
    await text.press('Control+End');
    await tool('Link').click();
    await dialog.getByLabel('Link address').fill('example.com/not-applied');
    const saving = page.waitForRequest((request) => request.method() === 'PATCH');
    await tool('Update Post').click();
    const { slug, published_at } = (await saving).postDataJSON();
    expect([slug, Date.parse(published_at)]).toEqual(['snow-roofs', Date.UTC(2025, 4, 1, 12)]);
    await expect(dialog).toBeHidden();
    expect(await (await read()).text()).toContain('href="https://example.com/not-applied"');
  });

  await test.step('an unpublished post is a draft with a preview', async () => {
    await pressRowAction(page, 'Unpublish', 'Snow & Roofs! Again');
    await expect(row).toContainText('Draft');
    await expect(row.locator('a[href^="/blog/"]')).toHaveCount(0);
    expect((await read()).status()).toBe(404);
    await pressRowAction(page, 'Preview', 'Snow & Roofs! Again');
    await expect(page.getByRole('dialog', { name: 'Preview' })).toContainText('the first storm');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['Post', 'Author', 'Status', 'Date', 'Actions'],
    ]);
    await expect(page.getByRole('tab')).toHaveText([/^All \(/, /^Published \(/, /^Drafts \(/]);
    await page.getByRole('tab', { name: /^Published/ }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('tab', { name: /^Drafts/ }).click();
    await pressRowAction(page, 'Delete', 'Snow & Roofs! Again');
    const question = 'Are you sure you want to delete this blog post?';
    await button(page.getByRole('alertdialog', { name: question }), 'Delete').click();
    await expect(row).toHaveCount(0);
  });
});

test('a page with blocks is a draft with a preview link, then published with a link in the navigation', {
  tag: '@full',
}, async ({ page }) => {
  const dialog = await openNew(page, '/admin/pages', 'Add Page');
  const tool = (name: string) => button(dialog, name);
  await dialog.getByLabel('Title').fill('About us');
  await expect(dialog.getByLabel('Address')).toHaveValue('about-us');
  await dialog.getByRole('textbox', { name: 'Content' }).fill('We build sheds.');
  await tool('Question and answer').click();
  await tool('Insert').click();
  await expect(dialog.getByText('Answer is required')).toBeVisible();
  await dialog.getByLabel('Question', { exact: true }).fill('Do you deliver?');
  await dialog.getByLabel('Answer', { exact: true }).fill('Within an hour.');
  await tool('Insert').click();
  await tool('Edit Question and answer: Do you deliver?').click();
  await dialog.getByLabel('Answer', { exact: true }).fill('Within two hours.');
  await tool('Change').click();
  await dialog.getByLabel('In the second navigation').check();
  await tool('Add Page').click();
  await expect(dialog).toBeHidden();
  expect((await page.request.get('/pages/about-us')).status()).toBe(404);
  await pressRowAction(page, 'Preview link', 'About us');
  const preview = await page.request.get(
    await page.getByRole('textbox', { name: 'Preview link' }).inputValue(),
  );
  expect(await preview.text()).toMatch(/noindex[\s\S]*We build sheds\.[\s\S]*Within two hours\./);
  expect(preview.headers()['cache-control']).toBe('private, no-store');
  await page.keyboard.press('Escape');
  await pressRowAction(page, 'Publish', 'About us');
  await expect(page.getByRole('row').filter({ hasText: 'About us' })).toContainText('Published');
  await page.goto('/contact');
  await page.getByRole('navigation', { name: 'More pages' }).getByText('About us').click();
  await expect(page.getByRole('heading', { name: 'Do you deliver?' })).toBeVisible();
});

test('text that was not saved is offered again after a crash, and overwrites nothing that was saved since', {
  tag: '@full',
}, async ({ page, site }) => {
  const service = serviceClient(site);
  const post = await insertRow(service, 'blog_posts', newPost({ featured_image: null }));
  await signIn(page, `/admin/blog?open=${post.id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit Blog Post' });
  const offer = dialog.getByRole('region', { name: 'Unsaved draft' });
  await dialog.getByLabel('Excerpt').fill('Written before the crash.');
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), `post-draft:${post.id}`))
    .toContain('before the crash');
  const change = { excerpt: 'Saved since.', author: 'Somebody else' };
  await updateRow(service, 'blog_posts', post.id, change);
  page.on('dialog', (question) => question.accept());
  await page.reload();
  await expect(offer).toContainText('were not saved');
  await button(offer, 'Restore draft').click();
  await expect(dialog.getByLabel('Excerpt')).toHaveValue('Written before the crash.');
  await expect(dialog.getByLabel('Author')).toHaveValue('Somebody else');
  await button(dialog, 'Update Post').click();
  await expect(conflictField(page, 'Excerpt')).toContainText('Saved versionSaved since.');
  await expect(conflict(page).getByRole('group')).toHaveCount(1);
  await button(conflict(page), 'Keep mine').click();
  // While it is asked, the dialog counts as hidden.
  await expect(conflict(page)).toBeHidden();
  await expect(dialog).toBeHidden();
  expect(await selectRow(service, 'blog_posts', { id: post.id })).toMatchObject({
    excerpt: 'Written before the crash.',
    author: 'Somebody else',
  });
});
