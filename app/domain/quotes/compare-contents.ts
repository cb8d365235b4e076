import { formatDesignParams } from '../designs/design-params.ts';
import { getDesignTitle, summarizeDesign } from '../designs/design-summary.ts';
import { formatCents } from '../designs/price.ts';
import { formatCalendarDay } from '../format/calendar-day.ts';
import { pluralize } from '../format/pluralize.ts';
import type { AmountOrShare, QuoteContent, QuoteItem } from './content.ts';
import { formatQuantity } from './quantity.ts';
import { calculateTotals } from './totals.ts';

/** One difference; without `before` it was added, without `after` removed. */
export type QuoteDifference = { label: string; before?: string; after?: string };

const textLabels = {
  title: 'Title',
  introduction: 'Introduction',
  paymentTerms: 'Payment terms',
  start: 'Start',
  duration: 'Duration',
  delivery: 'Delivery',
  terms: 'Terms and conditions',
  cancellation: 'Cancellation',
} as const satisfies Partial<Record<keyof QuoteContent, string>>;

/** What changed from one version of a quote to another, in the order of the document; totals come last. */
export function compareContents(before: QuoteContent, after: QuoteContent): QuoteDifference[] {
  const values = (content: QuoteContent): [string, string][] => [
    ['Type', content.kind === 'quote' ? 'Fixed quote' : 'Estimate'],
    ...getTexts(content),
    ['Alternatives', describeAlternatives(content)],
    ['Discount', describeShare(content.discount)],
    ['Deposit', describeShare(content.deposit)],
    ['HST', content.hst.charged ? `${content.hst.basisPoints / 100} %` : 'not charged'],
    ['Valid until', content.validUntil ? formatCalendarDay(content.validUntil) : ''],
  ];
  const old = new Map(values(before));
  const changed = values(after).flatMap(([label, value]) =>
    toDifference(label, old.get(label) ?? '', value),
  );
  return [
    ...compareItems(before, after),
    ...changed,
    ...comparePhotos(before.images, after.images),
    ...compareDesigns(before.design, after.design),
    ...toDifference('Total', describeTotal(before), describeTotal(after)),
  ];
}

function compareItems(before: QuoteContent, after: QuoteContent): QuoteDifference[] {
  const removed = before.items.filter(({ id }) => !after.items.some((item) => item.id === id));
  return [
    ...after.items.flatMap((item) => {
      const old = before.items.find(({ id }) => id === item.id);
      const oldText = old ? describeItem(old, before) : '';
      return toDifference(item.description, oldText, describeItem(item, after));
    }),
    ...removed.map((item) => ({ label: item.description, before: describeItem(item, before) })),
  ];
}

function comparePhotos(before: string[], after: string[]): QuoteDifference[] {
  if (before.join() === after.join()) return [];
  const added = after.filter((path) => !before.includes(path)).length;
  const count = (photos: string[]) => (photos.length > 0 ? pluralize(photos.length, 'photo') : '');
  const news = added > 0 && before.length > 0 ? `, ${added} new` : '';
  return toDifference('Photos', count(before), after.length > 0 ? `${count(after)}${news}` : '');
}

function compareDesigns(
  before: QuoteContent['design'],
  after: QuoteContent['design'],
): QuoteDifference[] {
  const describe = (design: QuoteContent['design']) =>
    design ? `${getDesignTitle(design)}: ${summarizeDesign(design)}` : '';
  if (
    !before ||
    !after ||
    formatDesignParams(before).toString() === formatDesignParams(after).toString()
  ) {
    return before && after ? [] : toDifference('Design', describe(before), describe(after));
  }
  const [old, text] = [describe(before), describe(after)];
  return toDifference('Design', old, old === text ? `${text}; see the drawing` : text);
}

function toDifference(label: string, before: string, after: string): QuoteDifference[] {
  if (before === after) return [];
  return [{ label, ...(before && { before }), ...(after && { after }) }];
}

/** An item with its quantity, price and properties. */
export function describeItem(
  item: QuoteItem,
  { alternatives }: Pick<QuoteContent, 'alternatives'>,
): string {
  const alternative = alternatives.find(({ id }) => id === item.alternative);
  const quantity = [formatQuantity(item.quantityMilli), item.unit].filter(Boolean).join(' ');
  return [
    `${item.description}: ${quantity} at ${formatCents(item.unitCents)}`,
    item.section && `section ${item.section}`,
    item.taxable ? '' : 'not taxable',
    item.optional ? 'optional' : '',
    item.optional && item.preselected ? 'proposed' : '',
    alternative ? `with ${alternative.title}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function describeAlternatives({ alternatives }: QuoteContent): string {
  return alternatives
    .map(({ title, description }) => [title, description].filter(Boolean).join(': '))
    .join('; ');
}

export function describeShare(share: AmountOrShare): string {
  if (share === null) return '';
  return share.type === 'amount' ? formatCents(share.cents) : `${share.basisPoints / 100} %`;
}

const describeTotal = (content: QuoteContent) => formatCents(calculateTotals(content).total);

function getTexts(content: QuoteContent): [string, string][] {
  return Object.entries(textLabels).map(([key, label]) => [
    label,
    content[key as keyof typeof textLabels],
  ]);
}
