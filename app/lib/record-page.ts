import type { Client } from './client.ts';
import type { Database } from './database.types.ts';
import { type ClampedPage, readClampedPage } from './paginate.ts';
import { toContactPatterns } from './search-patterns.ts';

const recordsPerPage = 48;

type Tables = Database['public']['Tables'];
export type RecordTable =
  | 'shed_listings'
  | 'past_projects'
  | 'reviews'
  | 'blog_posts'
  | 'own_pages';

export type RecordList<Table extends RecordTable = RecordTable> = {
  table: Table;
  flag?: 'is_approved' | 'is_published';
};

export type RecordQuery = { search: string; flagged: boolean | undefined; page: number };

export type RecordPage<Row> = ClampedPage<Row> & {
  total: number;
  found: { all: number; flagged: number; unflagged: number };
};

export async function readRecordPage<Table extends RecordTable>(
  client: Client,
  list: RecordList<Table>,
  query: RecordQuery,
): Promise<RecordPage<Tables[Table]['Row']>> {
  type Options = { count?: 'exact'; head?: boolean };
  const searched = toContactPatterns(query.search);
  const find = (patterns: string[], flagged: boolean | undefined, options: Options) => {
    const found =
      patterns.length > 0
        ? client.rpc(`find_${list.table}` as 'find_shed_listings', { patterns }, options)
        : client.from(list.table as 'shed_listings').select('*', options);
    return list.flag === undefined || flagged === undefined
      ? found
      : found.filter(list.flag, 'eq', String(flagged));
  };
  const counted = async (patterns: string[], flagged?: boolean) => {
    // Functions are called by POST only, so without `head`.
    const head = patterns.length === 0;
    const all = find(patterns, flagged, { count: 'exact', head });
    const { count } = await (head ? all : all.limit(0)).throwOnError();
    return count ?? 0;
  };
  const found = counted(searched);
  const flagged = list.flag === undefined ? Promise.resolve(0) : counted(searched, true);
  const counts = Promise.all([found, flagged]).then(([all, some]) => ({
    all,
    flagged: some,
    unflagged: all - some,
  }));
  const [page, total] = await Promise.all([
    readClampedPage(
      query.page,
      recordsPerPage,
      counts.then((found) => getCount(found, query.flagged)),
      async (first, last) => {
        const { data } = await find(searched, query.flagged, {})
          .order('created_at', { ascending: false })
          .order('id')
          .range(first, last)
          .throwOnError();
        return data as unknown as Tables[Table]['Row'][];
      },
    ),
    searched.length > 0 ? counted([]) : found,
  ]);
  return { ...page, total, found: await counts };
}

/** A text that every insert, update and delete changes. */
export async function readTableState(client: Client, table: RecordTable): Promise<string> {
  const { data, count } = await client
    .from(table as 'shed_listings')
    .select('updated_at', { count: 'exact' })
    .order('updated_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return `${count} rows, ${data[0]?.updated_at}`;
}

function getCount(
  { all, flagged, unflagged }: RecordPage<unknown>['found'],
  isFlagged: boolean | undefined,
): number {
  return isFlagged === undefined ? all : isFlagged ? flagged : unflagged;
}
