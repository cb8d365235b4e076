import {
  keepPreviousData,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { pollIntervalMs, readAgain } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import type { EnquiryRow, Inbox, SpamTab } from '../inbox.ts';
import { type InboxPage, readInboxPage, refreshInboxPage } from '../inbox-page.ts';
import { type InboxView, newestFirst } from '../inbox-search-params.ts';

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
export function useInbox<Row extends EnquiryRow, Status extends string, Sort extends string>({
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
