import { expect, test } from 'vitest';
import { isHttpUrl, isSitePath } from './validators.ts';

test('isHttpUrl accepts http and https only', () => {
  for (const text of ['https://example.com/a?b=c', 'HTTP://example.com']) {
    expect(isHttpUrl(text), text).toBe(true);
  }
  for (const text of [
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    '/a',
  ]) {
    expect(isHttpUrl(text), text).toBe(false);
  }
  expect(isHttpUrl('https://example.com/a b')).toBe(false);
});

test('isSitePath requires exactly one slash at the start', () => {
  expect(isSitePath('/demo/clip.mp4')).toBe(true);
  for (const text of ['//example.com/clip.mp4', '/', 'demo/clip.mp4', '/a b']) {
    expect(isSitePath(text), text).toBe(false);
  }
});
