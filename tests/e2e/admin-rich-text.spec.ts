import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { createBrokenImageFile, createImageFile } from '#tests/fixtures/image-files.ts';
import { signIn } from './support/admin.ts';
import { pasteFiles, pasteHtml } from './support/paste.ts';
import { serviceClient } from './support/service.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// The browser reports blocked handlers of pasted HTML.
test.use({
  expectedErrors: ['status of 4', 'status of 5', 'Could not', 'Executing inline event handler'],
});

const tools = [
  ...['Heading 1', 'Heading 2', 'Heading 3', 'Bold', 'Italic', 'Underline', 'Strike'],
  ...['Ordered list', 'Bullet list', 'Blockquote', 'Code block', 'Link', 'Image', 'Clean'],
];
const pasted = (name: string) =>
  readFileSync(new URL(`../fixtures/paste/${name}`, import.meta.url), 'utf8');

async function openEditor(page: Page): Promise<{ dialog: Locator; text: Locator }> {
  await signIn(page, '/admin/blog');
  await page.getByRole('button', { name: 'New Post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Blog Post' });
  const text = dialog.getByRole('textbox', { name: 'Content' });
  await expect(text).toBeVisible();
  return { dialog, text };
}

test('the toolbar has the specified tools, and each creates its element', {
  tag: '@narrow',
}, async ({ page }) => {
  const { dialog, text } = await openEditor(page);
  const toolbar = dialog.getByRole('toolbar', { name: 'Formatting' });
  const names = await toolbar
    .getByRole('button')
    .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
  expect(names).toEqual(tools);
  const { height } = (await text.boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(200);

  for (const [tool, tag] of [
    ['Heading 1', 'h1'],
    ['Heading 2', 'h2'],
    ['Heading 3', 'h3'],
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Underline', 'u'],
    ['Strike', 's'],
    ['Ordered list', 'ol > li'],
    ['Bullet list', 'ul > li'],
    ['Blockquote', 'blockquote'],
    ['Code block', 'pre > code'],
  ] as const) {
    await text.fill('Level ground');
    await text.press('Home');
    await text.press('Shift+End');
    const button = toolbar.getByRole('button', { name: tool, exact: true });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(text.locator(tag)).toHaveText('Level ground');
    await toolbar.getByRole('button', { name: 'Clean' }).click();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect(text.locator(tag)).toHaveCount(0);
    await expect(text).toHaveText('Level ground');
  }
  await expectAccessible(page);
});

test('the toolbar is one tab stop, and the arrow keys move between its tools', {
  tag: '@wide',
}, async ({ page }) => {
  const { dialog, text } = await openEditor(page);
  const tool = (name: string) => dialog.getByRole('button', { name, exact: true });
  const stops = await dialog
    .getByRole('toolbar')
    .getByRole('button')
    .evaluateAll((all) => all.filter((button) => button.tabIndex === 0).length);
  expect(stops).toBe(1);
  await text.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(tool('Heading 1')).toBeFocused();
  for (const name of tools.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expect(tool(name)).toBeFocused();
  }
  await page.keyboard.press('ArrowRight');
  await expect(tool('Heading 1')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(text).toBeFocused();
});

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
    pasted('word.html'),
    [
      '<h1>Getting the ground ready</h1>',
      '<h2>What you need</h2>',
      '<p>A shed stands as well as its <strong>ground</strong> does. Read <em>all</em> of it, and ask <a rel="noopener nofollow" href="https://example.com/permits">the township</a> first.</p>',
      '<ul><li><p>Gravel</p><ul><li><p>clear stone</p></li><li><p>20 mm</p></li></ul></li><li><p>Sand</p></li></ul>',
      '<ol><li><p>Dig</p></li><li><p>Fill</p></li></ol>',
      '<p>Depth</p><p>150 mm</p>',
    ].join(''),
  ],
  [
    pasted('google-docs.html'),
    '<h2>Before the snow</h2><p>Clear the <strong>gutters</strong> and the <em>roof</em>.</p><ul><li><p>Ladder</p></li><li><p>Gloves</p></li></ul>',
  ],
  ['<p>a<img src="file:///C:/a.png"></p>', '<p>a</p>'],
  ['<a href="javascript:x()">a</a>', '<p>a</p>'],
  ['<a name="_Toc1">Ground</a>', '<p>Ground</p>'],
  ['<p>&nbsp;</p><p>a</p><p><o:p>&nbsp;</o:p></p>', '<p>a</p>'],
  ['<table><tr><td>A</td><td><p>B</p></td></tr></table>', '<p>A</p><p>B</p>'],
  ['<h5>Small</h5><del>no</del>', '<h3>Small</h3><p><s>no</s></p>'],
  ['<svg onload="x()"><script>x()</script></svg>b', '<p>b</p>'],
  ['\r\n<!--StartFragment-->a<span> </span><!--EndFragment-->\r\n', '<p>a&nbsp;</p>'],
  ['<meta charset="utf-8"><span> </span><b>a</b>', '<p>&nbsp;<strong>a</strong></p>'],
];

