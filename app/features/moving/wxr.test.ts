import { describe, expect, test } from 'vitest';
import { ImportFileError } from './read-file.ts';
import { planWxr, type StoredContent } from './wxr.ts';
import { replaceImages } from './wxr-content.ts';

const now = new Date('2026-11-28T12:00:00Z');
const siteUrl = 'https://new.example';
const wxr = (items: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.8" -->
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old site</title><wp:author><wp:author_login><![CDATA[ann]]></wp:author_login><wp:author_display_name><![CDATA[Ann Fielder]]></wp:author_display_name></wp:author>
${items}
</channel></rss>`;
const item = (change: Record<string, string> = {}, more = '') => {
  const fields = {
    title: 'Ground work',
    link: 'https://old.example/2019/05/ground-work/',
    'dc:creator': '<![CDATA[ann]]>',
    'content:encoded': '<![CDATA[<p>Gravel, level and dry.</p>]]>',
    'wp:post_id': '7',
    'wp:post_name': 'ground-work',
    'wp:post_type': 'post',
    'wp:status': 'publish',
    'wp:post_date_gmt': '2019-05-03 16:00:00',
    ...change,
  };
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<item>\n${elements.join('\n')}${more}</item>\n`;
};
const nothing: StoredContent = { posts: new Map(), pages: new Map(), redirected: new Set() };
const plan = (items: string, stored: StoredContent = nothing) =>
  planWxr(wxr(items), stored, now, siteUrl);
const cdata = (html: string) => ({ 'content:encoded': `<![CDATA[${html}]]>` });

test('a published post is added with its author, date, images and old address', () => {
  const thumbnail =
    '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>';
  const content =
    '<![CDATA[<!-- wp:paragraph --><p>Gravel, level and dry.</p><!-- /wp:paragraph --><figure><img src="https://old.example/a.jpg?x=1&amp;y=2" alt="A"/></figure>]]>';
  const attachment = item({
    ...{ 'wp:post_type': 'attachment', 'wp:post_id': '9' },
    'wp:attachment_url': 'https://old.example/wp-content/uploads/t.jpg',
  });
  expect(plan(item({ 'content:encoded': content }, thumbnail) + attachment)).toEqual([
    {
      ...{ line: 5, name: 'Ground work', action: 'create', reason: 'Published' },
      table: 'blog_posts',
      columns: expect.objectContaining({
        ...{ slug: 'ground-work', author: 'Ann Fielder', is_published: true, featured_image: null },
        published_at: '2019-05-03T16:00:00.000Z',
      }),
      images: ['https://old.example/a.jpg?x=1&y=2'],
      thumbnail: 'https://old.example/wp-content/uploads/t.jpg',
      redirect: { from_path: '/2019/05/ground-work', to_url: '/blog/ground-work' },
    },
  ]);
});

test('drafts and protected posts are not published, and a post without a date has none', () => {
  const rows = plan(
    [
      item({ 'wp:status': 'draft', 'wp:post_name': '', 'wp:post_date_gmt': '0000-00-00 00:00:00' }),
      item({ 'wp:post_password': 'secret', 'wp:post_name': 'b' }),
      item({ 'wp:post_type': 'nav_menu_item', 'wp:post_name': 'd' }),
      item({ 'wp:status': 'trash', 'wp:post_name': 'e' }),
    ].join(''),
  );
  expect(rows.map(({ action, columns }) => [action, columns?.slug, columns?.is_published])).toEqual(
    [
      ['create', 'ground-work', false],
      ['create', 'b', false],
      ['skip', undefined, undefined],
    ],
  );
  expect(rows.map(({ redirect }) => redirect)).toEqual(rows.map(() => undefined));
  expect(rows[0]?.columns?.published_at).toBeNull();
  const [unknown] = plan(item({ 'dc:creator': 'admin' }));
  expect(unknown?.columns?.author).toBe('The Team');
});

const page = (change: Record<string, string> = {}, more = '') =>
  item(
    {
      ...{ title: 'About us', link: 'https://old.example/company/about/', 'wp:post_name': 'about' },
      ...{ 'wp:post_type': 'page', 'excerpt:encoded': '<![CDATA[Who <b>we</b> are.]]>', ...change },
    },
    more,
  );

test('a published page becomes a draft of an own page that begins with its featured image', () => {
  const thumbnail =
    '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>';
  const attachment = item({
    ...{ 'wp:post_type': 'attachment', 'wp:post_id': '9' },
    'wp:attachment_url': 'https://old.example/t.jpg?a=1&amp;b=2',
  });
  expect(plan(page(cdata('<p onclick="x()">Hi</p>'), thumbnail) + attachment)).toEqual([
    {
      ...{ line: 5, name: 'About us', action: 'create', table: 'own_pages' },
      reason: 'Draft under Pages. To redirect /company/about, publish it and choose the file again',
      columns: {
        ...{ id: expect.any(String), title: 'About us', slug: 'about' },
        ...{ description: 'Who we are.', is_published: false, published_at: null },
        ...{ in_footer: true, in_menu: false, order_index: 0 },
        content: '<p><img src="https://old.example/t.jpg?a=1&amp;b=2" /></p><p>Hi</p>',
      },
      images: ['https://old.example/t.jpg?a=1&b=2'],
    },
  ]);
});

