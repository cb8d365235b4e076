import { countPages } from '#app/domain/pages.ts';
import type { Database } from './database.types.ts';
import { type PageOrLast, readPageOrLast } from './page-or-last.ts';
import { likePatterns } from './search-words.ts';
import type { Client } from './supabase-context.ts';

/** Rows on a page: whole lines of one, two or three cards. */
const recordsPerPage = 48;

type Tables = Database['public']['Tables'];
type RecordTable = 'shed_listings' | 'past_projects' | 'reviews' | 'blog_posts';

/** Records that staff look after, as a list of pages, the newest first. */
export type RecordList<Table extends RecordTable = RecordTable> = {
  table: Table;
  /** The flag that its tabs ask for, where it has tabs. */
  flag?: 'is_approved' | 'is_published';
};

/** What of a list is asked for; `flagged` is undefined for all of it, and pages count from 1. */
export type RecordQuery = { search: string; flagged: boolean | undefined; page: number };

/** A page of a list. */
export type RecordPage<Row> = PageOrLast<Row> & {
  /** How many there are whatever is searched. */
  total: number;
  /** How many the search leaves, in all and by the flag. */
  found: { all: number; flagged: number; unflagged: number };
};

/**
 * Reads a page and what there is beside it. A page behind the last one is the last one. For staff.
 */
export async function readRecordPage<Table extends RecordTable>(
  client: Client,
  list: RecordList<Table>,
  query: RecordQuery,
): Promise<RecordPage<Tables[Table]['Row']>> {
  type Options = { count?: 'exact'; head?: boolean };
  const patterns = likePatterns(query.search);
  const find = (words: string[], flagged: boolean | undefined, options: Options) => {
    const found =
      words.length > 0
        ? client.rpc(`find_${list.table}` as 'find_shed_listings', { patterns: words }, options)
        : client.from(list.table as 'shed_listings').select('*', options);
    return list.flag === undefined || flagged === undefined
      ? found
      : found.filter(list.flag, 'eq', String(flagged));
  };
  const counted = async (words: string[], flagged?: boolean) => {
    // Functions are called by POST only, so without `head`.
    const head = words.length === 0;
    const all = find(words, flagged, { count: 'exact', head });
    const { count } = await (head ? all : all.limit(0)).throwOnError();
    return count ?? 0;
  };
  const found = counted(patterns);
  const flagged = list.flag === undefined ? Promise.resolve(0) : counted(patterns, true);
  const counts = Promise.all([found, flagged]).then(([all, some]) => ({
    all,
    flagged: some,
    unflagged: all - some,
  }));
  const [page, total] = await Promise.all([
    readPageOrLast(
      query.page,
      recordsPerPage,
      counts.then((of) => countOf(of, query.flagged)),
      async (first, last) => {
        const { data } = await find(patterns, query.flagged, {})
          .order('created_at', { ascending: false })
          .order('id')
          .range(first, last)
          .throwOnError();
        return data as unknown as Tables[Table]['Row'][];
      },
    ),
    patterns.length > 0 ? counted([]) : found,
  ]);
  return { ...page, total, found: await counts };
}

/** How many pages the rows of a flag fill; one where there are none. */
export function pagesOf(found: RecordPage<unknown>['found'], asked: boolean | undefined): number {
  return countPages(countOf(found, asked), recordsPerPage);
}

function countOf(
  { all, flagged, unflagged }: RecordPage<unknown>['found'],
  asked: boolean | undefined,
): number {
  return asked === undefined ? all : asked ? flagged : unflagged;
}