test('pasted HTML is reduced to what a post can contain', { tag: '@wide' }, async ({ page }) => {
  const { text } = await openEditor(page);
  for (const [html, inserted] of pastes) {
    await text.press('Control+a');
    await text.press('Delete');
    await expect(text.locator(':scope > :only-child:is(p)')).toHaveText('');
    await pasteHtml(text, html);
    const content = (await text.innerHTML())
      .replace(/<p><br[^>]*><\/p>$/, '')
      .replace(/ target="[^"]*"| class="[^"]*"/g, '');
    expect(content, html).toBe(inserted);
  }
});

test(
  'HTML pasted from Word and Google Docs is sanitized, stored and shown',
  { tag: '@wide' },
  async ({ page, site }, { project }) => {
    const slug = `pasted-${project.name}`;
    const { dialog, text } = await openEditor(page);
    await pasteHtml(text, pasted('word.html'));
    await expect(text.getByRole('heading', { level: 1 })).toHaveText('Getting the ground ready');
    await expect(text.getByRole('heading', { level: 2 })).toHaveText('What you need');
    await expect(text.locator('ul > li > ul > li')).toHaveText(['clear stone', '20 mm']);
    await expect(text.locator('ol > li')).toHaveText(['Dig', 'Fill']);
    await expect(text.locator('strong')).toHaveText('ground');
    await expect(text.locator('a')).toHaveAttribute('href', 'https://example.com/permits');
    await text.press('Control+End');
    await pasteHtml(text, pasted('google-docs.html'));
    await expect(text.locator('strong')).toHaveText(['ground', 'gutters']);
    await pasteHtml(
      text,
      '<p onclick="x()">End<script>x()</script><a href="javascript:x()">.</a></p>',
    );
    await expect(text).toContainText('End.');
    expect(await text.innerHTML()).not.toMatch(
      /Mso|mso-|style=|<span|file:|javascript|onclick|o:p/,
    );
    await expectAccessible(page);

    await dialog.getByLabel('Title').fill(`Pasted ${project.name}`);
    await dialog.getByLabel('Published').check();
    await dialog.getByRole('button', { name: 'Create Post' }).click();
    await expect(dialog).toBeHidden();
    const service = serviceClient(site);
    const read = async () =>
      (await service.from('blog_posts').select('content').eq('slug', slug).single()).data?.content;
    expect(await read()).not.toMatch(/Mso|style|class|<span|file:|script/);

    await test.step('unsanitized HTML in the table is sanitized when it is shown', async () => {
      await service
        .from('blog_posts')
        .update({
          content:
            '<p>Ten characters</p><script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">a</a><img src="ftp://x.ca/a.jpg"><iframe src="https://x.ca"></iframe>',
        })
        .eq('slug', slug)
        .throwOnError();
      const html = await (await page.request.get(`/blog/${slug}`)).text();
      const [, article = ''] = /<article[^>]*>([\s\S]*)<\/article>/.exec(html) ?? [];
      expect(article).toContain('Ten characters');
      expect(article).not.toMatch(/onerror|javascript:|ftp:|<iframe|alert/);
    });
  },
);

test('links accept http, mailto and tel URLs only, and can be removed', {
  tag: '@narrow',
}, async ({ page }) => {
  const { dialog, text } = await openEditor(page);
  await text.fill('Ask us');
  const open = () => dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await text.press('Control+a');
  await open();
  const urlField = dialog.getByLabel('Link address');
  for (const wrong of ['javascript:alert(1)', 'data:text/html,x', 'ftp://x.ca', 'file:///a', 'x']) {
    await urlField.fill(wrong);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByText('Please enter a web, e-mail or telephone address')).toBeVisible();
  }
  await expect(text.locator('a')).toHaveCount(0);
  for (const [typed, href] of [
    ['http://example.com', 'http://example.com/'],
    ['https://example.com/a', 'https://example.com/a'],
    ['jo@example.com', 'mailto:jo@example.com'],
    ['tel:705-555-0100', 'tel:705-555-0100'],
  ] as const) {
    if (!(await urlField.isVisible())) await open();
    await urlField.fill(typed);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(text.locator('a')).toHaveAttribute('href', href);
    await text.press('Control+a');
  }
  await open();
  await expect(urlField).toHaveValue('tel:705-555-0100');
  await dialog.getByRole('button', { name: 'Remove link' }).click();
  await expect(text.locator('a')).toHaveCount(0);
  await expect(text).toHaveText('Ask us');
});

