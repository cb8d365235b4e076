import { expect, test } from 'vitest';
import { getLatest, renderSitemap, type SitemapContent } from './sitemap.ts';

const content: SitemapContent = {
  home: { updated_at: '2026-05-01T10:00:00+00:00', images: ['hero/1-a.webp'] },
  shedsImages: ['https://cdn.example/row.jpg?a=1&b=2'],
  settings: '2026-04-01T10:00:00+00:00',
  sheds: [
    {
      id: '1f',
      updated_at: '2026-03-01T10:00:00+00:00',
      images: ['sheds/1-a.webp', 'sheds/2-b.webp'],
    },
    { id: '2f', updated_at: '2026-03-02T10:00:00.5+00:00', images: [] },
  ],
  posts: [
    {
      slug: 'föhn-&-frost',
      updated_at: '2026-02-01T05:00:00-05:00',
      featured_image: 'blog/1-frost.webp',
    },
  ],
};
const render = () => renderSitemap('https://example.com', content);
const listUrls = () => [...render().matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => entry);
const readEntries = () =>
  listUrls().map((entry) =>
    ['loc', 'lastmod', 'changefreq', 'priority'].map(
      (name) => new RegExp(`<${name}>(.*)</${name}>`).exec(entry)?.[1],
    ),
  );

test('renderSitemap has exactly the entries of the specification, with priority, changefreq and lastmod', () => {
  expect(readEntries()).toEqual([
    ['https://example.com/', '2026-05-01T10:00:00.000Z', 'weekly', '1'],
    ['https://example.com/custom-sheds', '2026-03-02T10:00:00.500Z', 'weekly', '0.9'],
    ['https://example.com/blog', '2026-02-01T10:00:00.000Z', 'weekly', '0.8'],
    ['https://example.com/contact', '2026-04-01T10:00:00.000Z', 'monthly', '0.7'],
    ['https://example.com/quote-request', '2026-04-01T10:00:00.000Z', 'monthly', '0.7'],
    ['https://example.com/blog/f%C3%B6hn-%26-frost', '2026-02-01T10:00:00.000Z', 'monthly', '0.6'],
    ['https://example.com/custom-sheds/1f', '2026-03-01T10:00:00.000Z', 'monthly', '0.6'],
    ['https://example.com/custom-sheds/2f', '2026-03-02T10:00:00.500Z', 'monthly', '0.6'],
  ]);
});

test('renderSitemap lists the absolute URLs of images', () => {
  const images = listUrls().map((entry) => [
    /<loc>(.*)<\/loc>/.exec(entry)?.[1]?.replace('https://example.com', ''),
    [...entry.matchAll(/<image:image><image:loc>(.*)<\/image:loc><\/image:image>/g)].map(
      ([, url]) => url,
    ),
  ]);
  const made = 'https://example.com/pictures/1280/jpeg';
  expect(Object.fromEntries(images)).toEqual({
    '/': [`${made}/hero/1-a.webp`],
    '/custom-sheds': ['https://cdn.example/row.jpg?a=1&amp;b=2'],
    '/blog': [],
    '/contact': [],
    '/quote-request': [],
    '/blog/f%C3%B6hn-%26-frost': [`${made}/blog/1-frost.webp`],
    '/custom-sheds/1f': [`${made}/sheds/1-a.webp`, `${made}/sheds/2-b.webp`],
    '/custom-sheds/2f': [],
  });
});

test('renderSitemap lists further pages last', () => {
  const more = [
    { path: '/faq', updated_at: '2026-03-01T10:00:00Z', images: ['projects/1-a.webp'] },
  ];
  const xml = renderSitemap('https://example.com', { ...content, more });
  const [entry = ''] = xml.match(/<url>(?:(?!<url>).)*<\/url>\n<\/urlset>/s) ?? [];
  expect(entry).toContain('<loc>https://example.com/faq</loc>');
  expect(entry).toContain('<priority>0.6</priority>');
  expect(entry).toContain('/pictures/1280/jpeg/projects/1-a.webp</image:loc>');
  expect(xml.replace(entry, '</urlset>')).toContain('/custom-sheds/2f');
});

test('renderSitemap omits an unknown lastmod', () => {
  const empty = renderSitemap('https://example.com', { sheds: [], posts: [] });
  expect(empty).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9" xmlns:image="http:\/\/www.google.com\/schemas\/sitemap-image\/1.1">/,
  );
  expect(empty).not.toContain('lastmod');
  expect(empty.match(/<url>/g)).toHaveLength(5);
});

test('renderSitemap indents its lines and lists at most 1,000 images of a page', () => {
  const images = Array.from({ length: 1001 }, (_, n) => `sheds/${n}.webp`);
  const shed = { id: '1f', updated_at: '2026-03-01T10:00:00Z', images };
  const post = { slug: 'a', updated_at: '2026-03-01T10:00:00Z', featured_image: null };
  const lines = renderSitemap('https://example.com', { sheds: [shed], posts: [post] }).split('\n');
  expect(lines.filter((line) => line.startsWith('    <image:image>'))).toHaveLength(1000);
  expect(lines.slice(2, 7)).toEqual([
    '  <url>',
    '    <loc>https://example.com/</loc>',
    '    <changefreq>weekly</changefreq>',
    '    <priority>1</priority>',
    '  </url>',
  ]);
  expect(lines.slice(-2)).toEqual(['</urlset>', '']);
});

test('renderSitemap escapes URLs', () => {
  expect(renderSitemap('https://example.com/?a=1&b=<2>', { sheds: [], posts: [] })).toContain(
    '<loc>https://example.com/?a=1&amp;b=&lt;2&gt;/</loc>',
  );
});

test('getLatest compares times in any notation', () => {
  expect(getLatest(['2026-02-01T05:00:00-05:00', undefined, '2026-02-01T09:00:00Z'])).toBe(
    '2026-02-01T10:00:00.000Z',
  );
  expect(getLatest([])).toBeUndefined();
});
