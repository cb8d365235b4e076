import { expect, test } from 'vitest';
import { parsePageNumber } from './pages.ts';

test.each([
  [null, 1],
  ['1', 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['two', 1],
  ['', 1],
  ['2.7', 2],
  ['9'.repeat(40), 1_000_000],
])('the search parameter %s is page %s', (requested, page) => {
  expect(parsePageNumber(requested)).toBe(page);
});