test('images are added by upload, URL and paste, and their alt text can be changed', {
  tag: '@wide',
}, async ({ page }) => {
  const { dialog, text } = await openEditor(page);
  const open = () => dialog.getByRole('button', { name: 'Image', exact: true }).click();
  const alert = page.getByRole('alertdialog');
  await text.click();
  await open();
  const urlField = dialog.getByLabel('Picture address');
  for (const wrong of ['ftp://x.ca/a.jpg', 'file:///a.jpg', 'javascript:x', 'data:text/html,x']) {
    await urlField.fill(wrong);
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect(dialog.getByText(/begins with http:/)).toBeVisible();
  }
  await expectAccessible(page);
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  await dialog.getByLabel('What the picture shows').fill('A dot');
  await urlField.fill(pixel);
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(text.getByRole('img', { name: 'A dot' })).toHaveAttribute('src', pixel);

  await test.step('the alt text of the image is changed', async () => {
    await text.getByRole('img', { name: 'A dot' }).click();
    await open();
    await expect(dialog.getByLabel('What the picture shows')).toHaveValue('A dot');
    await expect(urlField).toHaveValue(pixel);
    await dialog.getByLabel('What the picture shows').fill('A full stop');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await expect(text.getByRole('img')).toHaveCount(1);
    await expect(text.getByRole('img', { name: 'A full stop' })).toHaveAttribute('src', pixel);
  });

  await test.step('a file that neither the browser nor the server can decode shows an error', async () => {
    await open();
    await dialog
      .getByLabel(/^Upload/)
      .setInputFiles({ name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') });
    await expect(alert).toContainText(
      'Failed to upload image: Upload failed: mime type text/plain is not supported',
    );
    await alert.getByRole('button', { name: 'OK' }).click();
    await page.keyboard.press('Escape');
  });

  await test.step('several uploads that fail at once show each reason once', async () => {
    const drawing = { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.of() };
    await pasteFiles(text, [drawing, drawing, createBrokenImageFile('torn.jpg')]);
    await expect(alert).toContainText('Failed to upload image: Drawings in SVG are not taken');
    // The second click comes before anybody has read what it would close.
    await alert.getByRole('button', { name: 'OK' }).dblclick();
    await expect(alert).toContainText(
      'Failed to upload image: Upload failed: mime type text/plain is not supported',
    );
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(alert).toBeHidden();
  });

  await test.step('a pasted image is uploaded, not embedded in the text', async () => {
    await text.press('Control+End');
    await pasteFiles(text, [await createImageFile('roof.jpg', '#35506b')]);
    await expect(text.locator('img[src*="/images/blog/"]')).toHaveAttribute(
      'src',
      /^https?:.*\/images\/blog\/\d+-roof\.jpg$/,
    );
  });
});

test(
  'typed text is offered for recovery after the page crashed',
  { tag: '@narrow' },
  async ({ page, context }, { project }) => {
    const { dialog, text } = await openEditor(page);
    await dialog.getByLabel('Title').fill(`Half a thought ${project.name}`);
    await text.fill('The words before the power went out.');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('post-draft:new') ?? ''))
      .toContain('power went out');
    const crashed = page.waitForEvent('crash');
    page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await page.close();

    const again = await context.newPage();
    await again.goto('/admin/blog');
    await again.getByRole('button', { name: 'New Post' }).click();
    const offer = again.getByRole('region', { name: 'Unsaved draft' });
    await expect(offer).toContainText('was not saved');
    await expectAccessible(again);
    await again.getByRole('button', { name: 'Restore draft' }).click();
    await expect(again.getByLabel('Title')).toHaveValue(`Half a thought ${project.name}`);
    await expect(again.getByRole('textbox', { name: 'Content' })).toHaveText(
      'The words before the power went out.',
    );
  },
);

test(
  'staff preview an unpublished post, and visitors get 404',
  { tag: '@wide' },
  async ({ page, site }, { project }) => {
    const slug = `unpublished-${project.name}`;
    await serviceClient(site)
      .from('blog_posts')
      .insert({
        title: `Not yet ${project.name}`,
        slug,
        author: 'Jo',
        content: '<h1>Ground</h1><p>Dry and level.</p><script>alert(1)</script>',
        is_published: false,
      })
      .throwOnError();
    expect((await page.request.get(`/blog/${slug}`)).status()).toBe(404);
    await signIn(page, '/admin/blog');
    await page.getByRole('button', { name: `Preview: Not yet ${project.name}` }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Ground' })).toBeVisible();
    await expect(preview.getByText('Dry and level.')).toBeVisible();
    await expect(preview.locator('script')).toHaveCount(0);
    await expectAccessible(page);
  },
);
