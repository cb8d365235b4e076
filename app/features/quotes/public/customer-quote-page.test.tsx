import { createClient } from '@supabase/supabase-js';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { type FormGuard, formGuardContext, supabaseContext } from '#app/site/request-context.ts';
import { newQuoteJob } from '#tests/fixtures/quote-jobs.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import type { CustomerQuote } from '../customer-quote.ts';
import type { Route } from './+types/customer-quote-page.ts';
import QuotePage, { loader } from './customer-quote-page.tsx';

const content = newQuoteContent({ deposit: { type: 'percent', basisPoints: 3000 } });
const { document, documentSha256 } = newQuoteJob(content);
const { totals } = document;
const selection = { alternative: null, options: [] };
const at = '2026-11-25T15:04:05Z';

const sent: CustomerQuote = {
  ...{ status: 'found', number: document.number, state: 'viewed', version: 1, sentAt: at },
  ...{ document, documentSha256, validUntil: document.validUntil, selection },
  customer: { name: 'Ann Fielder', address: '5 Lake Road', hasEmail: true },
  ...{ previousVersion: null, previousContent: null, previousSelection: null },
  ...{ agreedVersion: null, lapsed: null, acceptance: null },
  ...{ agreedCents: null, balanceCents: null, payments: [], stages: [] },
  ...{ messages: [], earlierMessagesBefore: null, remindersStopped: true, head: 'head' },
};
const accepted: CustomerQuote = {
  ...sent,
  ...{ state: 'accepted', agreedVersion: 1 },
  acceptance: {
    ...{ version: 1, acceptedAt: at, channel: 'online', selection, totals, hash: 'a1b2c3' },
  },
  ...{ agreedCents: totals.total, balanceCents: totals.total },
};

function render(quote: CustomerQuote, done: string | null = null): string {
  const loaderData = { quote, done, isEarlier: false, messageId: 'm1' };
  const props = { params: { token: 't' }, loaderData } as unknown as Route.ComponentProps;
  return renderToStaticMarkup(
    <MemoryRouter>
      <QuotePage {...props} />
    </MemoryRouter>,
  );
}
const listHeadings = (html: string) =>
  [...html.matchAll(/<h[12][^>]*>([^<]*)</g)].map(([, heading]) => heading);
const readText = (html: string) => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');

test('after acceptance, what happens next and how to pay come first, and the proof last', () => {
  const html = render(accepted);
  expect(listHeadings(html)).toEqual([
    'What happens next',
    'Your order',
    'Garden shed',
    'What is agreed',
    expect.any(String),
  ]);
  const text = readText(html);
  expect(text).toContain(
    '|What happens next|Pay now|$2,864.55, the deposit|Left to pay|$9,548.50|How to pay|The balance on delivery.|Start|In May 2027|Duration|Two days|',
  );
  const [proof, ...others] = [...text.matchAll(/\|Proof of [^|]*\|/g)];
  expect(others).toEqual([]);
  expect(proof?.[0]).toBe('|Proof of version 1 (SHA-256): a1b2c3|');
  expect(text.endsWith(String(proof?.[0]))).toBe(true);
});

test('a paid order has nothing to pay next', () => {
  const paid = { paidOn: '2026-12-01', method: 'cash', cents: totals.total } as const;
  const text = readText(render({ ...accepted, balanceCents: 0, payments: [paid] }));
  expect(text).toContain('|What happens next|Start|In May 2027|');
});

test('a quote that is not accepted begins with the offer, without proof', () => {
  const html = render(sent);
  expect(listHeadings(html).slice(0, 2)).toEqual(['Garden shed', 'What we offer']);
  expect(html).not.toContain('Proof of');
});

/** Opens the page of a quote as its loader and its component make it. */
async function open(quote: CustomerQuote, search: string): Promise<string> {
  const fetch = async () => Response.json(quote);
  const context = new RouterContextProvider();
  const client = createClient<Database>('http://localhost', 'anon', { global: { fetch } });
  context.set(supabaseContext, client);
  const guard = {
    signClient: () => 'signed',
    isReceipt: (of: string, text: string) => text === `proof of ${of}`,
  };
  context.set(formGuardContext, guard as unknown as FormGuard);
  const request = new Request(`http://localhost/quotes/t?${search}`);
  const args = { request, params: { token: 't' }, context } as unknown as Route.LoaderArgs;
  return render(quote, (await loader(args)).done);
}

test.each([
  ['message', sent, 'Your message has been sent.'],
  ['reminders', sent, 'You won&#x27;t get any more reminders about this quote.'],
  ['accepted', accepted, 'You have accepted this quote.'],
  ['declined', { ...sent, state: 'declined' } as const, 'Thank you for your answer.'],
])('done=%s confirms the answer only with its receipt', async (done, quote, message) => {
  expect(await open(quote, `done=${done}&receipt=proof of /quotes/t ${done}`)).toContain(message);
  for (const search of [`done=${done}`, `done=${done}&receipt=proof of /quotes/t other`]) {
    const html = await open(quote, search);
    expect(html).toContain('Garden shed');
    expect(html).not.toContain(message);
  }
});