test.each([
  ['no stored page', {}, ['create', undefined]],
  ['a post of that slug', { posts: new Map([['about', true]]) }, ['create', undefined]],
  ['a draft', { pages: new Map([['about', false]]) }, ['skip', undefined]],
  ['a published page', { pages: new Map([['about', true]]) }, ['update', '/pages/about']],
  [
    'a published page whose old address is redirected',
    { pages: new Map([['about', true]]), redirected: new Set(['/company/about']) },
    ['skip', undefined],
  ],
])('a page is planned beside %s', (_, stored: Partial<StoredContent>, expected) => {
  const [row] = plan(page(), { ...nothing, ...stored });
  expect([row?.action, row?.redirect?.to_url]).toEqual(expected);
});

test('pages get slugs of their own in letters, digits and hyphens', () => {
  const rows = plan(
    [
      page({ 'wp:post_name': 'Our_Sheds' }),
      page(),
      page({ link: 'https://old.example/garages/about/' }),
      page({ title: '車庫', link: 'https://old.example/?page_id=7', 'wp:post_name': '' }),
      page(),
      page({ title: '', 'wp:post_name': 'x', ...cdata('') }),
    ].join(''),
  );
  expect(rows.map(({ columns }) => columns?.slug)).toEqual([
    ...['our-sheds', 'about', 'garages-about', 'page-7', 'company-about', 'x'],
  ]);
  expect(rows.at(-1)).toMatchObject({
    reason: expect.stringMatching(
      /^Draft under Pages: it has no title and no text, so we made a title\. To/,
    ),
    columns: { title: 'Page of May 3, 2019', content: '<p>This page has no text yet.</p>' },
  });
});

test('a second import adds nothing, and wrong items are named with line and reason', () => {
  const wrong = item({ 'wp:post_name': 'a/b' });
  const skipped = [{ action: 'skip', reason: 'This slug is already in use' }];
  const posts = new Map([['ground-work', true]]);
  const redirected = new Set(['/2019/05/ground-work']);
  for (const stored of [
    { ...nothing, posts, redirected },
    { ...nothing, posts, redirected: undefined },
    { ...nothing, posts: new Map([['ground-work', false]]) },
  ]) {
    expect(plan(item(), stored)).toMatchObject(skipped);
  }
  expect(plan(item() + item() + wrong).map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'Published'],
    [15, 'Same slug as line 5'],
    [25, "Please don't use spaces or / ? # %"],
  ]);
});

test('posts without a title or text become drafts with a title made of their words or date', () => {
  const untitled = { title: ' ', 'wp:post_name': '' };
  const undated = { 'wp:post_date_gmt': '0000-00-00 00:00:00', 'wp:status': 'draft' };
  const rows = plan(
    [
      item({
        ...untitled,
        'wp:post_name': '7',
        ...cdata(`<p>${'Gravel and sand '.repeat(9)}</p>`),
      }),
      item({ 'wp:post_name': 'photo', ...cdata('<img src="/a.jpg" alt="">') }),
      item({ ...untitled, ...cdata('') }),
      item({ ...untitled, ...cdata('&nbsp;'), 'wp:post_id': '8' }),
      item({ ...untitled, ...undated, ...cdata('<p>Brief.</p>') }),
      item({ title: '車庫', 'wp:post_name': '' }),
      item({ 'wp:post_name': 'b', ...cdata('<a href="/?p=7">Gravel, level</a>') }),
    ].join(''),
  );
  const later =
    '. It appeared on May 3, 2019. To redirect /2019/05/ground-work, publish it and choose the file again';
  expect(rows.map(({ name, reason, columns }) => [name, columns?.slug, reason])).toEqual([
    [
      ...['Gravel and sand Gravel and sand Gravel and sand Gravel and…', '7'],
      `Not published: it has no title, so we made one${later}`,
    ],
    ['Ground work', 'photo', `Not published: it has no text${later}`],
    [
      ...['Post of May 3, 2019', 'post-of-may-3-2019'],
      `Not published: it has no title and no text, so we made a title${later}`,
    ],
    [
      ...['Post of May 3, 2019', 'post-8'],
      `Not published: it has no title and no text, so we made a title${later}`,
    ],
    ['Brief.', 'brief', 'Not published: it has no title and no text, so we made a title'],
    ['車庫', 'post-7', 'Published'],
    ['Ground work', 'b', 'Published'],
  ]);
  expect(rows.map(({ redirect }) => redirect !== undefined)).toEqual([
    ...[false, false, false, false, false, true, true],
  ]);
  expect(rows[1]).toMatchObject({
    columns: {
      ...{ title: 'Ground work', is_published: false, published_at: null },
      content:
        '<p><img src="https://old.example/a.jpg" alt="" /></p><p>This post has no text yet.</p>',
    },
    images: ['https://old.example/a.jpg'],
  });
});

