/** A part of a list, and where it stands in it. Pages count from 1. */
export type Page<Row> = { rows: Row[]; page: number; pages: number; total: number };

/** A list without rows. */
export const noPage = { rows: [], page: 1, pages: 1, total: 0 } satisfies Page<never>;

/** No list has a page behind this one; the places on it are still numbers to the database. */
export const maxPage = 1_000_000;

/** The number of a page as an address has it; 1 for what is no number of a page. */
export function pageNumber(wanted: string | null): number {
  const number = Number.parseInt(wanted ?? '1', 10);
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), maxPage);
}

/** How many pages some rows fill; one where there are none. */
export function countPages(rows: number, size: number): number {
  return Math.max(1, Math.ceil(rows / size));
}
