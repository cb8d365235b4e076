export type Page<Row> = { rows: Row[]; page: number; pages: number; total: number };

export const emptyPage = { rows: [], page: 1, pages: 1, total: 0 } satisfies Page<never>;

/** Offsets of this page are still integers of the database. */
export const maxPage = 1_000_000;

/** Parses the search parameter of a page; 1 if it is no page number. */
export function parsePageNumber(requested: string | null): number {
  const number = Number.parseInt(requested ?? '1', 10);
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), maxPage);
}

/** The number of pages that some rows fill; one if there are none. */
export function countPages(rows: number, size: number): number {
  return Math.max(1, Math.ceil(rows / size));
}
