import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  pagesOf,
  type RecordList,
  type RecordPage,
  type RecordQuery,
  readRecordPage,
} from '#app/data/record-page.ts';
import { pageNumber } from '#app/domain/pages.ts';
import type { Rows } from '../lists/use-rows.ts';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import { nameInAddress, type RecordTab } from './record-tabs.ts';

/** What is in sight: a page, and what it is the page of. */
export type ShownRecords<Row> = RecordPage<Row> & { of: RecordQuery };

type State<Row> =
  | { is: 'loading' }
  | { is: 'failed' }
  | { is: 'ready'; rows: Row[]; shown: ShownRecords<Row> };

/** A list of records as its screen shows it, page by page. */
export type Records<Row> = Omit<Rows<Row>, 'state'> & {
  state: State<Row>;
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
  const client = useAdminClient();
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const tab = params.get('tab');
  const wanted = pageNumber(params.get('page'));
  const flagged = list.tabs?.find(({ label }) => nameInAddress(label) === tab)?.flagged;
  const [state, setState] = useState<State<Row>>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    let current = true;
    const of = { search, flagged, page: wanted };
    // A list that stands already stays in sight while another page is read.
    setState((now) => (now.is === 'ready' ? now : { is: 'loading' }));
    readRecordPage(client, list, of).then(
      (page) => {
        const rows = page.rows as unknown as Row[];
        if (current) setState({ is: 'ready', rows, shown: { ...page, rows, of } });
      },
      (error) => {
        logFailure('Could not read the list', error);
        if (current) setState({ is: 'failed' });
      },
    );
    return () => {
      current = false;
    };
  }, [client, list, search, flagged, wanted, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const { flag } = list;
  const isFlagged = useCallback(
    (row: Row) => flag !== undefined && (row as Record<string, unknown>)[flag] === true,
    [flag],
  );
  const pages = useRef(1);
  useEffect(() => {
    if (state.is === 'ready') pages.current = state.shown.pages;
  }, [state]);
  /** Takes a row out or puts another in its place; what moves up from the next page is read. */
  const change = useCallback(
    (id: string, row: Row | undefined) => {
      setState((now) => (now.is === 'ready' ? withChange(now.shown, id, row, isFlagged) : now));
      if (pages.current > 1) reload();
    },
    [isFlagged, reload],
  );

  return {
    state,
    reload,
    replace: useCallback((row: Row) => change(row.id, row), [change]),
    remove: useCallback((id: string) => change(id, undefined), [change]),
    addressOf: (page) => {
      const next = new URLSearchParams(params);
      if (page === 1) next.delete('page');
      else next.set('page', String(page));
      return next.size > 0 ? `?${next}` : '';
    },
  };
}

function withChange<Row extends { id: string }>(
  shown: ShownRecords<Row>,
  id: string,
  row: Row | undefined,
  isFlagged: (row: Row) => boolean,
): State<Row> {
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
  return { is: 'ready', rows, shown: { ...shown, rows, found, total, pages } };
}
