import { expect, test } from 'vitest';
import { pageMeta } from './page-meta.ts';

const site = { url: 'https://example.com', name: 'Mill & Sons', settings: null };
const page = {
  path: '/blog/a',
  title: 'Frost',
  description: 'Dig, fill and wait. '.repeat(20),
  card: { drawing: 'blog/a' },
  graph: [],
};

/** The contents by name or property. */
function contents(meta: ReturnType<typeof pageMeta>): Record<string, unknown> {
  return Object.fromEntries(
    meta.map((tag) => {
      const { name, property, content } = tag as Record<string, unknown>;
      return [name ?? property ?? Object.keys(tag)[0], content ?? Object.values(tag)[0]];
    }),
  );
}

test('pageMeta cuts the description between words to 160 characters', () => {
  const { description } = contents(pageMeta(site, page));
  expect(String(description).length).toBeLessThanOrEqual(160);
  expect(description).toMatch(/(Dig|fill|and|wait)\.?…$/);
});

test('pageMeta appends the business to a title that leaves room', () => {
  expect(contents(pageMeta(site, page)).title).toBe('Frost | Mill & Sons');
  const title = 'A title that alone is nearly as long as what search engines show';
  expect(contents(pageMeta(site, { ...page, title })).title).toBe(title);
  const longer = contents(pageMeta(site, { ...page, title: `${title} of one` }));
  expect(String(longer.title).length).toBeLessThanOrEqual(70);
  expect(longer['og:title']).toBe(`${title} of one`);
});

test.each([
  ['blog/1-a b.webp', 'https://example.com/pictures/card/jpeg/blog/1-a%20b.webp', 'image/jpeg'],
  ['https://cdn.example/a.png', 'https://example.com/cards/blog/a.png', 'image/png'],
  [null, 'https://example.com/cards/blog/a.png', 'image/png'],
])('the card of a page with the image %s is %s', (image, url, type) => {
  const meta = contents(pageMeta(site, { ...page, card: { image, drawing: 'blog/a' } }));
  expect(meta).toMatchObject({
    'og:image': url,
    'og:image:type': type,
    'og:image:alt': 'Frost',
    'twitter:card': 'summary_large_image',
  });
});

test.each([
  ['sheds/1-a.webp', 'https://example.com/pictures/card/jpeg/sheds/1-a.webp'],
  [null, 'https://example.com/design/image?style=gable&image=card'],
])('the card of a page with the image %s and a design is %s', (image, url) => {
  const card = { image, drawing: 'sheds', url: '/design/image?style=gable&image=card' };
  expect(contents(pageMeta(site, { ...page, card }))).toMatchObject({
    'og:image': url,
    'og:image:type': 'image/jpeg',
  });
});

test('og:image:alt is the alt text of the image', () => {
  const card = { image: 'blog/1-a.webp', drawing: 'blog/a' };
  const texts = { 'blog/1-a.webp': { alt: 'A shed in the snow' } };
  expect(contents(pageMeta(site, { ...page, card, texts }))['og:image:alt']).toBe(
    'A shed in the snow',
  );
});

test('the card is cropped at the focal point of the image', () => {
  const card = { image: 'blog/1-a.webp', drawing: 'blog/a' };
  const texts = { 'blog/1-a.webp': { alt: '', focalPoint: { x: 34, y: 85 } } };
  expect(contents(pageMeta(site, { ...page, card, texts }))).toMatchObject({
    'og:image': 'https://example.com/pictures/card-30-90/jpeg/blog/1-a.webp',
    'og:image:alt': 'Frost',
  });
});

test('an unchanged post has article:published_time and no article:modified_time', () => {
  const article = { published: '2026-05-01T08:00:00-04:00', modified: null };
  const meta = contents(pageMeta(site, { ...page, article }));
  expect(meta['og:type']).toBe('article');
  expect(meta['article:published_time']).toBe('2026-05-01T12:00:00.000Z');
  expect(meta).not.toHaveProperty('article:modified_time');
});

test('sharedPath sets og:url, not the canonical URL', () => {
  const meta = pageMeta(site, { ...page, path: '/', sharedPath: '/?project=1' });
  expect(contents(meta)['og:url']).toBe('https://example.com/?project=1');
  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://example.com/',
  });
});
