import { expect, test } from 'vitest';
import { plainText, summary, truncateLine } from './summary.ts';

test('a short text stays, in one line', () => {
  expect(summary(' Framed  like\na house. ')).toBe('Framed like a house.');
});

test('a long text ends with a whole word and an ellipsis, within the limit', () => {
  expect(summary('Straight walls, level floors', 15)).toBe('Straight walls…');
  expect(summary('Straight walls, level floors', 16)).toBe('Straight walls…');
  expect(summary('Straight walls level floors', 15)).toBe('Straight walls…');
  expect(summary('Straight walls level floors', 14)).toBe('Straight…');
  const long = summary('word '.repeat(100));
  expect([...long].length).toBeLessThanOrEqual(160);
  expect(long).toMatch(/word…$/);
});

test('a word without an end is cut, and no character is cut in two', () => {
  expect(summary('x'.repeat(30), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(summary('🏠'.repeat(30), 10)).toBe(`${'🏠'.repeat(9)}…`);
});

test('rich text gives its words', () => {
  expect(
    plainText('<h2>Ground</h2><p>Gravel &amp; sand&nbsp;&#8212; <b>dry</b>.<br>Level&#x21;</p>'),
  ).toBe('Ground Gravel & sand — dry. Level!');
  expect(plainText('<p>&bogus; &#0; &#1114112;</p>')).toBe('&bogus;');
});

test('truncateLine puts a short text on one line', () => {
  expect(truncateLine(' Hello,\n\n  there ')).toBe('Hello, there');
});

test('truncateLine cuts a long text between words', () => {
  expect(truncateLine('one two three four', 9)).toBe('one two…');
  expect(truncateLine('one two three', 7)).toBe('one two…');
});

test('truncateLine cuts a word that is too long', () => {
  expect(truncateLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(10)}…`);
});
