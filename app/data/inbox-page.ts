import { countPages } from '#app/domain/pages.ts';
import {
  countInboxRows,
  type EnquiryRow,
  type Inbox,
  type InboxFilter,
  type InboxOrder,
  readInboxRows,
  type SpamTab,
} from './inbox.ts';
import { type PageOrLast, readPageOrLast } from './page-or-last.ts';
import type { Client } from './supabase-context.ts';

/** Rows on a page. */
export const pageSize = 25;
/** The most rows of a page that has grown with what is new. */
const maxGrownPage = 500;

/** How many rows each tab has. */
export type InboxCounts<Status extends string> = Record<Status | 'all' | SpamTab, number>;

/** A page of an inbox, and how many rows the search finds in all and of each status. */
export type InboxPage<Row, Status extends string> = PageOrLast<Row> & {
  counts: InboxCounts<Status>;
};

/**
 * Reads a page and the counts of every tab. A page behind the last one is the last one. For staff.
 * @param wanted the page, counted from 1
 * @param oldest for the first page, newest first: the created_at of the last row that it had. What
 *   newer rows have pushed to the next page since stays on it.
 */
export async function readInboxPage<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
>(
  client: Client,
  inbox: Inbox<Row, Status, Sort>,
  query: InboxFilter<Status> & InboxOrder<Sort>,
  wanted: number,
  oldest?: string,
): Promise<InboxPage<Row, Status>> {
  const counts = countByStatus(client, inbox, query.search);
  const page = await readPageOrLast(
    wanted,
    pageSize,
    counts.then((of) => of[query.status ?? 'all']),
    (first, last) => readInboxRows(client, inbox, query, [first, last]),
  );
  const last = page.rows.at(-1);
  const rows =
    oldest !== undefined && last !== undefined && last.created_at > oldest
      ? await readInboxRows(client, inbox, query, [0, maxGrownPage - 1], oldest)
      : page.rows;
  return { ...page, rows, counts: await counts };
}

/** The page with today's counts and its rows as they were. For staff. */
export async function refreshInboxCounts<Row extends EnquiryRow, Status extends string>(
  client: Client,
  inbox: Inbox<Row, Status, string>,
  query: InboxFilter<Status>,
  page: InboxPage<Row, Status>,
): Promise<InboxPage<Row, Status>> {
  const counts = await countByStatus(client, inbox, query.search);
  return { ...page, counts, pages: countPages(counts[query.status ?? 'all'], pageSize) };
}

async function countByStatus<Row extends EnquiryRow, Status extends string, Sort extends string>(
  client: Client,
  { table, statuses: [fresh, settled] }: Inbox<Row, Status, Sort>,
  search: string,
): Promise<InboxCounts<Status>> {
  const kinds = await countInboxRows(client, table, search);
  const sum = (wanted: (kind: (typeof kinds)[number]) => boolean) =>
    kinds.filter(wanted).reduce((total, { rows }) => total + rows, 0);
  const one = sum((kind) => !kind.is_spam && kind.status === fresh);
  const other = sum((kind) => !kind.is_spam && kind.status === settled);
  const spam = sum((kind) => kind.is_spam);
  return { all: one + other, [fresh]: one, [settled]: other, spam } as InboxCounts<Status>;
}
