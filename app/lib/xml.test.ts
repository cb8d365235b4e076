import { expect, test } from 'vitest';
import { escapeXml } from './xml.ts';

test('escapeXml escapes markup and quotes', () => {
  expect(escapeXml(`<a href="x">Tom & Jerry's</a>`)).toBe(
    "&lt;a href=&quot;x&quot;&gt;Tom &amp; Jerry's&lt;/a&gt;",
  );
});

test('escapeXml removes what XML does not allow, and keeps tabs and line breaks', () => {
  expect(escapeXml('a\0b\x08c\x0bd\x0ce\x0ef\x1fg\ufffeh\uffff')).toBe('abcdefgh');
  expect(escapeXml('a\tb\nc\rd 🏡')).toBe('a\tb\nc\rd 🏡');
  expect(escapeXml('a\ud800b')).toBe('a\ufffdb');
});
