import { countPages, type Page, pageNumber } from '#app/domain/pages.ts';

/**
 * Places in a list, both included and counted from 0: from its beginning, or backwards from its
 * end.
 */
export type Span = { first: number; last: number; backwards: boolean };

/**
 * Reads one page of a list; the last one where there are fewer. The database walks over what stands
 * before a page, so a page of the second half is asked for from the end.
 *
 * @param wanted the page's number as an address has it
 * @param size rows on a page
 * @param count counts the list without reading it; asked only where a further page is wanted
 * @param read reads a span, in the list's order or in the opposite one, and counts the list
 */
export async function readOnePage<Row>(
  wanted: string | null,
  size: number,
  count: () => PromiseLike<{ count: number | null }>,
  read: (span: Span) => PromiseLike<{ data: Row[]; count: number | null }>,
): Promise<Page<Row>> {
  const asked = pageNumber(wanted);
  const known = asked === 1 ? 0 : ((await count()).count ?? 0);
  const page = asked === 1 ? 1 : Math.min(asked, countPages(known, size));
  const span = spanOf(page, size, known);
  const { data, count: counted } = await read(span);
  const total = counted ?? data.length;
  return {
    rows: span.backwards ? data.toReversed() : data,
    page,
    pages: countPages(total, size),
    total,
  };
}

function spanOf(page: number, size: number, total: number): Span {
  const first = (page - 1) * size;
  const end = page * size;
  if (first <= total / 2) return { first, last: end - 1, backwards: false };
  return { first: Math.max(0, total - end), last: total - first - 1, backwards: true };
}
