import {
  keepPreviousData,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { useSelection } from '#app/admin/lists/selection.tsx';
import { useUrlParams } from '#app/admin/lists/use-url-params.ts';
import { logError } from '#app/admin/log-error.ts';
import { pollIntervalMs, readAgain } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { useToasts } from '#app/ui/toast.tsx';
import {
  type EnquiryRow,
  fetchAllInboxRows,
  formatInboxView,
  type Inbox,
  type InboxPage,
  type InboxTable,
  type InboxView,
  newestFirst,
  readInboxPage,
  readInboxView,
  readNewest,
  readSince,
  refreshInboxPage,
  type SpamTab,
  spamTab,
} from '../inbox.ts';
import { type InboxLabels, useBulk } from './inbox-selection.tsx';

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
      logError('Select all failed', error);
      toasts.error(`Couldn't select all ${labels.entityPlural}. Please try again.`, {
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

type InboxOptions<Row extends EnquiryRow, Status extends string, Sort extends string> = {
  inbox: Inbox<Row, Status, Sort>;
  view: InboxView;
  newCount: number;
  beforeRefresh: () => void;
};

/** Rows that are loaded earlier are held until the screen is rendered. */
const maxRenderMs = 1000;

/**
 * Reads the page of an inbox, and again to show what colleagues change. New enquiries appear on top
 * of the first page; on any other page, whose rows would move, only the counts change.
 */
function useInbox<Row extends EnquiryRow, Status extends string, Sort extends string>({
  inbox,
  view,
  newCount,
  beforeRefresh,
}: InboxOptions<Row, Status, Sort>) {
  const client = useAdminClient();
  const queryClient = useQueryClient();
  const { table } = inbox;
  const queryKey = [table, 'page', view];
  const request = { ...view, status: view.status as Status | SpamTab, sort: view.sort as Sort };
  const showsNewest = view.page === 1 && view.sort === newestFirst.sort && view.descending;
  const getShown = () => queryClient.getQueryData<InboxPage<Row, Status>>(queryKey);

  const read = {
    queryKey,
    async queryFn() {
      const oldest = showsNewest ? getShown()?.rows.at(-1)?.created_at : undefined;
      const page = await readInboxPage(client, inbox, request, view.page, oldest);
      if (getShown()) beforeRefresh();
      return page;
    },
    gcTime: maxRenderMs,
  };
  // Loads during the first render, not after it.
  usePrefetchQuery(read);
  const query = useQuery({
    ...read,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: showsNewest,
    refetchOnReconnect: showsNewest,
    refetchInterval: showsNewest && pollIntervalMs,
  });

  async function refreshRows() {
    const shown = getShown();
    if (!shown) return;
    const refreshed = await refreshInboxPage(client, inbox, request, shown);
    // Unless it was read again meanwhile.
    if (getShown() === shown) queryClient.setQueryData(queryKey, refreshed);
  }
  useQuery({
    queryKey: ['refreshed_rows', ...queryKey],
    queryFn: () => refreshRows().then(() => null),
    initialData: null,
    enabled: !showsNewest,
    staleTime: pollIntervalMs,
    refetchInterval: pollIntervalMs,
    gcTime: 0,
  });

  const showNewEnquiries = useEffectEvent(async () => {
    if (showsNewest || !getShown()) await readAgain(queryClient, queryKey);
    else await refreshRows();
  });
  useEffect(() => {
    if (newCount > 0) void showNewEnquiries().catch(() => {});
  }, [newCount]);

  return {
    query,
    showsNewest,
    replaceRow: useCallback(
      (row: Row) =>
        queryClient.setQueriesData<InboxPage<Row, Status>>(
          { queryKey: [table, 'page'] },
          (page) =>
            page && { ...page, rows: page.rows.map((old) => (old.id === row.id ? row : old)) },
        ),
      [queryClient, table],
    ),
  };
}
