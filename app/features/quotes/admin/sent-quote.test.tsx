import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { UnsavedInputProvider } from '#app/admin/records/unsaved-input.tsx';
import { AdminContext } from '#app/admin/session.ts';
import type { Client } from '#app/lib/client.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { newQuoteJob } from '#tests/fixtures/quote-jobs.ts';
import {
  newQuoteAcceptanceRow,
  newQuoteContent,
  newQuoteItem,
  newQuoteVersionRow,
} from '#tests/fixtures/quotes.ts';
import type { Quote, QuoteHistory } from '../quotes.ts';
import { QuoteSections } from './sent-quote.tsx';

const ramp = newQuoteItem({ id: 'ramp', description: 'Ramp', unitCents: 10_000, optional: true });
const content = newQuoteContent({
  items: [newQuoteItem(), ramp],
  deposit: { type: 'percent', basisPoints: 3000 },
});
const { document } = newQuoteJob(content);
const totals = document.totals;

const at = '2026-11-25T15:04:05Z';
const sent = {
  id: '50000000-0000-4000-8000-000000000001',
  number: '2026-0041',
  state: 'viewed',
  content,
  version: 1,
  customer_name: 'Ann Fielder',
  customer_email: 'ann@example.com',
  valid_until: '2099-12-31',
  selection: null,
  accepted_version: null,
  agreed_version: null,
  lapsed_as: null,
  offered_cents: totals.total,
  reminders_stopped_at: null,
  erased_at: null,
  question_at: null,
} as unknown as Quote;
const accepted: Quote = {
  ...sent,
  ...{ state: 'accepted', accepted_version: 1, agreed_version: 1, agreed_cents: totals.total },
  accepted_at: at,
};
const empty = { documents: [], events: [], details: [], messages: [], reminders: [] };
const history = {
  ...empty,
  versions: [
    newQuoteVersionRow({
      id: 'v1',
      created_at: at,
      content,
      totals,
      document: JSON.stringify(document),
    }),
  ],
  acceptances: [],
  payments: [],
  stages: [],
} as unknown as QuoteHistory;
const order = {
  ...history,
  acceptances: [newQuoteAcceptanceRow({ totals, accepted_at: at })],
} as unknown as QuoteHistory;
const question = { id: 'm1', author: 'customer', type: 'question', body: 'When?', created_at: at };

function render(quote: Quote, shown: QuoteHistory): string {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <AdminContext value={{} as Client}>
        <ToastProvider>
          <UnsavedInputProvider>
            <QuoteSections quote={quote} history={shown} />
          </UnsavedInputProvider>
        </ToastProvider>
      </AdminContext>
    </QueryClientProvider>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
const listHeadings = (html: string) =>
  [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, heading]) => heading);
const readText = (html: string) => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');

test('an accepted quote begins with balance, next stage and payments', () => {
  const html = render(accepted, order);
  expect(listHeadings(html).slice(0, 3)).toEqual([
    'Balance and payments',
    'Stages',
    expect.stringMatching(/^Accepted on .* for \$9,548\.50$/),
  ]);
  expect(readText(html)).toMatch(
    /^\|Balance and payments\|.*\|Balance\|\$9,548\.50\|Next stage\|Deposit received\|Agreed\|\$9,548\.50\|Paid\|\$0\.00\|Record the deposit\|/,
  );
  const paid = {
    ...order,
    payments: [{ id: 'p1', amount_cents: totals.deposit, method: 'cash', paid_on: '2026-11-26' }],
  };
  expect(readText(render(accepted, paid as QuoteHistory))).toMatch(
    /\|Next stage\|Materials ordered\|.*\|Record a payment\|Record the next stage\|/,
  );
});

test('a name that the certificate cannot print is a warning', () => {
  const event = { id: 'e1', type: 'accepted', entry: '{}' };
  const shown = {
    ...order,
    details: [{ id: 'd1', event_id: 'e1', field: 'name', value: 'Ann 𓀀' }],
    events: [event],
    documents: [{ id: 'p1', type: 'acceptance', version: 1, status: 'written' }],
  };
  const [, warning] =
    /<p role="status" class="([^"]*)">The certificate can&#x27;t print &quot;𓀀&quot; in the name/.exec(
      render(accepted, shown as unknown as QuoteHistory),
    ) ?? [];
  expect(warning).toContain('warning');
});

test('a question comes before what is to be paid', () => {
  const asked = { ...accepted, question_at: '2026-11-26T15:00:00Z' };
  const html = render(asked, { ...order, messages: [question] } as QuoteHistory);
  expect(listHeadings(html).slice(0, 2)).toEqual(['Messages', 'Balance and payments']);
});

test('a sent quote is shown with its items, and what the customer has selected as not accepted', () => {
  const selection = { alternative: null, options: ['ramp'] };
  const html = render({ ...sent, selection, offered_cents: 966_150 }, history);
  expect(listHeadings(html).slice(0, 2)).toEqual([
    'The customer has seen version 1',
    'Garden shed',
  ]);
  const text = readText(html);
  expect(text).toContain('Selected by the customer, but not accepted: Ramp, $9,661.50 in total.');
  expect(text).toContain('|Total in Canadian dollars|$9,548.50|');
  expect(html).not.toContain('<form');
});

test('a delivered order offers to ask for a review, then to ask again, then the review', () => {
  const stages = [{ id: 's1', stage: 'delivered', reached_on: '2026-11-26', note: '', images: [] }];
  const delivered = { ...order, stages } as unknown as QuoteHistory;
  const shown = (quote: Partial<Quote>) =>
    readText(render({ ...accepted, review_asked_at: null, review_id: null, ...quote }, delivered));
  expect(shown({})).toContain('Ask the customer for a review.|Ask for a review|');
  expect(shown({ customer_email: null })).toContain('we can&#x27;t ask for a review.|');
  expect(shown({ review_asked_at: at })).toContain(
    'You asked for a review on Nov 25, 2026. The customer can write it until January 24, 2027.|Send again|',
  );
  expect(shown({ review_asked_at: at, review_id: 'r1' })).toContain('|Open the review|');
  expect(readText(render(accepted, order))).not.toContain('Ask for a review');
});
