import { useCallback, useEffect, useRef, useState } from 'react';
import { type EnquiryRow, everyInboxRow, type Inbox } from '#app/data/inbox.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { logFailure } from '../log.ts';
import { useAdminClient } from '../session.ts';
import type { InboxWords } from './inbox-words.ts';
import { useArrivals } from './use-arrivals.ts';
import { useBulk } from './use-bulk.tsx';
import { useInbox } from './use-inbox.ts';
import { useInboxView } from './use-inbox-view.ts';
import { useSelection } from './use-selection.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';

/**
 * What an inbox's screen stands on: what the address asks for, the page of it, what is chosen on
 * it, what has arrived meanwhile.
 * @param onRemoved called with the ids of rows that are deleted together
 */
export function useInboxScreen<Row extends EnquiryRow, Status extends string, Sort extends string>(
  inbox: Inbox<Row, Status, Sort>,
  words: InboxWords<Status>,
  onRemoved: (ids: readonly string[]) => void,
) {
  const client = useAdminClient();
  const toasts = useToasts();
  const address = useInboxView(inbox);
  const { view, correctPage } = address;
  const list = useInbox(inbox, view);
  const shown = list.state.is === 'ready' ? list.state.value : undefined;
  const selection = useSelection(`${view.status} ${view.search}`);
  const [selecting, setSelecting] = useState(false);
  const bulk = useBulk({ table: inbox.table, words, selection, list, onRemoved });

  // The address says the page that is there, also where it asked for one behind the last.
  useEffect(() => {
    if (shown && shown.of === view && shown.page !== view.page) {
      correctPage(shown.page);
    }
  }, [shown, view, correctPage]);

  const table = useRef<HTMLDivElement>(null);
  const steady = useSteadyScroll(table, shown?.rows);
  const [arrived, setArrived] = useState({ of: view, count: 0 });
  const { takeArrivals } = list;
  useArrivals(
    inbox.table,
    useCallback(
      (count: number) => {
        setArrived((now) => ({ of: view, count: (now.of === view ? now.count : 0) + count }));
        void takeArrivals(steady.hold);
      },
      [view, takeArrivals, steady.hold],
    ),
  );

  async function selectAll() {
    setSelecting(true);
    try {
      const filter = { status: view.status, search: view.search };
      const rows = await everyInboxRow<EnquiryRow>(client, inbox.table, filter, []);
      selection.set(
        rows.map(({ id }) => id),
        true,
      );
    } catch (error) {
      logFailure('Could not select all', error);
      toasts.failure(`Not all ${words.things} could be selected. Please try again.`);
    } finally {
      setSelecting(false);
    }
  }

  return {
    words,
    address,
    list,
    shown,
    selection,
    selecting,
    selectAll,
    bulk,
    /** Where the rows stand on the page. */
    table,
    arrived: {
      count: arrived.of === view ? arrived.count : 0,
      dismiss: () => setArrived({ of: view, count: 0 }),
      /** Whether they are in sight, or would be without the search. */
      inSight: view.page === 1 && view.sort === 'date' && view.descending,
    },
  };
}

/** What `useInboxScreen` gives to the parts of the screen. */
export type InboxScreenState<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
> = ReturnType<typeof useInboxScreen<Row, Status, Sort>>;
