import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InboxTable } from '#app/data/inbox.ts';
import { readNewest, readSince } from '#app/data/new-enquiries.ts';
import { pollIntervalMs } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

/**
 * Counts the enquiries since the screen was opened. Polls while the page is visible, on focus and
 * on reconnect.
 */
export function useNewEnquiries(table: InboxTable): number {
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
