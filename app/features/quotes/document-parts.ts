import { formatCents } from '#app/lib/prices.ts';
import type { QuoteContent, QuoteItem } from './quote-content.ts';

export const quoteTypeLabels: Record<QuoteContent['type'], string> = {
  quote: 'Fixed quote',
  estimate: 'Estimate',
};

export const quoteTypeStatements: Record<QuoteContent['type'], string> = {
  quote: 'A fixed quote: you pay this price and no more.',
  estimate:
    'An estimate: the final price may be up to 10 % above it. More needs a new agreement with you.',
};

/** The terms of a quote in their order. */
export const quoteTermLabels = [
  ['Payment', 'paymentTerms'],
  ['Start', 'start'],
  ['Duration', 'duration'],
  ['Delivery', 'delivery'],
  ['Terms and conditions', 'terms'],
  ['Cancellation', 'cancellation'],
] as const satisfies [string, keyof QuoteContent][];

/** What a line costs; `included` without a price, unless the customer may leave it out. */
export function formatItemAmount({ optional }: QuoteItem, cents: number): string {
  return cents === 0 && !optional ? 'included' : formatCents(cents);
}

/** The sections in the order in which they first appear. */
export function groupBySection(items: QuoteItem[]): [section: string, items: QuoteItem[]][] {
  const sections = new Map<string, QuoteItem[]>();
  for (const item of items) {
    sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
  }
  return [...sections];
}
