import { pagesFor } from '#app/domain/pages.ts';
import {
  countInboxRows,
  type EnquiryRow,
  type Inbox,
  type InboxFilter,
  type InboxOrder,
  readInboxRows,
  type SpamTab,
} from './inbox.ts';
import type { Client } from './supabase-context.ts';

/** Rows on a page. */
export const pageSize = 25;

/** How many rows each tab has. */
export type InboxCounts<Status extends string> = Record<Status | 'all' | SpamTab, number>;

/** A page of an inbox, and how many rows the search finds in all and of each status. */
export type InboxPage<Row, Status extends string> = {
  rows: Row[];
  /** Counted from 1. */
  page: number;
  pages: number;
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
  const rowsOf = (page: number) =>
    readInboxRows(client, inbox, query, [(page - 1) * pageSize, page * pageSize - 1]);
  const [first, counts] = await Promise.all([
    rowsOf(wanted),
    countByStatus(client, inbox, query.search),
  ]);
  const pages = pagesFor(counts[query.status ?? 'all'], pageSize);
  const page = Math.min(wanted, pages);
  return { rows: page === wanted ? first : await rowsOf(page), page, pages, counts };
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
