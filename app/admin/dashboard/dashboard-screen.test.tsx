import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { QuoteRequest } from '#app/features/enquiries/quote-requests.ts';
import type { Client } from '#app/lib/client.ts';
import { newQuoteSummary } from '#tests/fixtures/quotes.ts';
import { AdminContext } from '../session.ts';
import { LongestWait, StatCards, UnsettledQuotes } from './dashboard-screen.tsx';

test('StatCards link to the lists that they count', () => {
  const statistics = {
    quoteRequests: 1,
    contacts: 2,
    projects: 3,
    reviews: 4,
    newQuoteRequests: 0,
    newContacts: 0,
  };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <StatCards statistics={statistics} />
    </MemoryRouter>,
  );
  const links = [...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([^<]+)</g)];
  expect(links.map(([, href, label]) => [label, href])).toEqual([
    ['Total Quote Requests', '/admin/quotes'],
    ['Contact Submissions', '/admin/contacts'],
    ['Past Projects', '/admin/projects'],
    ['Customer Reviews', '/admin/reviews'],
  ]);
});

test('the oldest unanswered request and the quotes without an answer link to their quotes', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const request = { id: 'r1', customer_name: 'Ann Fielder', project_type: 'Shed' };
  const quote = newQuoteSummary({ state: 'change_requested' });
  const queryClient = new QueryClient();
  const linked = newQuoteSummary({ id: 'q2', number: null, state: 'draft' });
  queryClient.setQueryData(['quotes', 'requests', ['r1']], [{ ...linked, quote_request_id: 'r1' }]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <AdminContext value={{} as Client}>
        <MemoryRouter>
          <LongestWait
            request={{ ...request, created_at: '2026-11-25T11:00:00Z' } as QuoteRequest}
            now={now}
          />
          <UnsettledQuotes quotes={[quote]} />
        </MemoryRouter>
      </AdminContext>
    </QueryClientProvider>,
  );
  const links = [...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([^<]+)</g)];
  expect(links.map(([, href, label]) => [href, label])).toEqual([
    ['/admin/quotes?open=r1', 'Ann Fielder'],
    ['/admin/quote-builder/q2', 'Draft quote'],
    ['/admin/quote-builder/q1', 'Ann Fielder, 2026-0041: $9,548.50, change requested'],
  ]);
  expect(html).toContain('1 hour over the promised 24 hours.');
});
