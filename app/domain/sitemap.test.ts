import { expect, test } from 'vitest';
import { latest, sitemap } from './sitemap.ts';

const xml = sitemap('https://example.com', {
  home: '2026-05-01T10:00:00+00:00',
  settings: '2026-04-01T10:00:00+00:00',
  sheds: [
    { id: '1f', updated_at: '2026-03-01T10:00:00+00:00' },
    { id: '2f', updated_at: '2026-03-02T10:00:00.5+00:00' },
  ],
  posts: [{ slug: 'föhn-&-frost', updated_at: '2026-02-01T05:00:00-05:00' }],
});

const entries = [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) =>
  ['loc', 'lastmod', 'changefreq', 'priority'].map(
    (name) => new RegExp(`<${name}>(.*)</${name}>`).exec(entry)?.[1],
  ),
);

test('every page has its priority, its frequency, and the moment of its data', () => {
  expect(entries).toEqual([
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

test('it is a urlset, and leaves out the moment that nobody knows', () => {
  const empty = sitemap('https://example.com', { sheds: [], posts: [] });
  expect(empty).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/,
  );
  expect(empty).not.toContain('lastmod');
  expect(empty.match(/<url>/g)).toHaveLength(5);
});

test('an address is written as XML wants it', () => {
  expect(sitemap('https://example.com/?a=1&b=<2>', { sheds: [], posts: [] })).toContain(
    '<loc>https://example.com/?a=1&amp;b=&lt;2&gt;/</loc>',
  );
});

test('the last of some moments is found in any notation', () => {
  expect(latest(['2026-02-01T05:00:00-05:00', undefined, '2026-02-01T09:00:00Z'])).toBe(
    '2026-02-01T10:00:00.000Z',
  );
  expect(latest([])).toBeUndefined();
});
