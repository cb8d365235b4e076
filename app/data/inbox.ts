import type { Database } from './database.types.ts';
import { everyRow, rowsAfter } from './every-row.ts';
import { likePatterns } from './search-words.ts';
import type { Client } from './supabase-context.ts';

/** The tables that staff read as an inbox. */
export type InboxTable = 'quote_requests' | 'contact_submissions';

/** The columns that are there to search and sort by, and are not shown. */
export type OrderColumn = 'search_text' | 'name_order' | `${string}_order`;

type ColumnOf<Table extends InboxTable> = keyof Database['public']['Tables'][Table]['Row'] & string;

/** What the rows of both inboxes have. */
export type EnquiryRow = {
  id: string;
  status: string;
  created_at: string;
  is_spam: boolean;
  spam_reasons: string[];
};

/** The rows that are marked as spam, as a tab of an inbox; no other tab has any of them. */
export const spamTab = 'spam';
export type SpamTab = typeof spamTab;

/**
 * Which rows of an inbox: those of a status or the spam, those that hold each word of a search, or
 * all but the spam.
 */
export type InboxFilter<Status extends string = string> = {
  status: Status | SpamTab | undefined;
  search: string;
};

/** What a list is sorted by; rows that are alike in it stand newest first. */
export type InboxOrder<Sort extends string = string> = { sort: Sort; descending: boolean };

/** How the rows of one table are read as an inbox. */
export type Inbox<Row extends EnquiryRow, Status extends string, Sort extends string> = {
  table: InboxTable;
  /** The two states of a row; new ones have the first. */
  statuses: readonly [Status, Status];
  /** The columns of a row. */
  columns: string;
  /** The columns behind each way to sort. */
  sorts: Record<Sort, readonly string[]>;
  /** Never there: keeps the type of a row. */
  row?: Row;
};

/** Describes an inbox; the compiler checks its columns against the table. */
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

function narrow<Query extends Narrowed<Query>>(query: Query, filter: InboxFilter): Query {
  const isSpam = filter.status === spamTab;
  const ofKind = query.filter('is_spam', 'eq', String(isSpam));
  const ofStatus = filter.status && !isSpam ? ofKind.filter('status', 'eq', filter.status) : ofKind;
  return likePatterns(filter.search).reduce(
    (narrowed, pattern) => narrowed.filter('search_text', 'like', pattern),
    ofStatus,
  );
}

/**
 * The rows from the first to the last position, both counted from 0, in an order. For staff.
 * @param since the earliest created_at; by default any
 */
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
  let rows = narrow(client.from(inbox.table).select(inbox.columns), query);
  if (since !== undefined) rows = rows.gte('created_at', since);
  for (const column of columns) {
    // Every row has a moment; to sort as if some had none would pass its index over.
    const nulls = column === 'created_at' ? {} : { nullsFirst: false };
    rows = rows.order(column, { ascending: !descending, ...nulls });
  }
  if (!columns.includes('created_at')) rows = rows.order('created_at', { ascending: false });
  const { data } = await rows.order('id').range(first, last).throwOnError();
  return data as unknown as Row[];
}

/**
 * How many rows match a search, by their status and whether they are spam, all in one reading. For
 * staff.
 */
export async function countInboxRows(
  client: Client,
  table: InboxTable,
  search: string,
): Promise<{ status: string; is_spam: boolean; rows: number }[]> {
  const { data } = await client
    .rpc(`count_${table}`, { patterns: likePatterns(search) })
    .throwOnError();
  return data;
}

/**
 * What is asked for to read some columns of rows, besides the two that every list is ordered by.
 */
export function columnList(columns: readonly string[]): string {
  return [...new Set(['id', 'created_at', ...columns])].join();
}

/**
 * Every row that a filter lets through, newest first, however many there are. For staff.
 * @param columns what is read of each besides its id and created_at
 */
export function everyInboxRow<Item extends { id: string; created_at: string }>(
  client: Client,
  table: InboxTable,
  filter: InboxFilter,
  columns: readonly (keyof Item & string)[],
): Promise<Item[]> {
  const list = columnList(columns);
  return everyRow(async (after, limit) => {
    const query = narrow(client.from(table).select(list), filter);
    // The first condition says less than the second, but an index can jump to it.
    const rest = after ? query.lte('created_at', after.created_at).or(rowsAfter(after)) : query;
    const { data } = await rest
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
      .throwOnError();
    return { data: data as unknown as Item[], count: null };
  });
}
