import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { useUrlParams } from '#app/admin/lists/use-url-params.ts';
import { logError } from '#app/admin/log-error.ts';
import { pollIntervalMs } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { useToasts } from '#app/ui/toast.tsx';
import {
  type EnquiryRow,
  fetchAllInboxRows,
  type Inbox,
  type InboxTable,
  readNewest,
  readSince,
  spamTab,
} from '../inbox.ts';
import { formatInboxView, type InboxView, readInboxView } from '../inbox-search-params.ts';
import type { InboxLabels } from './inbox-labels.ts';
import { useBulk } from './use-bulk.tsx';
import { useInbox } from './use-inbox.ts';
import { useSelection } from './use-selection.ts';

export function useInboxScreen<Row extends EnquiryRow, Status extends string, Sort extends string>(
  inbox: Inbox<Row, Status, Sort>,
  labels: InboxLabels<Status>,
  onRemoved: (ids: readonly string[]) => void,
) {
  const client = useAdminClient();
  const toasts = useToasts();
  const url = useInboxView(inbox);
  const { view } = url;
  const newCount = useNewEnquiries(inbox.table);
  const [seen, setSeen] = useState({ view, newCount });
  // Opening another view dismisses the notice.
  if (seen.view !== view) setSeen({ view, newCount });

  const table = useRef<HTMLDivElement>(null);
  const anchor = useScrollAnchor(table);
  const list = useInbox({ inbox, view, newCount, beforeRefresh: anchor.hold });
  const { data: page, dataUpdatedAt, isPlaceholderData } = list.query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows have been read.
  useLayoutEffect(anchor.restore, [dataUpdatedAt]);
  useClampedPage(view, isPlaceholderData ? undefined : page?.page);

  const selection = useSelection(`${view.status} ${view.search}`);
  const bulk = useBulk({ table: inbox.table, labels, selection, onRemoved });
  const selectAll = useMutation({
    mutationFn: () =>
      fetchAllInboxRows<EnquiryRow>(
        client,
        inbox.table,
        { status: view.status, search: view.search },
        [],
      ),
    onSuccess(found) {
      toasts.clear('select all');
      selection.set(
        found.map(({ id }) => id),
        true,
      );
    },
    onError(error) {
      logError('Could not select all', error);
      toasts.error(`Not all ${labels.entityPlural} could be selected. Please try again.`, {
        key: 'select all',
      });
    },
  });

  return {
    labels,
    url,
    query: list.query,
    replaceRow: list.replaceRow,
    page,
    selection,
    selectAll,
    bulk,
    table,
    newEnquiries: {
      count: Math.max(0, newCount - seen.newCount),
      dismiss: () => setSeen({ view, newCount }),
      areShown: list.showsNewest,
    },
  };
}

export type InboxScreenState<
  Row extends EnquiryRow,
  Status extends string,
  Sort extends string,
> = ReturnType<typeof useInboxScreen<Row, Status, Sort>>;

function useNewEnquiries(table: InboxTable): number {
  const client = useAdminClient();
  const { data: newest } = useQuery({
    queryKey: ['new_enquiries', table],
    queryFn: () => readNewest(client, table),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => state.data === undefined && pollIntervalMs,
    gcTime: 0,
  });
  const { data: rows } = useQuery({
    queryKey: ['new_enquiries', table, newest],
    queryFn: () => readSince(client, table, newest ?? null),
    enabled: newest !== undefined,
    refetchInterval: pollIntervalMs,
    gcTime: 0,
  });
  const [known, setKnown] = useState<ReadonlySet<string>>();
  if (rows && !known) setKnown(new Set(rows.map(({ id }) => id)));
  return known && rows ? rows.filter(({ id }) => !known.has(id)).length : 0;
}

/**
 * Scrolls so that the focused element, or else the first visible row, stays where it is while rows
 * come in above it: `hold` before the change, `restore` after.
 */
function useScrollAnchor(list: RefObject<HTMLElement | null>) {
  const anchor = useRef<{ element: Element; top: number } | undefined>(undefined);

  return {
    hold: useCallback(() => {
      const focused = document.activeElement;
      const element = list.current?.contains(focused) ? focused : getFirstVisible(list.current);
      anchor.current = element ? { element, top: element.getBoundingClientRect().top } : undefined;
    }, [list]),
    restore: useCallback(() => {
      if (!anchor.current) return;
      const { element, top } = anchor.current;
      anchor.current = undefined;
      if (element.isConnected) window.scrollBy(0, element.getBoundingClientRect().top - top);
    }, []),
  };
}

function getFirstVisible(list: HTMLElement | null): Element | null {
  if (!list || window.scrollY === 0) return null;
  const rows = [...list.querySelectorAll('tbody > tr')];
  return rows.find((row) => row.getBoundingClientRect().bottom > 0) ?? null;
}

function useInboxView<Status extends string>(
  inbox: Pick<Inbox<never, Status, string>, 'statuses' | 'sorts'>,
) {
  const [params, setParams] = useUrlParams();
  const read = useCallback(
    (from: URLSearchParams) =>
      readInboxView(from, {
        statuses: [...inbox.statuses, spamTab],
        sorts: Object.keys(inbox.sorts),
      }),
    [inbox],
  );
  // A dialog changes the URL, but not the view.
  const url = formatInboxView(read(params));
  const view: InboxView = useMemo(() => read(new URLSearchParams(url)), [read, url]);
  return {
    view,
    getQueryString: (change: Partial<InboxView>) =>
      formatInboxView({ ...view, page: 1, ...change }),
    changeView: (change: Partial<InboxView>) =>
      setParams(
        (current) => new URLSearchParams(formatInboxView({ ...read(current), page: 1, ...change })),
        { replace: false },
      ),
  };
}

function useClampedPage(view: InboxView, page: number | undefined): void {
  const [, setParams] = useUrlParams();
  const { search } = useLocation();

  useEffect(() => {
    if (page === undefined || page === view.page) return;
    // The URL has changed meanwhile.
    if (window.location.search !== search) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(formatInboxView({ ...view, page }));
        const open = current.get('open');
        if (open) next.set('open', open);
        return next;
      },
      { replace: true, deferred: true },
    );
  }, [view, page, search, setParams]);
}
