import { expect, test } from 'vitest';
import {
  getAbsoluteImageUrl,
  getCardSize,
  getImageUrl,
  isStoredImage,
  parseCardSize,
} from './image-url.ts';

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
])('isStoredImage(%s) is %s', (path, stored) => {
  expect(isStoredImage(path)).toBe(stored);
});

test('getCardSize contains the focal point, rounded to tens', () => {
  expect(getCardSize(undefined)).toBe('card');
  expect(getCardSize({ x: 0, y: 96 })).toBe('card-0-100');
  expect(parseCardSize('card')).toBeNull();
  expect(parseCardSize(getCardSize({ x: 44, y: 5 }))).toEqual({ x: 40, y: 10 });
  for (const name of ['card-5-0', 'card-110-0', 'card-00-0', 'card-NaN-NaN', 'card-10', '320']) {
    expect(parseCardSize(name)).toBeUndefined();
  }
});
