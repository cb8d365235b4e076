import { type EnquiryRow, spamTab } from '#app/data/inbox.ts';
import type { InboxCounts, InboxPage } from '#app/data/inbox-page.ts';

// How a page that is in sight changes once the server has agreed, until it is read anew.

/** The page with a row as it is now; the row leaves a tab that it no longer belongs to. */
export function withRow<Row extends EnquiryRow, Status extends string>(
  page: InboxPage<Row, Status>,
  tab: string | undefined,
  row: Row,
): InboxPage<Row, Status> {
  const before = page.rows.find(({ id }) => id === row.id);
  const rows = page.rows
    .map((old) => (old.id === row.id ? row : old))
    .filter((shown) => belongsTo(tab, shown));
  if (!before) return { ...page, rows };
  const counts = counted(counted(page.counts, before, -1), row, 1);
  return { ...page, rows, counts };
}

/** The page without rows that are gone. */
export function withoutRows<Row extends EnquiryRow, Status extends string>(
  page: InboxPage<Row, Status>,
  ids: ReadonlySet<string>,
): InboxPage<Row, Status> {
  const rows = page.rows.filter(({ id }) => !ids.has(id));
  const gone = page.rows.filter(({ id }) => ids.has(id));
  const counts = gone.reduce((now, row) => counted(now, row, -1), page.counts);
  return { ...page, rows, counts };
}

/** The page with another status, or another mark of spam, of some of its rows. */
export function withChange<Row extends EnquiryRow, Status extends string>(
  page: InboxPage<Row, Status>,
  tab: string | undefined,
  ids: ReadonlySet<string>,
  change: { status: Status } | { is_spam: boolean },
): InboxPage<Row, Status> {
  return page.rows
    .filter(({ id }) => ids.has(id))
    .reduce((changed, row) => withRow(changed, tab, { ...row, ...change }), page);
}

/**
 * The first page with what has arrived on top. What the newer rows have pushed to the next page
 * stays, so that nothing which is open, chosen or has the focus goes away.
 */
export function withArrivals<Row extends EnquiryRow, Status extends string>(
  page: InboxPage<Row, Status>,
  fresh: InboxPage<Row, Status>,
): InboxPage<Row, Status> {
  const known = new Set(fresh.rows.map(({ id }) => id));
  const last = fresh.rows.at(-1);
  const pushedOut = last
    ? page.rows.filter((row) => !known.has(row.id) && row.created_at <= last.created_at)
    : [];
  return { ...fresh, rows: [...fresh.rows, ...pushedOut] };
}

function belongsTo(tab: string | undefined, row: EnquiryRow): boolean {
  if (row.is_spam || tab === spamTab) return row.is_spam && tab === spamTab;
  return tab === undefined || row.status === tab;
}

function counted<Status extends string>(
  counts: InboxCounts<Status>,
  { is_spam, status }: EnquiryRow,
  rows: number,
): InboxCounts<Status> {
  if (is_spam) return { ...counts, spam: counts.spam + rows };
  return {
    ...counts,
    all: counts.all + rows,
    [status]: counts[status as Status] + rows,
  };
}
