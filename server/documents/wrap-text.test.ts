import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

test.each([
  ['one two three', ['one two', 'three']],
  ['李雷家的花園小屋很大', ['李雷家的花園小屋', '很大']],
  ['a abcdefghijklm b', ['a', 'abcdefgh', 'ijklm b']],
  ['', ['']],
])('wrapText breaks %j at eight characters', (text, lines) => {
  const spans = wrapText(text, 8, (start, end) => end - start);
  expect(spans.map(([start, end]) => text.slice(start, end))).toEqual(lines);
});

test.each([
  ['one word', 'W'.repeat(10_000)],
  [
    'different characters',
    String.fromCodePoint(...Array.from({ length: 10_000 }, (_, n) => 0x4e00 + n)),
  ],
  ['words that fill a line each', `${'W'.repeat(99)} `.repeat(100)],
])('wrapText measures a text of %s a few times over', (_what, text) => {
  let measured = 0;
  wrapText(text, 100, (start, end) => {
    measured += end - start;
    return end - start;
  });
  expect(measured).toBeLessThan(4 * text.length);
});
