import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import {
  pagesOf,
  type RecordList,
  type RecordPage,
  type RecordQuery,
  readRecordPage,
} from '#app/data/record-page.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { pageNumber } from '#app/domain/pages.ts';
import type { Reading } from '../lists/reading.ts';
import { withPage } from '../lists/use-address.ts';
import { useReading } from '../lists/use-reading.ts';
import type { RowChanges } from '../lists/use-rows.ts';
import { nameInAddress, type RecordTab } from './record-tabs.ts';

/** What is in sight: a page, and what it is the page of. */
export type ShownRecords<Row> = RecordPage<Row> & { of: RecordQuery };

/** A list of records as its screen shows it, page by page. */
export type Records<Row> = RowChanges<Row> & {
  state: Reading<ShownRecords<Row>>;
  /** The address of another page, for a link. */
  addressOf: (page: number) => string;
};

/**
 * Reads the page of a list that the address asks for by its search, tab and page, and changes it
 * after the server has agreed.
 *
 * @param list of the module, not made anew on each render
 */
export function useRecords<Row extends { id: string }>(
  list: RecordList & { tabs?: readonly RecordTab[] },
): Records<Row> {
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const tab = params.get('tab');
  const wanted = pageNumber(params.get('page'));
  const flagged = list.tabs?.find(({ label }) => nameInAddress(label) === tab)?.flagged;
  const read = useCallback(
    async (client: Client): Promise<ShownRecords<Row>> => {
      const of = { search, flagged, page: wanted };
      const page = await readRecordPage(client, list, of);
      return { ...page, rows: page.rows as unknown as Row[], of };
    },
    [list, search, flagged, wanted],
  );
  const {
    state,
    reload,
    change: changeShown,
  } = useReading(read, { failure: 'Could not read the list' });

  const { flag } = list;
  const isFlagged = useCallback(
    (row: Row) => flag !== undefined && (row as Record<string, unknown>)[flag] === true,
    [flag],
  );
  const pages = useRef(1);
  useEffect(() => {
    if (state.is === 'ready') pages.current = state.value.pages;
  }, [state]);
  /** Takes a row out or puts another in its place; what moves up from the next page is read. */
  const change = useCallback(
    (id: string, row: Row | undefined) => {
      changeShown((shown) => withChange(shown, id, row, isFlagged));
      if (pages.current > 1) reload();
    },
    [changeShown, isFlagged, reload],
  );

  return {
    state,
    reload,
    replace: useCallback((row: Row) => change(row.id, row), [change]),
    remove: useCallback((id: string) => change(id, undefined), [change]),
    addressOf: (page) => withPage(params, page),
  };
}

function withChange<Row extends { id: string }>(
  shown: ShownRecords<Row>,
  id: string,
  row: Row | undefined,
  isFlagged: (row: Row) => boolean,
): ShownRecords<Row> {
  const before = shown.rows.find((old) => old.id === id);
  const belongs = (one: Row) =>
    shown.of.flagged === undefined || isFlagged(one) === shown.of.flagged;
  const rows = shown.rows.flatMap((old) => {
    if (old.id !== id) return [old];
    return row && belongs(row) ? [row] : [];
  });
  const found = { ...shown.found };
  const count = (one: Row | undefined, step: 1 | -1) => {
    if (!one) return;
    found.all += step;
    found[isFlagged(one) ? 'flagged' : 'unflagged'] += step;
  };
  count(before, -1);
  count(before && row, 1);
  const total = shown.total + (before && !row ? -1 : 0);
  const pages = pagesOf(found, shown.of.flagged);
  return { ...shown, rows, found, total, pages };
}
