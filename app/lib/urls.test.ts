import { expect, test } from 'vitest';
import { formatSearch, parseUrl } from './urls.ts';

test('parseUrl returns a URL, resolves a path with a base and refuses other texts', () => {
  expect(parseUrl('https://example.com/a?b=c')?.searchParams.get('b')).toBe('c');
  expect(parseUrl('/videos/a.mp4', 'https://example.com')?.href).toBe(
    'https://example.com/videos/a.mp4',
  );
  expect(parseUrl('/videos/a.mp4')).toBeNull();
  expect(parseUrl('http://')).toBeNull();
});

test('formatSearch returns a query string, and nothing without parameters', () => {
  expect(formatSearch(new URLSearchParams({ style: 'A-Frame', size: '8x10' }))).toBe(
    '?style=A-Frame&size=8x10',
  );
  expect(formatSearch(new URLSearchParams())).toBe('');
});
