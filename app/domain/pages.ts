/** A part of a list, and where it stands in it. Pages count from 1. */
export type Page<Row> = { rows: Row[]; page: number; pages: number; total: number };

/**
 * Cuts a page out of a list.
 *
 * @param wanted the page's number as an address has it; what is no page of the list is the nearest
 * @param size rows on a page
 */
export function pageOf<Row>(rows: Row[], wanted: string | null, size: number): Page<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const number = Number.parseInt(wanted ?? '1', 10);
  const page = Math.min(Math.max(Number.isNaN(number) ? 1 : number, 1), pages);
  return { rows: rows.slice((page - 1) * size, page * size), page, pages, total: rows.length };
}
