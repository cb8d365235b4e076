import { expect, it } from 'vitest';
import { addReferences } from './image-references.ts';

function findReferences(value: unknown): Set<string> {
  const paths = new Set<string>();
  addReferences(value, paths);
  return paths;
}

it.each([
  ['a path of its own', 'sheds/1-a.jpg', 'sheds/1-a.jpg'],
  ['a list of paths', ['projects/1-a.jpg', 'projects/2-b.jpg'], 'projects/2-b.jpg'],
  ['an object', { nested: [{ image: 'hero/1-a.jpg' }] }, 'hero/1-a.jpg'],
  [
    'a URL in HTML',
    '<p>a</p><img src="http://x.ca/storage/v1/object/public/images/blog/1-a.jpg" alt="">',
    'blog/1-a.jpg',
  ],
  ['a resized image', '<img src="/pictures/640/webp/blog/1-a.jpg?v=2">', 'blog/1-a.jpg'],
  ['single quotes', "<img src='/x/blog/1-a.jpg'><p>it's</p>", 'blog/1-a.jpg'],
  ['an encoded name', '<img src="/images/blog/1-a%20b%C3%A9.jpg">', 'blog/1-a bé.jpg'],
  ['an ampersand', '<img src="/images/blog/1-a&amp;b.jpg">', 'blog/1-a&b.jpg'],
  ['a name with odd characters', ['sheds/1-it"s (a), b;.jpg'], 'sheds/1-it"s (a), b;.jpg'],
  ['a name in brackets in HTML', '<img src="/images/blog/1-(a).jpg">', 'blog/1-(a).jpg'],
  ['a style', 'background:url(/images/hero/1-a.jpg), red', 'hero/1-a.jpg'],
  ['a percent sign that encodes nothing', 'see blog/100%.jpg', 'blog/100%.jpg'],
])('finds %s', (_what, value, path) => {
  expect(findReferences(value)).toContain(path);
});

it('finds no path in a value without one', () => {
  const value = {
    id: 1,
    none: null,
    yes: true,
    title: 'A shed',
    link: 'https://example.com/a.jpg',
  };
  expect([...findReferences(value)].filter((path) => /^(sheds|blog|hero)\//.test(path))).toEqual(
    [],
  );
});
