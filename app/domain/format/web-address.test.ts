import { expect, test } from 'vitest';
import { isSitePath, isWebAddress } from './web-address.ts';

test('http and https addresses are web addresses, nothing else is', () => {
  for (const text of ['https://example.com/a?b=c', 'HTTP://example.com']) {
    expect(isWebAddress(text), text).toBe(true);
  }
  for (const text of [
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    '/a',
  ]) {
    expect(isWebAddress(text), text).toBe(false);
  }
  expect(isWebAddress('https://example.com/a b')).toBe(false);
});

test('a path of this site begins with one slash', () => {
  expect(isSitePath('/demo/clip.mp4')).toBe(true);
  for (const text of ['//example.com/clip.mp4', '/', 'demo/clip.mp4', '/a b']) {
    expect(isSitePath(text), text).toBe(false);
  }
});
