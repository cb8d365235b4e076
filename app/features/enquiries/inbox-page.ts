import type { Client } from '#app/lib/client.ts';
import { type ClampedPage, countPages, readClampedPage } from '#app/lib/paginate.ts';
import {
  countInboxRows,
  type EnquiryRow,
  type Inbox,
  type InboxFilter,
  type InboxOrder,
  readInboxRows,
  readInboxRowsById,
  type SpamTab,
} from './inbox.ts';

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
