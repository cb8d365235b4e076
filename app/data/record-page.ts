import type { Database } from './database.types.ts';
import { likePatterns } from './search-words.ts';
import type { Client } from './supabase-context.ts';

/** Rows on a page: whole lines of one, two or three cards. */
export const recordsPerPage = 48;

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
export type RecordPage<Row> = {
  rows: Row[];
  page: number;
  pages: number;
  /** How many there are whatever is searched. */
  total: number;
  /** How many the search leaves, in all and by the flag. */
  found: { all: number; flagged: number; unflagged: number };
};

/** Reads a page and what there is beside it. A page behind the last one is the last one. For staff. */
export async function readRecordPage<Table extends RecordTable>(
  client: Client,
  list: RecordList<Table>,
  query: RecordQuery,
): Promise<RecordPage<Tables[Table]['Row']>> {
  const patterns = likePatterns(query.search);
  const find = (options: { count?: 'exact'; head?: boolean }) =>
    patterns.length > 0
      ? client.rpc(`find_${list.table}` as 'find_shed_listings', { patterns }, options)
      : client.from(list.table as 'shed_listings').select('*', options);
  const matching = (flagged: boolean | undefined, options: Parameters<typeof find>[0]) =>
    list.flag === undefined || flagged === undefined
      ? find(options)
      : find(options).filter(list.flag, 'eq', String(flagged));
  const counted = async (flagged: boolean | undefined) =>
    (await matching(flagged, { count: 'exact', head: true }).throwOnError()).count ?? 0;
  const rowsOf = async (page: number) => {
    const { data } = await matching(query.flagged, {})
      .order('created_at', { ascending: false })
      .order('id')
      .range((page - 1) * recordsPerPage, page * recordsPerPage - 1)
      .throwOnError();
    return data as unknown as Tables[Table]['Row'][];
  };

  const all = counted(undefined);
  const [first, found, flagged, total] = await Promise.all([
    rowsOf(query.page),
    all,
    list.flag === undefined ? 0 : counted(true),
    patterns.length > 0 ? countRecords(client, list.table) : all,
  ]);
  const counts = { all: found, flagged, unflagged: found - flagged };
  const pages = pagesOf(counts, query.flagged);
  const page = Math.min(query.page, pages);
  const rows = page === query.page ? first : await rowsOf(page);
  return { rows, page, pages, total, found: counts };
}

/** How many pages the rows of a flag fill; one where there are none. */
export function pagesOf(
  { all, flagged, unflagged }: RecordPage<unknown>['found'],
  asked: boolean | undefined,
): number {
  const rows = asked === undefined ? all : asked ? flagged : unflagged;
  return Math.max(1, Math.ceil(rows / recordsPerPage));
}

async function countRecords(client: Client, table: RecordTable): Promise<number> {
  const { count } = await client
    .from(table)
    .select('*', { count: 'exact', head: true })
    .throwOnError();
  return count ?? 0;
}
