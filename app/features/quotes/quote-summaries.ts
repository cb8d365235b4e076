import type { Client } from '#app/lib/client.ts';
import { chunk } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { QuoteState } from './quote-states.ts';

const quoteSummaryColumns =
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

/** Quotes for an email address that were created since a time, the newest ten. */
export async function readQuotesOfCustomer(
  client: Client,
  email: string,
  since: string,
): Promise<QuoteSummary[]> {
  const { data } = await client
    .from('quotes')
    .select(quoteSummaryColumns)
    .eq('customer_email', email)
    .gte('created_at', since)
    .order('created_at', { ascending: false })
    .limit(10)
    .throwOnError();
  return data as QuoteSummary[];
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

/** Excludes the content of quotes, so that other screens do not load its schema. */
export type QuoteNews = QuoteSummary & {
  /** What the customer has written and nobody has answered; null if nothing waits. */
  question: { text: string; askedAt: string } | null;
};

/** Counts the quotes on which a customer has done something that no staff have seen. */
export async function countUnreadQuotes(client: Client): Promise<number> {
  const { count } = await client
    .from('quotes')
    .select('*', { count: 'exact', head: true })
    .not('unread_at', 'is', null)
    .throwOnError();
  return count ?? 0;
}

export type QuoteNewsPage = {
  quotes: QuoteNews[];
  /** How many are not among `quotes`. */
  more: number;
};

/**
 * Quotes whose message waits for an answer, the oldest first, then others with something unread, the
 * newest first.
 */
export async function readQuoteNews(client: Client, max: number): Promise<QuoteNewsPage> {
  const [asked, unread] = await Promise.all([
    client
      .from('quotes')
      .select(quoteSummaryColumns, { count: 'exact' })
      .not('question_at', 'is', null)
      .order('question_at')
      .limit(max)
      .throwOnError(),
    client
      .from('quotes')
      .select(quoteSummaryColumns, { count: 'exact' })
      .is('question_at', null)
      .not('unread_at', 'is', null)
      .order('unread_at', { ascending: false })
      .limit(max)
      .throwOnError(),
  ]);
  const shown = ([...asked.data, ...unread.data] as QuoteSummary[]).slice(0, max);
  const questions = await Promise.all(
    shown.map(({ id, question_at }) => question_at && readQuestion(client, id, question_at)),
  );
  return {
    quotes: shown.map((quote, index) => ({ ...quote, question: questions[index] || null })),
    more: (asked.count ?? 0) + (unread.count ?? 0) - shown.length,
  };
}

const maxQuestions = 10;

/** Reads the customer's latest messages since the first one that waits for an answer. */
async function readQuestion(
  client: Client,
  id: string,
  waitsSince: string,
): Promise<QuoteNews['question']> {
  const { data } = await client
    .from('quote_messages')
    .select('body, created_at')
    .eq('quote_id', id)
    .eq('author', 'customer')
    .gte('created_at', waitsSince)
    .order('created_at', { ascending: false })
    .limit(maxQuestions)
    .throwOnError();
  const [latest] = data;
  if (!latest) return null;
  const texts = data.map(({ body }) => body).reverse();
  return { text: texts.join('\n\n'), askedAt: latest.created_at };
}

/** @param seenAt the quote's `unread_at` as it was read: what has happened since stays unread */
export async function markQuoteRead(client: Client, id: string, seenAt: string): Promise<void> {
  await client.rpc('mark_quote_read', { quote_id: id, seen_at: seenAt }).throwOnError();
}
