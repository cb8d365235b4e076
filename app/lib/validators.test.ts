import { expect, test } from 'vitest';
import { isHttpUrl, isSitePath, isUuid } from './validators.ts';

test('isHttpUrl accepts http and https only', () => {
  for (const text of ['https://example.com/a?b=c', 'HTTP://example.com']) {
    expect(isHttpUrl(text), text).toBe(true);
  }
  for (const text of [
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    'https:///a',
    '/a',
  ]) {
    expect(isHttpUrl(text), text).toBe(false);
  }
  expect(isHttpUrl('https://example.com/a b')).toBe(false);
});

test('isSitePath requires exactly one slash at the start', () => {
  expect(isSitePath('/demo/clip.mp4')).toBe(true);
  for (const text of [
    '//example.com/clip.mp4',
    '/\\example.com/clip.mp4',
    '/',
    'demo/clip.mp4',
    '/a b',
  ]) {
    expect(isSitePath(text), text).toBe(false);
  }
});

test.each([
  ['0f8fad5b-d9cb-469f-a165-70867728950e', true],
  ['0F8FAD5B-D9CB-469F-A165-70867728950E', true],
  ['0f8fad5b-d9cb-469f-a165-70867728950', false],
  ['0f8fad5b-d9cb-469f-a165-70867728950e0', false],
  ['x0f8fad5b-d9cb-469f-a165-70867728950e', false],
  ['0f8fad5bd9cb469fa16570867728950e', false],
  ['gf8fad5b-d9cb-469f-a165-70867728950e', false],
])('isUuid(%s) is %j', (text, isValid) => {
  expect(isUuid(text)).toBe(isValid);
});

test('isHttpUrl rejects text around a URL and URLs that do not parse', () => {
  expect(isHttpUrl('see https://example.com')).toBe(false);
  expect(isHttpUrl('view-source:https://example.com')).toBe(false);
  expect(isHttpUrl('http://[')).toBe(false);
  expect(isSitePath('see /a')).toBe(false);
});
