import { type Page, pageNumber } from '#app/domain/pages.ts';

/**
 * Reads one page of a list; the last one where there are fewer.
 *
 * @param wanted the page's number as an address has it
 * @param size rows on a page
 * @param count counts the list without reading it; asked only where a further page is wanted
 * @param read reads from one place to another, both included, and counts the list
 */
export async function readOnePage<Row>(
  wanted: string | null,
  size: number,
  count: () => PromiseLike<{ count: number | null }>,
  read: (first: number, last: number) => PromiseLike<{ data: Row[]; count: number | null }>,
): Promise<Page<Row>> {
  const pagesOf = (total: number) => Math.max(1, Math.ceil(total / size));
  const asked = pageNumber(wanted);
  const page = asked === 1 ? 1 : Math.min(asked, pagesOf((await count()).count ?? 0));
  const { data, count: counted } = await read((page - 1) * size, page * size - 1);
  const total = counted ?? data.length;
  return { rows: data, page, pages: pagesOf(total), total };
}
