import { expect, it } from 'vitest';
import { fetchAllPages, fetchAllRows, toCursorFilter } from './fetch-all.ts';

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
