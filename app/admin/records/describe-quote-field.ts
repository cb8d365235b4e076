import { describeDesign } from '#app/domain/designs/describe-design.ts';
import { formatCalendarDay } from '#app/domain/format/calendar-day.ts';
import { describeItem, describeShare } from '#app/domain/quotes/compare-contents.ts';
import type { QuoteContent } from '#app/domain/quotes/content.ts';
import { quoteTypeLabels } from '#app/domain/quotes/document-parts.ts';

/** A part of a quote's content in words; undefined for a text, which is shown as it is. */
export function describeQuoteField(path: string, offer: QuoteContent): string | undefined {
  switch (path) {
    case 'offer.type':
      return quoteTypeLabels[offer.type];
    case 'offer.items':
      return describeItems(offer);
    case 'offer.alternatives':
      return offer.alternatives
        .map(({ title, description }) => [title, description].filter(Boolean).join(': '))
        .join('\n');
    case 'offer.discount':
      return describeShare(offer.discount);
    case 'offer.deposit':
      return describeShare(offer.deposit);
    case 'offer.hst':
      return offer.hst.charged ? `${offer.hst.basisPoints / 100} %` : 'not charged';
    case 'offer.validUntil':
      return formatCalendarDay(offer.validUntil);
    case 'offer.design':
      return offer.design
        ? describeDesign(offer.design)
            .map((fact) => fact.join(': '))
            .join('\n')
        : '';
    default:
      return undefined;
  }
}

function describeItems({ items, alternatives }: QuoteContent): string {
  const titles = new Map(alternatives.map(({ id, title }) => [id, title]));
  return items.map((item) => describeItem(item, titles)).join('\n');
}
