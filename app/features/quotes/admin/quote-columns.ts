import type { Field, Fields } from '#app/admin/records/version-conflict.ts';
import { describeDesign } from '#app/features/designer/describe-design.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import type { Client } from '#app/lib/client.ts';
import { RowChanged, type Version } from '#app/lib/crud.ts';
import { describeItem, describeShare, quoteTypeLabels } from '../describe-quote.ts';
import type { QuoteContent } from '../quote-content.ts';
import { type Quote, type QuoteDraft, updateQuote } from '../quotes.ts';

export type QuoteColumns = Omit<QuoteDraft, 'quote_request_id'>;

const contentFields: Record<Exclude<keyof QuoteContent, 'format'>, Field> = {
  type: { label: 'Type', show: (type: QuoteContent['type']) => quoteTypeLabels[type] },
  title: 'Title',
  introduction: 'Introduction',
  items: {
    label: 'Items',
    show(items: QuoteContent['items'], { content }: QuoteColumns) {
      const titles = new Map(content.alternatives.map(({ id, title }) => [id, title]));
      return items.map((item) => describeItem(item, titles)).join('\n');
    },
  },
  alternatives: {
    label: 'Alternatives',
    show: (alternatives: QuoteContent['alternatives']) =>
      alternatives
        .map(({ title, description }) => [title, description].filter(Boolean).join(': '))
        .join('\n'),
  },
  discount: { label: 'Discount', show: describeShare },
  hst: {
    label: 'HST',
    show: ({ charged, basisPoints }: QuoteContent['hst']) =>
      charged ? `${basisPoints / 100}%` : 'not charged',
  },
  deposit: { label: 'Deposit', show: describeShare },
  paymentTerms: 'Payment terms',
  start: 'Start',
  duration: 'Duration',
  delivery: 'Delivery',
  terms: 'Terms and conditions',
  cancellation: 'Cancellation',
  validUntil: { label: 'Valid until', show: formatCalendarDay },
  images: { label: 'Photos', show: 'images' },
  design: {
    label: 'Design',
    show: (design: QuoteContent['design']) =>
      design &&
      describeDesign(design)
        .map((fact) => fact.join(': '))
        .join('\n'),
  },
};

export const quoteFields: Fields<QuoteColumns> = {
  customer_name: 'Customer name',
  customer_email: 'Customer email address',
  customer_phone: 'Customer phone',
  customer_address: 'Customer postal address',
  content: { keys: contentFields },
};

/** The quote was withdrawn or erased since it was read. */
export class QuoteClosed extends Error {
  override name = 'QuoteClosed';
}

/** @throws RowChanged if someone has saved it since, QuoteClosed, RowNotFound */
export async function updateOpenQuote(
  client: Client,
  read: Version,
  { content, ...customer }: Partial<QuoteColumns>,
): Promise<Quote> {
  const change = content ? { ...customer, content: withKnownAlternatives(content) } : customer;
  try {
    return await updateQuote(client, read, change);
  } catch (error) {
    if (!(error instanceof RowChanged)) throw error;
    const theirs = error.row as Quote;
    if (theirs.state === 'withdrawn' || theirs.erased_at !== null) throw new QuoteClosed();
    throw error;
  }
}

/** A merge of two versions can combine items of one with alternatives of the other. */
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