describe('hostile exports', () => {
  test.each([
    ['<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel/></rss>'],
    ['<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss/>'],
    ['<html></html>'],
    [''],
    ['PK\u0003\u0004'],
  ])('%j is refused', (text) => {
    expect(() => planWxr(text, nothing, now, siteUrl)).toThrow("This isn't a WordPress export.");
  });

  test('unknown entities stay text, and nesting has a limit', () => {
    const [row] = plan(item({ title: 'A &lol; B &amp; C' }));
    expect(row?.name).toBe('A &lol; B & C');
    expect(() => plan('<a>'.repeat(1000))).toThrow(ImportFileError);
  });

  test('scripts, handlers, frames and other schemes are removed', () => {
    const html = [
      '<p onclick="alert(1)">Gravel, level and dry.</p><script>alert(2)</script>',
      '<a href="javascript:alert(3)">link</a><img src="x" onerror="alert(4)">',
      '<svg onload="alert(5)"><script>alert(6)</script></svg><iframe src="https://evil.example"></iframe>',
      '<img src="data:image/svg+xml;base64,PHN2Zy8+"><style>p{}</style>',
    ].join('');
    const [row] = plan(item({ 'content:encoded': `<![CDATA[${html}]]>` }));
    expect(row?.columns?.content).not.toMatch(/script|onclick|onerror|onload|iframe|style|evil/);
    expect(row?.images).toEqual(['https://old.example/2019/05/ground-work/x']);
  });

  test('many posts and a text of many brackets are read in linear time', () => {
    const items = Array.from({ length: 500 }, (_, index) => item({ 'wp:post_name': `p-${index}` }));
    expect(plan(items.join(''))).toHaveLength(500);
    const brackets = `<![CDATA[Gravel, level and dry. ${'[caption '.repeat(100_000)}${'<!--'.repeat(100_000)}${'\n'.repeat(100_000)}]]>`;
    expect(plan(item({ 'content:encoded': brackets }))).toHaveLength(1);
  });
});

test('the text of the old editor gets paragraphs, without shortcodes', () => {
  const text = 'Gravel, level\nand dry.\n\n[gallery ids="1,2"]\n\n<h2>Frost</h2>\n\nDeep.';
  const [row] = plan(item({ 'content:encoded': `<![CDATA[${text}]]>` }));
  expect(row?.columns?.content).toBe(
    '<p>Gravel, level<br />and dry.</p><h2>Frost</h2><p>Deep.</p>',
  );
});

test('a redirect that an earlier import did not make is made', () => {
  const stored = { ...nothing, posts: new Map([['ground-work', true]]) };
  expect(plan(item(), stored)).toEqual([
    {
      ...{ line: 5, name: 'Ground work', action: 'update' },
      reason: 'Redirect from /2019/05/ground-work',
      redirect: { from_path: '/2019/05/ground-work', to_url: '/blog/ground-work' },
    },
  ]);
});

test.each([
  [
    'First.\n\n<p style="text-align:center">Second.</p>\n\nThird.',
    '<p>First.</p><p>Second.</p><p>Third.</p>',
  ],
  [
    'First words.\n\n<pre>a\n\nb</pre>\n\nLast.',
    '<p>First words.</p><pre>a\n\nb</pre><p>Last.</p>',
  ],
  [
    '<!-- wp:paragraph -->\n<p>First words.</p>\n<!-- /wp:paragraph -->\n\nb',
    '\n<p>First words.</p>\n\n\nb',
  ],
])('the paragraphs of %j are %j', (text, html) => {
  expect(plan(item(cdata(text)))[0]?.columns?.content).toBe(html);
});

test('images are found at any address, and links to image files are removed', () => {
  const html =
    '<p>Gravel, level.<a href="http://www.old.example/b.jpg"><img src="/b.jpg" alt="B"></a>' +
    '<img src="//cdn.example/c.png"><a href="/about">About</a> <a href="tel:705-555-0142">Call</a></p>';
  const [row] = plan(item(cdata(html)));
  expect(row?.images).toEqual(['https://old.example/b.jpg', 'https://cdn.example/c.png']);
  expect(row?.columns?.content).toBe(
    '<p>Gravel, level.<span><img src="https://old.example/b.jpg" alt="B" /></span>' +
      '<img src="https://cdn.example/c.png" /><a href="https://old.example/about" rel="noopener nofollow">About</a> <a href="tel:+17055550142" rel="noopener nofollow">Call</a></p>',
  );
});

test('replaceImages leaves a text that equals the address', () => {
  const html = '<img alt="https://old.example/a.jpg" src="https://old.example/a.jpg" />';
  expect(replaceImages(html, new Map([['https://old.example/a.jpg', '/a.webp']]))).toBe(
    '<img alt="https://old.example/a.jpg" src="/a.webp" />',
  );
});

test('replaceImages removes images that could not be stored', () => {
  const html =
    '<p>a<img src="https://old.example/a.jpg?x&amp;y" alt="A" />b<img src="https://old.example/b.jpg" /></p>';
  const stored = new Map([['https://old.example/a.jpg?x&y', 'https://new.example/$&"a']]);
  expect(replaceImages(html, stored)).toBe(
    '<p>a<img src="https://new.example/$&amp;&quot;a" alt="A" />b</p>',
  );
});
