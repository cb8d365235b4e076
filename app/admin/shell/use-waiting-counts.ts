import { useQuery } from '@tanstack/react-query';
import { countUnreadQuotes } from '#app/features/quotes/quote-summaries.ts';
import type { Client } from '#app/lib/client.ts';
import { countWaiting } from '../dashboard/dashboard-counts.ts';
import { pollIntervalMs } from '../query-client.ts';
import { useAdminClient } from '../session.ts';

const counters = {
  quote_requests: (client: Client) => countWaiting(client, 'quote_requests'),
  contact_submissions: (client: Client) => countWaiting(client, 'contact_submissions'),
  quotes: countUnreadQuotes,
};

type CountedTable = keyof typeof counters;

export type WaitingCounts = Partial<Record<CountedTable, number>>;

export function useWaitingCounts(): WaitingCounts {
  return {
    quote_requests: useWaitingCount('quote_requests'),
    contact_submissions: useWaitingCount('contact_submissions'),
    quotes: useWaitingCount('quotes'),
  };
}

function useWaitingCount(table: CountedTable): number {
  const client = useAdminClient();
  const { data = 0 } = useQuery({
    queryKey: [table, 'waiting'],
    queryFn: () => counters[table](client),
    refetchInterval: pollIntervalMs,
  });
  return data;
}
