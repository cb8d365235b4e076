import { useCallback, useEffect, useRef, useState } from 'react';
import type { EnquiryRow, Inbox, SpamTab } from '#app/data/inbox.ts';
import { type InboxPage, readInboxPage } from '#app/data/inbox-page.ts';
import { type InboxView, newestFirst } from '#app/domain/enquiries/inbox-search-params.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import { withArrivals, withChange, withoutRows, withRow } from './inbox-list.ts';

type Shown<Row, Status extends string> = InboxPage<Row, Status> & {
  /** The view that this is the page of. */
  of: InboxView;
};

type InboxState<Row, Status extends string> =
  | { is: 'loading' }
  | { is: 'failed' }
  | { is: 'ready'; value: Shown<Row, Status>; busy: boolean };

type Take<Row, Status extends string> = (
  old: Shown<Row, Status>,
  fresh: Shown<Row, Status>,
) => Shown<Row, Status>;

/** Whether what arrives stands on top of this page. */
function takesArrivals({ page, of: { sort, descending } }: Shown<unknown, string>): boolean {
  return page === 1 && sort === newestFirst.sort && descending;
}

/** What was read anew, with the rows that arrivals have pushed off the first page before. */
function withPushedOut<Row extends EnquiryRow, Status extends string>(
  old: Shown<Row, Status>,
  fresh: Shown<Row, Status>,
): Shown<Row, Status> {
  if (old.of !== fresh.of || !takesArrivals(fresh)) return fresh;
  return { ...withArrivals(old, fresh), of: fresh.of };
}

/** Reads the page of an inbox that is in sight, and changes it after the server has agreed. */
export function useInbox<Row extends EnquiryRow, Status extends string, Sort extends string>(
  inbox: Inbox<Row, Status, Sort>,
  view: InboxView,
) {
  const client = useAdminClient();
  const toasts = useToasts();
  const [state, setState] = useState<InboxState<Row, Status>>({ is: 'loading' });
  // What is read belongs in sight only where nothing else was asked for or changed since.
  const turn = useRef(0);
  const latest = useRef(view);

  const read = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    const view = latest.current;
    const query = { ...view, status: view.status as Status | SpamTab, sort: view.sort as Sort };
    const page = await readInboxPage(client, inbox, query, view.page).catch((error: unknown) => {
      if (mine === turn.current) throw error;
      return undefined;
    });
    return page && mine === turn.current ? { ...page, of: view } : undefined;
  }, [client, inbox]);

  const load = useCallback(() => {
    setState((now) => (now.is === 'ready' ? { ...now, busy: true } : { is: 'loading' }));
    read().then(
      (value) => value && setState({ is: 'ready', value, busy: false }),
      (error) => {
        logFailure('Could not read the list', error);
        setState({ is: 'failed' });
      },
    );
  }, [read]);

  useEffect(() => {
    latest.current = view;
    load();
  }, [view, load]);

  /** Reads again what is in sight; where that fails, it stays as it is. */
  const refresh = useCallback(
    async (take: Take<Row, Status> = withPushedOut, beforeOnTop = () => {}) => {
      try {
        const fresh = await read();
        if (!fresh) return;
        if (takesArrivals(fresh)) beforeOnTop();
        setState((now) => ({
          is: 'ready',
          value: now.is === 'ready' ? take(now.value, fresh) : fresh,
          busy: false,
        }));
      } catch (error) {
        logFailure('Could not read the list again', error);
        toasts.failure('The list could not be brought up to date.');
        setState((now) =>
          now.is === 'ready' && now.value.of === latest.current
            ? { ...now, busy: false }
            : { is: 'failed' },
        );
      }
    },
    [read, toasts],
  );

  const edit = useCallback((next: (page: Shown<Row, Status>) => InboxPage<Row, Status>) => {
    setState((now) =>
      now.is === 'ready' ? { ...now, value: { ...next(now.value), of: now.value.of } } : now,
    );
  }, []);
  const update = useCallback(
    (row: Row) => edit((page) => withRow(page, page.of.status, row)),
    [edit],
  );

  return {
    state,
    reload: load,
    /** Shows a row as it is now. */
    update,
    /** Shows a row whose status has changed, and what comes after it where it leaves the tab. */
    replace: useCallback(
      (row: Row) => {
        update(row);
        void refresh();
      },
      [update, refresh],
    ),
    remove: useCallback(
      (ids: readonly string[]) => {
        edit((page) => withoutRows(page, new Set(ids)));
        void refresh();
      },
      [edit, refresh],
    ),
    /** Shows another status, or another mark of spam, of several rows. */
    change: useCallback(
      (ids: readonly string[], change: { status: Status } | { is_spam: boolean }) => {
        edit((page) => withChange(page, page.of.status, new Set(ids), change));
        void refresh();
      },
      [edit, refresh],
    ),
    /**
     * Takes in what has arrived: on top of the first page, elsewhere in the counts only.
     * `beforeRows` is called before rows are put on top.
     */
    takeArrivals: useCallback(
      (beforeRows: () => void) =>
        refresh(
          (old, fresh) =>
            old.of !== fresh.of || takesArrivals(fresh)
              ? withPushedOut(old, fresh)
              : { ...old, counts: fresh.counts, pages: fresh.pages },
          beforeRows,
        ),
      [refresh],
    ),
  };
}
