import type { Client } from '#app/lib/client.ts';
import { chunk } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { QuoteState } from './quote-states.ts';

export const quoteSummaryColumns =
  'id, number, state, version, accepted_version, customer_name, title, total_cents, offered_cents, agreed_cents, sent_at, unread_at, question_at';

/** Excludes the content, so that other screens do not load its schema. */
export type QuoteSummary = Pick<
  Row<'quotes'>,
  | 'id'
  | 'number'
  | 'version'
  | 'accepted_version'
  | 'customer_name'
  | 'title'
  | 'total_cents'
  | 'offered_cents'
  | 'agreed_cents'
  | 'sent_at'
  | 'unread_at'
  | 'question_at'
> & { state: QuoteState };

/** Cents that a quote is listed with: what is agreed or offered, and of a draft what it would offer. */
export function getListedCents(
  quote: Pick<QuoteSummary, 'agreed_cents' | 'offered_cents' | 'total_cents'>,
): number {
  return quote.agreed_cents ?? quote.offered_cents ?? quote.total_cents ?? 0;
}

export type RequestQuote = QuoteSummary & { quote_request_id: string | null };

/** The quotes of requests, the newest first. */
export async function readQuotesOfRequests(
  client: Client,
  requestIds: string[],
): Promise<RequestQuote[]> {
  const quotes: RequestQuote[] = [];
  for (const some of chunk(requestIds)) {
    const { data } = await client
      .from('quotes')
      .select(`${quoteSummaryColumns}, quote_request_id`)
      .in('quote_request_id', some)
      .order('created_at', { ascending: false })
      .throwOnError();
    quotes.push(...(data as RequestQuote[]));
  }
  return quotes;
}

/** Quotes that customers have seen without an answer or a message, the oldest first. */
export async function readUnsettledQuotes(client: Client, max: number): Promise<QuoteSummary[]> {
  const { data } = await client
    .from('quotes')
    .select(quoteSummaryColumns)
    .in('state', ['viewed', 'change_requested'])
    .is('question_at', null)
    .order('sent_at')
    .limit(max)
    .throwOnError();
  return data as QuoteSummary[];
}
