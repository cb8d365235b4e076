import type { Client } from '#app/lib/client.ts';
import type { Database } from '#app/lib/database.types.ts';
import { fetchAllRows, toCursorFilter } from '#app/lib/fetch-all.ts';
import { toLikePatterns } from '#app/lib/search-patterns.ts';

export type InboxTable = 'quote_requests' | 'contact_submissions';

export type SortColumn = 'search_text' | 'name_order' | `${string}_order`;

type ColumnOf<Table extends InboxTable> = keyof Database['public']['Tables'][Table]['Row'] & string;

export type EnquiryRow = {
  id: string;
  status: string;
  created_at: string;
  is_spam: boolean;
  spam_reasons: string[];
};

export const spamTab = 'spam';
export type SpamTab = typeof spamTab;

export type InboxFilter<Status extends string = string> = {
  status: Status | SpamTab | undefined;
  search: string;
};

export type InboxOrder<Sort extends string = string> = { sort: Sort; descending: boolean };

export type Inbox<Row extends EnquiryRow, Status extends string, Sort extends string> = {
  table: InboxTable;
  statuses: readonly [Status, Status];
  columns: string;
  sorts: Record<Sort, readonly string[]>;
  row?: Row;
};

/** The compiler checks the columns against the table. */
export function defineInbox<Row extends EnquiryRow>() {
  return <Table extends InboxTable, Status extends string, Sort extends string>(
    inbox: Omit<Inbox<Row, Status, Sort>, 'columns' | 'sorts' | 'row'> & {
      table: Table;
      columns: readonly (keyof Row & ColumnOf<Table>)[];
      sorts: Record<Sort, readonly ColumnOf<Table>[]>;
    },
  ): Inbox<Row, Status, Sort> => ({ ...inbox, columns: inbox.columns.join() });
}

type Narrowed<Query> = { filter(column: string, operator: string, value: string): Query };

function applyFilter<Query extends Narrowed<Query>>(query: Query, filter: InboxFilter): Query {
  const isSpam = filter.status === spamTab;
  const bySpam = query.filter('is_spam', 'eq', String(isSpam));
  const byStatus = filter.status && !isSpam ? bySpam.filter('status', 'eq', filter.status) : bySpam;
  return toLikePatterns(filter.search).reduce(
    (narrowed, pattern) => narrowed.filter('search_text', 'like', pattern),
    byStatus,
  );
}

export async function readInboxRows<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
>(
  client: Client,
  inbox: Inbox<Row, Status, Sort>,
  query: InboxFilter<Status> & InboxOrder<Sort>,
  [first, last]: [number, number],
  since?: string,
): Promise<Row[]> {
  const { sort, descending } = query;
  const columns = inbox.sorts[sort];
  let rows = applyFilter(client.from(inbox.table).select(inbox.columns), query);
  if (since !== undefined) rows = rows.gte('created_at', since);
  for (const column of columns) {
    // created_at is never null; with nullsFirst its index would not be used.
    const nulls = column === 'created_at' ? {} : { nullsFirst: false };
    rows = rows.order(column, { ascending: !descending, ...nulls });
  }
  if (!columns.includes('created_at')) rows = rows.order('created_at', { ascending: false });
  const { data } = await rows.order('id').range(first, last).throwOnError();
  return data as unknown as Row[];
}

export async function readInboxRowsById<Row extends EnquiryRow>(
  client: Client,
  inbox: Inbox<Row, string, string>,
  filter: InboxFilter,
  ids: string[],
): Promise<Row[]> {
  const rows = client.from(inbox.table).select(inbox.columns).in('id', ids);
  const { data } = await applyFilter(rows, filter).throwOnError();
  return data as unknown as Row[];
}

/** Counts the matches of a search by status and spam, in one query. */
export async function countInboxRows(
  client: Client,
  table: InboxTable,
  search: string,
): Promise<{ status: string; is_spam: boolean; rows: number }[]> {
  const { data } = await client
    .rpc(`count_${table}`, { patterns: toLikePatterns(search) })
    .throwOnError();
  return data;
}

export function toColumnList(columns: readonly string[]): string {
  return [...new Set(['id', 'created_at', ...columns])].join();
}

/** All rows that match, newest first, with id, created_at and `columns`. */
export function fetchAllInboxRows<Item extends { id: string; created_at: string }>(
  client: Client,
  table: InboxTable,
  filter: InboxFilter,
  columns: readonly (keyof Item & string)[],
): Promise<Item[]> {
  const list = toColumnList(columns);
  return fetchAllRows(async (after, limit) => {
    const query = applyFilter(client.from(table).select(list), filter);
    // Redundant, but an index can seek to it.
    const rest = after
      ? query.lte('created_at', after.created_at).or(toCursorFilter(after))
      : query;
    const { data } = await rest
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
      .throwOnError();
    return { data: data as unknown as Item[], count: null };
  });
}

type NewEnquiry = { id: string; created_at: string };

const overlapMs = 60_000;
const maxNewRows = 1000;

export async function readNewest(client: Client, table: InboxTable): Promise<NewEnquiry | null> {
  const { data } = await client
    .from(table)
    .select('id, created_at')
    .eq('is_spam', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(1)
    .throwOnError();
  return data[0] ?? null;
}

export async function readSince(
  client: Client,
  table: InboxTable,
  newest: NewEnquiry | null,
): Promise<NewEnquiry[]> {
  const since = newest ? Date.parse(newest.created_at) - overlapMs : 0;
  const { data } = await client
    .from(table)
    .select('id, created_at')
    .eq('is_spam', false)
    .gte('created_at', new Date(since).toISOString())
    .order('created_at', { ascending: false })
    .order('id')
    .limit(maxNewRows)
    .throwOnError();
  return data;
}
