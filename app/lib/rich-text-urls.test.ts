import { expect, it } from 'vitest';
import { normalizeImageUrl, normalizeLinkUrl } from './rich-text-urls.ts';

it.each([
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['http://example.com', 'http://example.com/'],
  ['example.com/sheds', 'https://example.com/sheds'],
  ['ann@example.com', 'mailto:ann@example.com'],
  ['mailto:ann@example.com', 'mailto:ann@example.com'],
  ['owner@localhost', 'mailto:owner@localhost'],
  ['smith&sons@example.com', 'mailto:smith%26sons@example.com'],
  ['mailto:smith&sons@example.com', 'mailto:smith%26sons@example.com'],
  ['mailto:smith%26sons@example.com', 'mailto:smith%26sons@example.com'],
  ['ann@例え.テスト', 'mailto:ann@%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88'],
  ['mailto:ann@example.com?subject=50%', 'mailto:ann@example.com?subject=50%'],
  ['example.com/@ann', 'https://example.com/@ann'],
  ['tel:+1 705 555 0100', 'tel:+17055550100'],
  ['tel:+17055550100;ext=2', 'tel:+17055550100;ext=2'],
  ['tel:705-555-0142', 'tel:+17055550142'],
  ['tel:705-555-0142%20ext.%202', 'tel:+17055550142;ext=2'],
  ['tel:1-800-555-SHED', 'tel:+18005557433'],
  ['tel:911', 'tel:911'],
])('normalizeLinkUrl converts %j to %j', (typed, url) => {
  expect(normalizeLinkUrl(typed)).toBe(url);
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  '',
  'just words',
  '//a.b',
  'tel:12',
])('normalizeLinkUrl rejects %j', (typed) => {
  expect(normalizeLinkUrl(typed)).toBeUndefined();
});

it('normalizeImageUrl accepts http, https and data only', () => {
  expect(normalizeImageUrl(' https://example.com/a.jpg ')).toBe('https://example.com/a.jpg');
  expect(normalizeImageUrl('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
  for (const typed of ['a.jpg', 'file:///a.jpg', 'data:image/svg+xml;base64,AA', 'blob:x', '']) {
    expect(normalizeImageUrl(typed)).toBeUndefined();
  }
});
