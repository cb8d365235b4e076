import { maxSearchLength } from '#app/lib/limits.ts';
import { maxPage } from '#app/lib/paginate.ts';
import { formatSearch } from '#app/lib/urls.ts';

/** The tab, search, order and page of an inbox; pages are counted from 1. */
export type InboxView<Sort extends string = string> = {
  /** The status that the tab shows; undefined for every row. */
  status: string | undefined;
  search: string;
  sort: Sort;
  descending: boolean;
  page: number;
};

type InboxChoices<Sort extends string = string> = {
  statuses: readonly string[];
  sorts: readonly Sort[];
};

export const newestFirst = { sort: 'date', descending: true } as const;

/** Parses the search parameters; an invalid value counts as none. */
export function readInboxView<Sort extends string>(
  parameters: URLSearchParams,
  { statuses, sorts }: InboxChoices<Sort | 'date'>,
): InboxView<Sort | 'date'> {
  const status = statuses.find((known) => known === parameters.get('tab'));
  const sort = sorts.find((known) => known === parameters.get('sort'));
  const direction = parameters.get('dir');
  const page = parameters.get('page') ?? '1';
  const isPage = /^[1-9]\d{0,6}$/.test(page);
  return {
    status,
    search: (parameters.get('q') ?? '').slice(0, maxSearchLength),
    sort: sort ?? newestFirst.sort,
    descending: direction === 'desc' || (direction !== 'asc' && (sort ?? 'date') === 'date'),
    page: isPage ? Math.min(Number(page), maxPage) : 1,
  };
}

/** The query string that leads to a view, with its question mark; empty for the first page of all. */
export function formatInboxView({ status, search, sort, descending, page }: InboxView): string {
  const parameters = new URLSearchParams();
  if (status) parameters.set('tab', status);
  if (search.trim()) parameters.set('q', search);
  if (sort !== newestFirst.sort) parameters.set('sort', sort);
  if (descending !== (sort === newestFirst.sort))
    parameters.set('dir', descending ? 'desc' : 'asc');
  if (page > 1) parameters.set('page', String(page));
  return formatSearch(parameters);
}
