import { expect, test } from 'vitest';
import { getAbsoluteImageUrl, getImageUrl, isStoredImage } from './image-url.ts';

test('the URL of an image contains width, format and path', () => {
  expect(getImageUrl('sheds/1-a b.jpg', 640, 'webp')).toBe('/pictures/640/webp/sheds/1-a%20b.jpg');
  expect(getImageUrl('sheds/1-a.jpg', 'card', 'jpeg')).toBe('/pictures/card/jpeg/sheds/1-a.jpg');
});

test('the absolute URL is made of a path, a URL or a site path', () => {
  const site = 'https://example.com';
  expect(getAbsoluteImageUrl(site, 'hero/1-a.webp')).toBe(
    'https://example.com/pictures/1280/jpeg/hero/1-a.webp',
  );
  expect(getAbsoluteImageUrl(site, '/demo/a.png')).toBe('https://example.com/demo/a.png');
  expect(getAbsoluteImageUrl(site, 'https://cdn.example/a.png')).toBe('https://cdn.example/a.png');
});

test.each([
  ['hero/1-a.webp', true],
  ['https://cdn.example/a.png', false],
  ['/demo/a.png', false],
  ['', false],
  [null, false],
])('%s is stored with us: %s', (path, stored) => {
  expect(isStoredImage(path)).toBe(stored);
});
