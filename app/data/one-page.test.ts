import { expect, test, vi } from 'vitest';
import { readOnePage, type Span } from './one-page.ts';

const list = Array.from({ length: 50 }, (_, place) => place);
const read = async ({ first, last, backwards }: Span) => ({
  data: (backwards ? list.toReversed() : list).slice(first, last + 1),
  count: list.length,
});

test.each([
  [null, 1, 0],
  ['2', 2, 24],
  ['3', 3, 48],
  ['9999', 3, 48],
])('the page %s is page %s, from row %s on', async (wanted, page, first) => {
  const found = await readOnePage(wanted, 24, async () => ({ count: 50 }), read);
  expect(found).toEqual({ rows: list.slice(first, first + 24), page, pages: 3, total: 50 });
});

test('reads a first page in one call', async () => {
  const count = vi.fn();
  await readOnePage('1', 24, count, read);
  expect(count).not.toHaveBeenCalled();
});

test('an empty list has one page', async () => {
  const empty = async () => ({ data: [], count: 0 });
  const found = await readOnePage('2', 24, async () => ({ count: 0 }), empty);
  expect(found).toEqual({ rows: [], page: 1, pages: 1, total: 0 });
});

test('asks for a page of the second half from the end', async () => {
  const spans: Span[] = [];
  const noting = (span: Span) => {
    spans.push(span);
    return read(span);
  };
  for (const page of ['2', '3']) await readOnePage(page, 24, async () => ({ count: 50 }), noting);
  expect(spans).toEqual([
    { first: 24, last: 47, backwards: false },
    { first: 0, last: 1, backwards: true },
  ]);
});
