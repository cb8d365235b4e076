import { expect, it, test, vi } from 'vitest';
import {
  fetchAllPages,
  fetchAllRows,
  parsePageNumber,
  readClampedPage,
  readPage,
  toCursorFilter,
} from './paginate.ts';

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

const rows = Array.from({ length: 2500 }, (_, index) => ({
  id: String(index),
  created_at: '2026-01-01T00:00:00+00:00',
}));

function serve(serverLimit: number) {
  const requests: (string | undefined)[] = [];
  const read = fetchAllRows(async (after, limit) => {
    requests.push(after?.id);
    const rest = rows.slice(after ? Number(after.id) + 1 : 0);
    return { data: rest.slice(0, Math.min(limit, serverLimit)), count: rest.length };
  });
  return { read, requests };
}

it('fetchAllRows reads until the list is complete', async () => {
  const { read, requests } = serve(10_000);
  expect(await read).toEqual(rows);
  expect(requests).toEqual([undefined, '999', '1999']);
});

it('fetchAllRows is complete if the server returns fewer rows than requested', async () => {
  expect(await serve(300).read).toHaveLength(2500);
});

it('fetchAllRows makes one request for an empty list', async () => {
  let requests = 0;
  const read = await fetchAllRows(async () => {
    requests += 1;
    return { data: [], count: 0 };
  });
  expect([read, requests]).toEqual([[], 1]);
});

it('toCursorFilter compares created_at and id', () => {
  expect(toCursorFilter({ id: 'x', created_at: '2026-01-01T00:00:00.123456+00:00' })).toBe(
    'created_at.lt."2026-01-01T00:00:00.123456+00:00",and(created_at.eq."2026-01-01T00:00:00.123456+00:00",id.gt."x")',
  );
});

it('fetchAllPages reads page by page', async () => {
  const all = Array.from({ length: 2345 }, (_, index) => index);
  const pages: [number, number][] = [];
  const rows = await fetchAllPages(async (first, last) => {
    pages.push([first, last]);
    // The server's own limit is smaller than the page that was requested for.
    return { data: all.slice(first, Math.min(last + 1, first + 700)), count: all.length };
  });
  expect(rows).toEqual(all);
  expect(pages.map(([first]) => first)).toEqual([0, 700, 1400, 2100]);
});
