import type { EnquiryRow } from '#app/data/inbox.ts';
import type { InboxPage } from '#app/data/inbox-page.ts';

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
    .filter((shown) => tab === undefined || shown.status === tab);
  if (!before || before.status === row.status) return { ...page, rows };
  return { ...page, rows, counts: moved(page.counts, before.status, row.status, 1) };
}

/** The page without rows that are gone. */
export function withoutRows<Row extends EnquiryRow, Status extends string>(
  page: InboxPage<Row, Status>,
  ids: ReadonlySet<string>,
): InboxPage<Row, Status> {
  const rows = page.rows.filter(({ id }) => !ids.has(id));
  const gone = page.rows.filter(({ id }) => ids.has(id));
  const counts = { ...page.counts };
  for (const { status } of gone) {
    counts[status as Status] -= 1;
    counts.all -= 1;
  }
  return { ...page, rows, counts };
}

/** The page with another status of some of its rows. */
export function withStatus<Row extends EnquiryRow, Status extends string>(
  page: InboxPage<Row, Status>,
  tab: string | undefined,
  ids: ReadonlySet<string>,
  status: Status,
): InboxPage<Row, Status> {
  return page.rows
    .filter(({ id }) => ids.has(id))
    .reduce((changed, row) => withRow(changed, tab, { ...row, status }), page);
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

function moved<Status extends string>(
  counts: Record<Status | 'all', number>,
  from: string,
  to: string,
  rows: number,
): Record<Status | 'all', number> {
  return {
    ...counts,
    [from]: counts[from as Status] - rows,
    [to]: counts[to as Status] + rows,
  };
}
