import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  type Acceptance,
  acceptQuote,
  openQuote,
  reviewQuote,
} from '#app/features/quotes/customer-quote.ts';
import type { QuoteContent, QuoteSelection } from '#app/features/quotes/quote-content.ts';
import { sendQuote } from '#app/features/quotes/quote-sending.ts';
import {
  calculateTotals,
  getPossibleSelection,
  getProposedSelection,
} from '#app/features/quotes/quote-totals.ts';
import {
  insertQuote,
  type Quote,
  type QuoteDraft,
  readAcceptedSelection,
  readQuote,
  readQuoteHistory,
  updateQuote,
} from '#app/features/quotes/quotes.ts';
import { createQuoteLink, type recordQuotePayment } from '#app/features/quotes/staff-actions.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { newSettings } from '#tests/fixtures/rows.ts';
import type { TestBackend, TestClient } from './backend.ts';

export const noSelection: QuoteSelection = { alternative: null, options: [] };

/** The shed for 10,170.00 instead of 9,548.50. */
export const dearer = { items: [newQuoteItem({ unitCents: 900_000 })] };

/** An acceptance that staff record after a call. */
export const newPhoneAcceptance = () => ({
  ...{ version: 1, selection: noSelection, name: 'Ann Fielder', note: 'Called at noon' },
  attempt: randomUUID(),
});

export const newPayment = (changes: Partial<RecordedPayment> = {}): RecordedPayment => ({
  ...{ id: randomUUID(), paidOn: '2026-11-20', cents: 200_000, method: 'cash', note: '' },
  ...changes,
});
type RecordedPayment = Parameters<typeof recordQuotePayment>[2];

/** What sending requires: the business, and its HST number. */
export async function addQuoteSettings({ database, staff }: TestBackend) {
  const { business_name, phone, email, address } = newSettings();
  await sql`insert into public.business_settings (business_name, phone, email, address)
    values (${business_name}, ${phone}, ${email}, ${address})
    on conflict ((true)) do update set business_name = excluded.business_name, phone = excluded.phone,
      email = excluded.email, address = excluded.address`.execute(database.owner);
  const { data } = await staff.from('quote_settings').select('id').throwOnError();
  if (data.length > 0) return;
  await staff.from('quote_settings').insert({ legal_name: '' }).throwOnError();
  await staff.from('tax_settings').insert({ hst_number: '12345 6789 RT0001' }).throwOnError();
}

export const newQuoteDraft = (overrides: Partial<QuoteDraft> = {}): QuoteDraft => ({
  customer_name: 'Ann Fielder',
  customer_email: 'ann@example.com',
  customer_phone: '705-555-0100',
  customer_address: '5 Lake Road, Testville',
  content: newQuoteContent(),
  ...overrides,
});

export async function getQuote({ staff }: TestBackend, id: string): Promise<Quote> {
  const quote = await readQuote(staff, id);
  if (!quote) throw new Error('There is no such quote');
  return quote;
}

export async function sendDraft({ staff }: Pick<TestBackend, 'staff'>, quote: Quote) {
  const selection = getPossibleSelection(quote.content, await readAcceptedSelection(staff, quote));
  const result = await sendQuote(staff, quote, calculateTotals(quote.content, selection).total);
  if (result.status !== 'sent') throw new Error(`It was not sent: ${JSON.stringify(result)}`);
  return result;
}

/** Changes the content of a quote without sending it. */
export async function changeQuote(
  backend: TestBackend,
  id: string,
  content: Partial<QuoteContent>,
): Promise<Quote> {
  const quote = await getQuote(backend, id);
  return updateQuote(backend.staff, quote, { content: newQuoteContent(content) });
}

/** Sends the next version of a quote, which is dearer unless a content is given. */
export async function sendNextVersion(
  backend: TestBackend,
  id: string,
  content: Partial<QuoteContent> = dearer,
) {
  return sendDraft(backend, await changeQuote(backend, id, content));
}

export async function addSentQuote(
  backend: Pick<TestBackend, 'staff'>,
  overrides: Partial<QuoteDraft> = {},
): Promise<{ id: string; number: string; token: string }> {
  const quote = await insertQuote(backend.staff, newQuoteDraft(overrides));
  const { number } = await sendDraft(backend, quote);
  const token = await createQuoteLink(backend.staff, quote.id);
  return { id: quote.id, number, token: token ?? '' };
}

/** Opens and reviews a quote, and returns the acceptance that the form would send. */
export async function prepareAcceptance(
  { anon }: TestBackend,
  token: string,
  selection?: QuoteSelection,
): Promise<Acceptance> {
  const shown = await openQuote(anon, { token });
  if (!shown) throw new Error('The token is unknown');
  const chosen = selection ?? getProposedSelection(shown.document.content);
  const review = await reviewQuote(anon, { token }, shown.version, chosen);
  if (review.status !== 'review') throw new Error(`No review: ${review.status}`);
  return {
    version: shown.version,
    selection: chosen,
    agreementSha256: review.agreementSha256,
    name: 'Ann Fielder',
    consent: review.agreement.consent,
    attempt: randomUUID(),
  };
}

export async function acceptSentQuote(backend: TestBackend, token: string) {
  return acceptQuote(backend.anon, { token }, await prepareAcceptance(backend, token));
}

/** Sends a quote, and accepts it online. */
export async function addAcceptedQuote(backend: TestBackend, overrides: Partial<QuoteDraft> = {}) {
  const quote = await addSentQuote(backend, overrides);
  await acceptSentQuote(backend, quote.token);
  return quote;
}

/** The first event of a type in the evidence log, with the personal data that belongs to it. */
export async function readQuoteEvent(staff: TestClient, id: string, type: string) {
  const { events, details } = await readQuoteHistory(staff, id);
  const event = events.find((each) => each.type === type);
  const own = details.filter(({ event_id }) => event_id === event?.id);
  return {
    hash: event?.hash ?? 'no event',
    previousHash: event?.previous_hash ?? 'no event',
    entry: JSON.parse(event?.entry ?? '{}'),
    personal: Object.fromEntries(own.map(({ field, value }) => [field, value])),
  };
}

/** The types of a quote's events, in their order. */
export async function listEventTypes({ staff }: TestBackend, id: string): Promise<string[]> {
  const { data } = await staff
    .from('quote_events')
    .select('type')
    .eq('quote_id', id)
    .order('sequence')
    .throwOnError();
  return data.map(({ type }) => type);
}
