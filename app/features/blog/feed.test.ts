import { expect, test } from 'vitest';
import { renderAtomFeed } from './feed.ts';

const post = {
  id: '60000000-0000-4000-8000-000000000001',
  title: 'Frost & <ground>',
  slug: 'föhn',
  excerpt: null,
  author: 'The Team',
  published_at: '2026-02-01T05:00:00-05:00',
  updated_at: '2026-03-01T05:00:00-05:00',
  content: '<p>Dig &amp; fill.\u0000</p>',
};

// https://www.rfc-editor.org/rfc/rfc4287: a feed and an entry need id, title and updated; the feed an author.
test('renderAtomFeed has an entry per post with its id, dates, URL and content', () => {
  const feed = renderAtomFeed('https://example.com', 'Mill & Sons', 'News & notes', [post]);
  const [head = '', entry = ''] = feed.split('<entry>');
  expect(head).toContain('<id>https://example.com/blog</id>');
  expect(head).toContain('<title>Mill &amp; Sons: News &amp; notes</title>');
  expect(head).toContain('<updated>2026-03-01T10:00:00.000Z</updated>');
  expect(head).toContain('<author><name>Mill &amp; Sons</name></author>');
  expect(head).toContain(
    '<link rel="self" type="application/atom+xml" href="https://example.com/blog/feed.xml"/>',
  );
  expect(entry).toContain('<id>urn:uuid:60000000-0000-4000-8000-000000000001</id>');
  expect(entry).toContain('<title>Frost &amp; &lt;ground&gt;</title>');
  expect(entry).toContain('href="https://example.com/blog/f%C3%B6hn"');
  expect(entry).toContain('<published>2026-02-01T10:00:00.000Z</published>');
  expect(entry).toContain('<content type="html">&lt;p&gt;Dig &amp;amp; fill.&lt;/p&gt;</content>');
  expect(entry).not.toContain('<summary>');
});

test('renderAtomFeed has summaries, and is valid without posts', () => {
  expect(renderAtomFeed('', 'A', 'Blog', [{ ...post, excerpt: 'Dig.' }])).toContain(
    '<summary>Dig.</summary>',
  );
  expect(renderAtomFeed('', 'A', 'Blog', [])).toContain(
    '<updated>1970-01-01T00:00:00.000Z</updated>',
  );
});
