import { RowChanged, type Version } from '#app/data/errors.ts';
import { insertQuote, type Quote, updateQuote } from '#app/data/quotes.ts';
import type { Client } from '#app/data/supabase-context.ts';
import type { QuoteContent } from '#app/domain/quotes/content.ts';

/** What staff edit of a quote, in the form that the conflict dialog compares: `offer` is its content. */
export type QuoteColumns = {
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  customer_address: string | null;
  offer: QuoteContent;
};

export type EditedQuote = Version & QuoteColumns & { quote: Quote };

/** The quote was withdrawn or erased since it was read. */
export class QuoteClosed extends Error {
  override name = 'QuoteClosed';
}

export const toEditedQuote = (quote: Quote): EditedQuote => ({
  id: quote.id,
  updated_at: quote.updated_at,
  customer_name: quote.customer_name,
  customer_email: quote.customer_email,
  customer_phone: quote.customer_phone,
  customer_address: quote.customer_address,
  offer: quote.content,
  quote,
});

export async function insertEditedQuote(
  client: Client,
  { offer, ...customer }: QuoteColumns,
  requestId: string | null,
): Promise<EditedQuote> {
  return toEditedQuote(
    await insertQuote(client, { quote_request_id: requestId, ...customer, content: offer }),
  );
}

/** @throws RowChanged with an EditedQuote if somebody has saved it since, QuoteClosed, RowNotFound */
export async function updateEditedQuote(
  client: Client,
  read: Version,
  { offer, ...customer }: Partial<QuoteColumns>,
): Promise<EditedQuote> {
  const content = offer && { content: withKnownAlternatives(offer) };
  try {
    return toEditedQuote(await updateQuote(client, read, { ...customer, ...content }));
  } catch (error) {
    if (!(error instanceof RowChanged)) throw error;
    const theirs = error.row as Quote;
    if (theirs.state === 'withdrawn' || theirs.erased_at !== null) throw new QuoteClosed();
    throw new RowChanged(toEditedQuote(theirs), error.changedBy);
  }
}

/** Items of one version and alternatives of another can meet when a conflict is solved. */
function withKnownAlternatives(content: QuoteContent): QuoteContent {
  const known = new Set(content.alternatives.map(({ id }) => id));
  return {
    ...content,
    items: content.items.map((item) => ({
      ...item,
      alternative: item.alternative && known.has(item.alternative) ? item.alternative : null,
    })),
  };
}
