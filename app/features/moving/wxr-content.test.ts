import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cpuTime } from '#tests/support/cpu-time.ts';
import { planWxr } from './wxr.ts';
import { type ContentSources, convertContent } from './wxr-content.ts';

/** Parts of an export of WordPress 6.1. */
const file = readFileSync(new URL('wordpress-export.xml', import.meta.url), 'utf8');
const nothing = { posts: new Map(), pages: new Map(), redirected: new Set<string>() };
const rows = planWxr(file, nothing, new Date('2026-11-29T12:00:00Z'), 'https://new.example');
const find = (title: string) => rows.find(({ name }) => name.includes(title));
/** A text without what links have and without white space between elements. */
const read = (title: string) =>
  String(find(title)?.columns?.content)
    .replaceAll(' rel="noopener nofollow"', '')
    .replace(/<p>\s*(?=<p>)|(?<=<\/p>)\s*<\/p>/g, '')
    .replace(/\s*\n\s*/g, '');
const uploads = 'http://www.oldsheds.example/wp-content/uploads';
const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

test('posts of an export keep state, second of publication and author', () => {
  expect(rows.map(({ name, reason, columns }) => [name, reason, columns?.published_at])).toEqual([
    ['A classic caption', 'Published', '2015-03-08T06:30:15.000Z'],
    ['Attached gallery', 'Published', '2016-08-01T13:00:00.000Z'],
    ['Blocks: everything “at once” & more', 'Published', '2021-11-07T05:30:45.000Z'],
    ['Scheduled post', 'Scheduled for Jun 1, 2027, 8:00 a.m.', '2027-06-01T12:00:00.000Z'],
  ]);
  expect(find('caption')?.columns).toMatchObject({
    ...{ author: "Mary O'Neil & Co", excerpt: 'Short & sweet: gravel first.', is_published: true },
  });
});

test('the old editor’s captions, addresses and tables become paragraphs', () => {
  expect(read('caption')).toBe(
    '<p>Gravel first &amp; foremost, "quoted" — and 5 &lt; 6.<br />Second line with <strong>bold</strong> and ' +
      '<a href="http://www.oldsheds.example/about/">a link</a>.</p>' +
      `<p><span><img src="${uploads}/2026/11/shed-1-300x225.jpg" alt="Shed one" width="300" height="200" /></span>` +
      ' The first shed, with <em>cedar</em> walls</p><p>After the caption.</p><p>Below the fold.</p>' +
      '<ul><li>One</li><li>Two &amp; a half</li></ul><h3>Video</h3><p>Text right after a heading.</p>' +
      `<p><a href="${video}">${video}</a></p>` +
      '<p><a href="https://vimeo.com/76979871">https://vimeo.com/76979871</a></p>' +
      '<p>Size | Price</p><p>8x10 | $4,250</p><p>The end.</p>',
  );
});

test('the new editor’s embeds, reusable blocks and boxes keep their texts apart, and links lead to imported posts', () => {
  const film = `${uploads}/film.mp4`;
  expect(read('Blocks')).toBe(
    `<p><a href="${video}">${video}</a></p><p>How we build</p>` +
      '<p>Size | Price</p><p>8x10 | $4,250</p><p>10x12 | $5,900</p><p>Prices</p>' +
      '<p><a href="http://www.oldsheds.example/contact">Get a quote</a></p>' +
      '<p><a href="http://www.oldsheds.example/gallery">Gallery</a></p>' +
      `<p><a href="${film}">${film}</a><p>A film</p><a href="${video}">${video}</a>` +
      '<p>Call us at <strong>705-555-0142</strong> for a quote.</p>' +
      `<p><img src="${uploads}/2026/11/shed-3.jpg" alt="Shed 3 seen from the front" /></p><p>Shed number 3</p>` +
      '<p>In short, see <a href="https://new.example/blog/attached-gallery">the other</a>.</p>',
  );
});

test('a gallery without a list has the images that were uploaded to its post', () => {
  expect(read('gallery')).toBe(
    `<p>Two attached images follow here.</p><p><img src="${uploads}/2016/08/shed-6.jpg" alt="" /></p><p>Six</p>`,
  );
  expect(find('gallery')?.images).toEqual([`${uploads}/2016/08/shed-6.jpg`]);
});

const sources: ContentSources = {
  images: new Map([
    ['1', { url: 'https://old.example/1.jpg', alt: '', caption: 'x'.repeat(1000) }],
  ]),
  imagesOf: new Map(),
  blocks: new Map([['1', 'y'.repeat(100_000)]]),
  mediaPages: new Set(['old.example/shed-1']),
};
const convert = (html: string) =>
  convertContent(html, { id: '9', link: 'https://old.example/a/' }, sources);

test.each([
  ['A [sic] and [a b] stay, [form id="5"] does not', '<p>A [sic] and [a b] stay,  does not</p>'],
  ['[video mp4="https://old.example/a.mp4"][/video]', 'https://old.example/a.mp4'],
  ['<a href="/shed-1/">Media page</a>', '<p><span>Media page</span></p>'],
  ['<div>One</div><div>Two</div>', '<p>One</p><p>Two</p>'],
  ['100 ft<sup>2</sup>', '<p>100 ft²</p>'],
])('%j is converted to %j', (html, expected) => {
  expect(convert(html)).toContain(expected);
});

test.each([
  '[gallery ids="1"] ',
  '[gallery ids="1',
  '<!-- wp:block {"ref":1} /-->',
  '<!-- wp:block {"ref":1',
  'wp-block-embed__wrapper">',
  '</td> ',
  '<pre',
  '[embed]https://a',
  '[a b="',
])('%j many times is converted in linear time, to a text of limited length', (part) => {
  const start = cpuTime();
  expect(convert(part.repeat(400_000 / part.length)).length).toBeLessThan(3_000_000);
  expect(cpuTime() - start).toBeLessThan(5000);
});
