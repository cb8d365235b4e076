import { expect, it, vi } from 'vitest';
import { readPageOrLast } from './page-or-last.ts';

const list = Array.from({ length: 7 }, (_, place) => place);
const read = vi.fn(async (first: number, last: number) => list.slice(first, last + 1));

it.each([
  [1, [0, 1, 2], 1, 1],
  [3, [6], 3, 1],
  [9, [6], 3, 2],
])('gives page %d of three as %j', async (wanted, rows, page, readings) => {
  read.mockClear();
  const found = await readPageOrLast(wanted, 3, Promise.resolve(list.length), read);
  expect(found).toEqual({ rows, page, pages: 3 });
  expect(read).toHaveBeenCalledTimes(readings);
});

it('gives the one page of an empty list', async () => {
  const nothing = () => Promise.resolve([]);
  expect(await readPageOrLast(2, 3, Promise.resolve(0), nothing)).toEqual({
    rows: [],
    page: 1,
    pages: 1,
  });
});

it('rejects where the list can not be counted', async () => {
  const broken = Promise.reject(new TypeError('offline'));
  await expect(readPageOrLast(1, 3, broken, read)).rejects.toThrow('offline');
});
