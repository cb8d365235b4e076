export type Page<Row> = { rows: Row[]; page: number; pages: number; total: number };

export const emptyPage = { rows: [], page: 1, pages: 1, total: 0 } satisfies Page<never>;

/** Offsets of this page are still integers of the database. */
export const maxPage = 1_000_000;

/** Parses the search parameter of a page; 1 if it isn't a page number. */
export function parsePageNumber(requested: string | null): number {
  const number = Number.parseInt(requested ?? '1', 10);
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), maxPage);
}

/** The number of pages that some rows fill; one if there are none. */
export function countPages(rows: number, size: number): number {
  return Math.max(1, Math.ceil(rows / size));
}

/**
 * Reads a page, clamped to the last one.
 * @param requestedPage the search parameter
 * @param count is called for pages other than the first
 * @param read reads the rows from first to last, counted from 0, with the total
 */
export async function readPage<Row>(
  requestedPage: string | null,
  size: number,
  count: () => PromiseLike<{ count: number | null }>,
  read: (first: number, last: number) => PromiseLike<{ data: Row[]; count: number | null }>,
): Promise<Page<Row>> {
  const requested = parsePageNumber(requestedPage);
  const known = requested === 1 ? 0 : ((await count()).count ?? 0);
  const page = requested === 1 ? 1 : Math.min(requested, countPages(known, size));
  const { data, count: counted } = await read((page - 1) * size, page * size - 1);
  const total = counted ?? data.length;
  return { rows: data, page, pages: countPages(total, size), total };
}

export type ClampedPage<Row> = { rows: Row[]; page: number; pages: number };

/**
 * Reads a page while the list is counted; a page after the last one becomes the last one.
 * @param requestedPage counted from 1
 * @param read reads the rows from first to last, counted from 0
 */
export async function readClampedPage<Row>(
  requestedPage: number,
  size: number,
  total: Promise<number>,
  read: (first: number, last: number) => Promise<Row[]>,
): Promise<ClampedPage<Row>> {
  const readRows = (page: number) => read((page - 1) * size, page * size - 1);
  const [rows, counted] = await Promise.all([readRows(requestedPage), total]);
  const pages = countPages(counted, size);
  const page = Math.min(requestedPage, pages);
  return { rows: page === requestedPage ? rows : await readRows(page), page, pages };
}

const pageSize = 1000;

type Row = { id: string; created_at: string };

/**
 * Fetches a whole list, newest first, by cursor, whatever the server's own limit is.
 * @param readPage reads at most `limit` rows after a row, with their exact count or null
 */
export async function fetchAllRows<Item extends Row>(
  readPage: (
    after: Row | undefined,
    limit: number,
  ) => PromiseLike<{ data: Item[]; count: number | null }>,
): Promise<Item[]> {
  const rows: Item[] = [];
  for (;;) {
    const { data, count } = await readPage(rows.at(-1), pageSize);
    rows.push(...data);
    if (data.length === 0 || data.length === count) return rows;
  }
}

/**
 * The rows after this one, ordered by created_at descending and id ascending, as PostgREST's `or`.
 */
export function toCursorFilter({ id, created_at }: Row): string {
  return `created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.gt."${id}")`;
}

/**
 * Fetches a whole list by offset.
 * @param readPage reads the rows from first to last, counted from 0, with the exact total
 */
export async function fetchAllPages<Item>(
  readPage: (first: number, last: number) => PromiseLike<{ data: Item[]; count: number | null }>,
): Promise<Item[]> {
  const rows: Item[] = [];
  for (;;) {
    const { data, count } = await readPage(rows.length, rows.length + pageSize - 1);
    rows.push(...data);
    if (data.length === 0 || rows.length >= (count ?? 0)) return rows;
  }
}
