import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { pollIntervalMs } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { describeQuoteState } from '#app/features/quotes/quote-states.ts';
import {
  getListedCents,
  type QuoteSummary,
  type RequestQuote,
  readQuotesOfRequests,
} from '#app/features/quotes/quote-summaries.ts';
import { formatCents } from '#app/lib/prices.ts';

/** Returns a function that renders the links of one of the requests to its quotes, with number and state. */
export function useQuoteLinks(rows: readonly { id: string }[]): (requestId: string) => ReactNode {
  const client = useAdminClient();
  const ids = rows.map(({ id }) => id).sort();
  const { data: quotes } = useQuery({
    queryKey: ['quotes', 'requests', ids],
    queryFn: () => readQuotesOfRequests(client, ids),
    enabled: ids.length > 0,
    refetchInterval: pollIntervalMs,
    placeholderData: keepPreviousData,
  });
  return useCallback(
    (requestId) => (
      <QuoteLinks quotes={quotes?.filter((quote) => quote.quote_request_id === requestId) ?? []} />
    ),
    [quotes],
  );
}

function QuoteLinks({ quotes }: { quotes: RequestQuote[] }) {
  return quotes.map((quote) => (
    <Link
      key={quote.id}
      to={`/admin/quote-builder/${quote.id}`}
      className="relative z-1 mt-1 block w-fit text-sm underline underline-offset-2"
    >
      {quote.number ? `${quote.number}: ${describeQuoteState(quote)}` : 'Draft quote'}
    </Link>
  ));
}

export const listLinkClass = 'drawn-link inline-flex min-h-11 items-center';

/** Links to quotes with number, total, state and title. */
export function QuoteList({ quotes }: { quotes: readonly QuoteSummary[] }) {
  return (
    <ul>
      {quotes.map((quote) => (
        <li key={quote.id}>
          <Link to={`/admin/quote-builder/${quote.id}`} className={listLinkClass}>
            {[
              `${quote.number ?? 'Draft'}: ${formatCents(getListedCents(quote))}`,
              quote.number && describeQuoteState(quote).toLowerCase(),
              quote.title,
            ]
              .filter(Boolean)
              .join(', ')}
          </Link>
        </li>
      ))}
    </ul>
  );
}
