import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AdminContext } from '#app/admin/session.ts';
import type { RequestQuote } from '#app/features/quotes/quote-summaries.ts';
import type { Client } from '#app/lib/client.ts';
import { newQuoteSummary } from '#tests/fixtures/quotes.ts';
import type { QuoteRequest } from '../quote-requests.ts';
import { useQuoteLinks } from './quote-links.tsx';
import { RequestQuotes } from './request-detail.tsx';

const newQuote = (overrides: Partial<RequestQuote>): RequestQuote => ({
  ...newQuoteSummary(),
  quote_request_id: 'r1',
  ...overrides,
});
const quotes = [
  newQuote({ state: 'viewed', question_at: '2026-11-26T15:00:00Z' }),
  newQuote({ id: 'q2', state: 'draft', number: null, offered_cents: null, total_cents: 100_000 }),
  newQuote({ id: 'q3', number: '2026-0042', quote_request_id: 'r2', title: '' }),
];
const rows = [
  { id: 'r1', status: 'responded' },
  { id: 'r2', status: 'responded' },
  { id: 'r3', status: 'pending' },
] as QuoteRequest[];

/** Renders with these quotes as read, and returns the links with their texts. */
function renderLinks(key: unknown[], read: RequestQuote[], element: ReactNode) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(key, read);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <AdminContext value={{} as Client}>
        <MemoryRouter>{element}</MemoryRouter>
      </AdminContext>
    </QueryClientProvider>,
  );
  return [...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([^<]*)</g)].map(([, ...link]) => link);
}

function Links({ row }: { row: QuoteRequest }) {
  return useQuoteLinks(rows)(row.id);
}

test('lists show links from a request to its quotes, with number and state', () => {
  const render = (row: QuoteRequest) =>
    renderLinks(['quotes', 'requests', ['r1', 'r2', 'r3']], quotes, <Links row={row} />);
  expect(rows.map(render)).toEqual([
    [
      ['/admin/quote-builder/q1', '2026-0041: Question'],
      ['/admin/quote-builder/q2', 'Draft quote'],
    ],
    [['/admin/quote-builder/q3', '2026-0042: Sent']],
    [],
  ]);
});

test('the dialog of a request has links to its quotes, with number, amount, state and title', () => {
  const element = <RequestQuotes requestId="r1" />;
  expect(renderLinks(['quotes', 'request', 'r1'], quotes.slice(0, 2), element)).toEqual([
    ['/admin/quote-builder/q1', '2026-0041: $9,548.50, question, Garden shed'],
    ['/admin/quote-builder/q2', 'Draft: $1,000.00, Garden shed'],
  ]);
});
