import type { Client } from '#app/lib/client.ts';
import { chunk, isUnanswered } from '#app/lib/crud.ts';
import type { Database } from '#app/lib/database.types.ts';
import { maxSearchLength } from '#app/lib/limits.ts';
import {
  type ClampedPage,
  countPages,
  fetchAllRows,
  maxPage,
  readClampedPage,
  toCursorFilter,
} from '#app/lib/paginate.ts';
import { toContactPatterns } from '#app/lib/search-patterns.ts';
import { formatSearch } from '#app/lib/urls.ts';

export type InboxTable = 'quote_requests' | 'contact_submissions';

export type SortColumn = 'search_text' | 'name_order' | `${string}_order`;

type ColumnOf<Table extends InboxTable> = keyof Database['public']['Tables'][Table]['Row'] & string;

export type EnquiryRow = {
  id: string;
  reference: string;
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

type InboxOrder<Sort extends string = string> = { sort: Sort; descending: boolean };

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
  return toContactPatterns(filter.search).reduce(
    (narrowed, pattern) => narrowed.filter('search_text', 'like', pattern),
    byStatus,
  );
}

/**
 * Reads the rows from first to last, counted from 0, in the inbox's order.
 * @param since only rows created then or later, ISO 8601
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

async function readInboxRowsById<Row extends EnquiryRow>(
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
    .rpc(`count_${table}`, { patterns: toContactPatterns(search) })
    .throwOnError();
  return data;
}

function toColumnList(columns: readonly string[]): string {
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
    // Redundant, but lets PostgreSQL seek in an index.
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

/** Reads the newest enquiry that is not spam; null if there is none. */
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

/**
 * Reads at most 1,000 enquiries newer than one, and those of the minute before, because rows can become visible
 * late.
 */
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

export const pageSize = 25;
const maxGrownPage = 500;

type InboxCounts<Status extends string> = Record<Status | 'all' | SpamTab, number>;

export type InboxPage<Row, Status extends string> = ClampedPage<Row> & {
  counts: InboxCounts<Status>;
};

/**
 * Reads a page, counted from 1 and clamped to the last one, and the counts of every tab.
 * @param oldest the created_at of the last row shown on the first page: rows that newer ones have
 *   moved to the next page since stay on it
 */
export async function readInboxPage<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
>(
  client: Client,
  inbox: Inbox<Row, Status, Sort>,
  query: InboxFilter<Status> & InboxOrder<Sort>,
  requestedPage: number,
  oldest?: string,
): Promise<InboxPage<Row, Status>> {
  const counts = countByStatus(client, inbox, query.search);
  const page = await readClampedPage(
    requestedPage,
    pageSize,
    counts.then((found) => found[query.status ?? 'all']),
    (first, last) => readInboxRows(client, inbox, query, [first, last]),
  );
  const last = page.rows.at(-1);
  const rows =
    oldest !== undefined && last !== undefined && last.created_at > oldest
      ? await readInboxRows(client, inbox, query, [0, maxGrownPage - 1], oldest)
      : page.rows;
  return { ...page, rows, counts: await counts };
}

/** Reads the counts and the rows of a page again, without those that have moved to it since. */
export async function refreshInboxPage<Row extends EnquiryRow, Status extends string>(
  client: Client,
  inbox: Inbox<Row, Status, string>,
  query: InboxFilter<Status>,
  page: InboxPage<Row, Status>,
): Promise<InboxPage<Row, Status>> {
  const ids = page.rows.map(({ id }) => id);
  const [counts, found] = await Promise.all([
    countByStatus(client, inbox, query.search),
    readInboxRowsById(client, inbox, query, ids),
  ]);
  const byId = new Map(found.map((row) => [row.id, row]));
  return {
    ...page,
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    counts,
    pages: countPages(counts[query.status ?? 'all'], pageSize),
  };
}

async function countByStatus<Row extends EnquiryRow, Status extends string, Sort extends string>(
  client: Client,
  { table, statuses: [open, done] }: Inbox<Row, Status, Sort>,
  search: string,
): Promise<InboxCounts<Status>> {
  const kinds = await countInboxRows(client, table, search);
  const sum = (matches: (kind: (typeof kinds)[number]) => boolean) =>
    kinds.filter(matches).reduce((total, { rows }) => total + rows, 0);
  const one = sum((kind) => !kind.is_spam && kind.status === open);
  const other = sum((kind) => !kind.is_spam && kind.status === done);
  const spam = sum((kind) => kind.is_spam);
  return { all: one + other, [open]: one, [done]: other, spam } as InboxCounts<Status>;
}

export type ChangeOutcome = {
  done: string[];
  error?: unknown;
};

/**
 * Updates rows in batches until one fails. Rows that do not exist are not in `done`.
 * @param onProgress is called with the number of rows tried
 */
export function updateRows(
  client: Client,
  table: InboxTable,
  ids: string[],
  change: { status: string } | { is_spam: boolean },
  onProgress: (tried: number) => void,
): Promise<ChangeOutcome> {
  return changeInBatches(ids, onProgress, (some) =>
    client.from(table).update(change).in('id', some).select('id').throwOnError(),
  );
}

/**
 * Deletes rows in batches until one fails.
 * @param onProgress gets the number of rows tried
 */
export function deleteRows(
  client: Client,
  table: InboxTable,
  ids: string[],
  onProgress: (tried: number) => void,
): Promise<ChangeOutcome> {
  return changeInBatches(ids, onProgress, (some) =>
    client.from(table).delete().in('id', some).select('id').throwOnError(),
  );
}

/**
 * Deletes rows. A deletion whose answer was lost may be repeated: its rows that are gone then count as deleted.
 */
export function createRowsRemover() {
  const unanswered = new Set<string>();
  return async (ids: string[], remove: () => Promise<ChangeOutcome>): Promise<ChangeOutcome> => {
    const outcome = await remove();
    const { done, error } = outcome;
    const missing = ids.filter((id) => !done.includes(id));
    if (!error) return { done: [...done, ...missing.filter((id) => unanswered.has(id))] };
    if (isUnanswered(error)) for (const id of missing) unanswered.add(id);
    return outcome;
  };
}

/** Reads rows by id, newest first; missing ones are left out. */
export async function readRows<Item extends { id: string; created_at: string }>(
  client: Client,
  table: InboxTable,
  ids: string[],
  columns: readonly (keyof Item & string)[],
): Promise<Item[]> {
  const list = toColumnList(columns);
  const rows: Item[] = [];
  for (const some of chunk(ids)) {
    const { data } = await client.from(table).select(list).in('id', some).throwOnError();
    rows.push(...(data as unknown as Item[]));
  }
  return rows.sort(
    (one, other) =>
      other.created_at.localeCompare(one.created_at) || one.id.localeCompare(other.id),
  );
}

async function changeInBatches(
  ids: string[],
  onProgress: (tried: number) => void,
  change: (some: string[]) => PromiseLike<{ data: { id: string }[] }>,
): Promise<ChangeOutcome> {
  const done: string[] = [];
  let tried = 0;
  for (const some of chunk(ids)) {
    try {
      const { data } = await change(some);
      done.push(...data.map(({ id }) => id));
    } catch (error) {
      return { done, error };
    }
    tried += some.length;
    onProgress(tried);
  }
  return { done };
}

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
