import { expect, test } from 'vitest';
import { pageOf } from './pages.ts';

const rows = Array.from({ length: 50 }, (_, index) => index);

test('cuts the pages of a list', () => {
  expect(pageOf(rows, null, 24)).toEqual({ rows: rows.slice(0, 24), page: 1, pages: 3, total: 50 });
  expect(pageOf(rows, '2', 24).rows).toEqual(rows.slice(24, 48));
  expect(pageOf(rows, '3', 24).rows).toEqual([48, 49]);
});

test.each([
  ['0', 1],
  ['-3', 1],
  ['4', 3],
  ['999999999999999999999', 3],
  ['two', 1],
  ['', 1],
])('%s is page %i', (wanted, page) => {
  expect(pageOf(rows, wanted, 24).page).toBe(page);
});

test('an empty list has one empty page', () => {
  expect(pageOf([], '2', 24)).toEqual({ rows: [], page: 1, pages: 1, total: 0 });
});
