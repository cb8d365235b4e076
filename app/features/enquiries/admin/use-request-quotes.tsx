import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { pollIntervalMs } from '#app/admin/query-client.ts';
import { useAdminClient } from '#app/admin/session.ts';
import { describeQuoteState } from '#app/features/quotes/quote-states.ts';
import { type RequestQuote, readQuotesOfRequests } from '#app/features/quotes/quote-summaries.ts';
import type { TableColumn } from '#app/ui/table.tsx';

/** The columns of requests, with links to their quotes beside the status. */
export function useQuoteLinks<Row extends { id: string }>(
  columns: TableColumn<Row>[],
  rows: readonly { id: string }[],
): TableColumn<Row>[] {
  const client = useAdminClient();
  const ids = rows.map(({ id }) => id).sort();
  const { data: quotes } = useQuery({
    queryKey: ['quotes', 'requests', ids],
    queryFn: () => readQuotesOfRequests(client, ids),
    enabled: ids.length > 0,
    refetchInterval: pollIntervalMs,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () =>
      columns.map((column) =>
        column.header === 'Status'
          ? {
              ...column,
              cell: (row) => (
                <>
                  {column.cell(row)}
                  <QuoteLinks
                    quotes={quotes?.filter((quote) => quote.quote_request_id === row.id) ?? []}
                  />
                </>
              ),
            }
          : column,
      ),
    [columns, quotes],
  );
}

export function QuoteLinks({ quotes }: { quotes: RequestQuote[] }) {
  return quotes.map((quote) => (
    <Link
      key={quote.id}
      to={`/admin/quote-builder/${quote.id}`}
      className="relative z-1 mt-1 block w-fit text-sm underline underline-offset-2 max-xl:ml-auto"
    >
      {quote.number ? `${quote.number}: ${describeQuoteState(quote)}` : 'Draft quote'}
    </Link>
  ));
}
