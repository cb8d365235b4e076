import { expect, test } from 'vitest';
import { plainText, summarize, truncate, truncateLine } from './summary.ts';

test('summarize puts a short text on one line', () => {
  expect(summarize(' Framed  like\na house. ')).toBe('Framed like a house.');
});

test('summarize cuts a long text between words within the limit', () => {
  expect(summarize('Straight walls, level floors', 15)).toBe('Straight walls…');
  expect(summarize('Straight walls, level floors', 16)).toBe('Straight walls…');
  expect(summarize('Straight walls level floors', 15)).toBe('Straight walls…');
  expect(summarize('Straight walls level floors', 14)).toBe('Straight…');
  const long = summarize('word '.repeat(100));
  expect([...long].length).toBeLessThanOrEqual(160);
  expect(long).toMatch(/word…$/);
});

test('summarize cuts a long word between characters', () => {
  expect(summarize('x'.repeat(30), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(summarize('🏠'.repeat(30), 10)).toBe(`${'🏠'.repeat(9)}…`);
});

test('plainText removes tags and decodes entities', () => {
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

test('truncate never ends within a character', () => {
  expect(truncate('🏠🏠', 2)).toBe('🏠');
  expect(truncate('🏠🏠', 3)).toBe('🏠');
  expect(truncate('Roof', 3)).toBe('Roo');
});
