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

/** How many rows each tab has. */
export type InboxCounts<Status extends string> = Record<Status | 'all' | SpamTab, number>;

/** A page of an inbox, and how many rows the search finds in all and of each status. */
export type InboxPage<Row, Status extends string> = PageOrLast<Row> & {
  counts: InboxCounts<Status>;
};

/**
 * Reads a page and the counts of every tab. A page behind the last one is the last one. For staff.
 * @param wanted the page, counted from 1
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
): Promise<InboxPage<Row, Status>> {
  const counts = countByStatus(client, inbox, query.search);
  const page = await readPageOrLast(
    wanted,
    pageSize,
    counts.then((of) => of[query.status ?? 'all']),
    (first, last) => readInboxRows(client, inbox, query, [first, last]),
  );
  return { ...page, counts: await counts };
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
