import { useQuery } from '@tanstack/react-query';
import type { Client } from '#app/data/client.ts';
import { countWaiting } from '#app/data/dashboard.ts';
import { countUnreadQuotes } from '#app/data/quote-news.ts';
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
