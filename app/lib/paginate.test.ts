import { expect, test, vi } from 'vitest';
import { parsePageNumber, readClampedPage, readPage } from './paginate.ts';

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

const list = Array.from({ length: 50 }, (_, place) => place);
const read = async (first: number, last: number) => ({
  data: list.slice(first, last + 1),
  count: list.length,
});

test.each([
  [null, 1, 0],
  ['2', 2, 24],
  ['3', 3, 48],
  ['9999', 3, 48],
])('the search parameter %s is page %s, from row %s on', async (requestedPage, page, first) => {
  const found = await readPage(requestedPage, 24, async () => ({ count: 50 }), read);
  expect(found).toEqual({ rows: list.slice(first, first + 24), page, pages: 3, total: 50 });
});

test('readPage does not count for the first page', async () => {
  const count = vi.fn();
  await readPage('1', 24, count, read);
  expect(count).not.toHaveBeenCalled();
});

test('readPage returns one page for an empty list', async () => {
  const empty = async () => ({ data: [], count: 0 });
  const found = await readPage('2', 24, async () => ({ count: 0 }), empty);
  expect(found).toEqual({ rows: [], page: 1, pages: 1, total: 0 });
});

const seven = Array.from({ length: 7 }, (_, place) => place);
const readSeven = vi.fn(async (first: number, last: number) => seven.slice(first, last + 1));

test.each([
  [1, [0, 1, 2], 1, 1],
  [3, [6], 3, 1],
  [9, [6], 3, 2],
])('readClampedPage reads page %d of three as %j', async (requestedPage, rows, page, calls) => {
  readSeven.mockClear();
  const found = await readClampedPage(requestedPage, 3, Promise.resolve(seven.length), readSeven);
  expect(found).toEqual({ rows, page, pages: 3 });
  expect(readSeven).toHaveBeenCalledTimes(calls);
});

test('readClampedPage returns one page for an empty list', async () => {
  const nothing = () => Promise.resolve([]);
  expect(await readClampedPage(2, 3, Promise.resolve(0), nothing)).toEqual({
    rows: [],
    page: 1,
    pages: 1,
  });
});

test("readClampedPage rejects if the list can't be counted", async () => {
  const broken = Promise.reject(new TypeError('offline'));
  await expect(readClampedPage(1, 3, broken, readSeven)).rejects.toThrow('offline');
});
