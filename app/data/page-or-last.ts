import { countPages } from '#app/domain/pages.ts';

/** A page of a list; pages count from 1. */
export type PageOrLast<Row> = { rows: Row[]; page: number; pages: number };

/**
 * Reads a page of a list while the list is counted; a page behind the last one is the last one.
 *
 * @param wanted counted from 1
 * @param size rows on a page
 * @param total how many rows the list has
 * @param read reads from the first to the last place, both counted from 0
 */
export async function readPageOrLast<Row>(
  wanted: number,
  size: number,
  total: Promise<number>,
  read: (first: number, last: number) => Promise<Row[]>,
): Promise<PageOrLast<Row>> {
  const rowsOf = (page: number) => read((page - 1) * size, page * size - 1);
  const [asked, counted] = await Promise.all([rowsOf(wanted), total]);
  const pages = countPages(counted, size);
  const page = Math.min(wanted, pages);
  return { rows: page === wanted ? asked : await rowsOf(page), page, pages };
}
