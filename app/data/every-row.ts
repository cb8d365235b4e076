const pageSize = 1000;

type Row = { id: string; created_at: string };

/**
 * Reads a whole list, newest first, however many rows there are and whatever the server's own
 * limit is. `readPage` gets the last row read so far and gives the rows after it, at most `limit`,
 * with the exact count of all that are after it, or null: then it reads on until a page is empty.
 */
export async function everyRow<Item extends Row>(
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
 * The filter, in PostgREST's syntax for `or`, for the rows after this one in the order created_at
 * descending, id ascending. Unlike an offset it stays right while rows come and go.
 */
export function rowsAfter({ id, created_at }: Row): string {
  return `created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.gt."${id}")`;
}

/**
 * Reads a whole list in an order of its own, page by page. `readPage` gives the rows from the first
 * to the last place, both counted from 0, with the exact count of the whole list.
 */
export async function everyPage<Item>(
  readPage: (first: number, last: number) => PromiseLike<{ data: Item[]; count: number | null }>,
): Promise<Item[]> {
  const rows: Item[] = [];
  for (;;) {
    const { data, count } = await readPage(rows.length, rows.length + pageSize - 1);
    rows.push(...data);
    if (data.length === 0 || rows.length >= (count ?? 0)) return rows;
  }
}
