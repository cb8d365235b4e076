import { useQuery } from '@tanstack/react-query';
import { countWaiting } from '#app/data/dashboard.ts';
import { useAdminClient } from '../session.ts';

const pollIntervalMs = 20_000;

type Inbox = 'quote_requests' | 'contact_submissions';

export type WaitingCounts = Partial<Record<Inbox, number>>;

export function useWaitingCounts(): WaitingCounts {
  return {
    quote_requests: useWaitingCount('quote_requests'),
    contact_submissions: useWaitingCount('contact_submissions'),
  };
}

function useWaitingCount(table: Inbox): number {
  const client = useAdminClient();
  const { data = 0 } = useQuery({
    queryKey: [table, 'waiting'],
    queryFn: () => countWaiting(client, table),
    refetchInterval: pollIntervalMs,
  });
  return data;
}
