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
