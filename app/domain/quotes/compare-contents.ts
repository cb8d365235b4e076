import { formatCents } from '../designs/price.ts';
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
    ['Alternatives', content.alternatives.map(({ title }) => title).join(', ')],
    ['Discount', describeShare(content.discount)],
    ['Deposit', describeShare(content.deposit)],
    ['HST', content.hst.charged ? `${content.hst.basisPoints / 100} %` : 'not charged'],
    ['Valid until', content.validUntil ?? ''],
    ['Images', content.images.join(', ')],
    ['Design', content.design ? JSON.stringify(content.design) : ''],
  ];
  const old = new Map(values(before));
  const changed = values(after).flatMap(([label, value]) =>
    toDifference(label, old.get(label) ?? '', value),
  );
  return [
    ...compareItems(before.items, after.items),
    ...changed,
    ...toDifference('Total', describeTotal(before), describeTotal(after)),
  ];
}

function compareItems(before: QuoteItem[], after: QuoteItem[]): QuoteDifference[] {
  const removed = before.filter(({ id }) => !after.some((item) => item.id === id));
  return [
    ...after.flatMap((item) => {
      const old = before.find(({ id }) => id === item.id);
      return toDifference(item.description, old ? describeItem(old) : '', describeItem(item));
    }),
    ...removed.map((item) => ({ label: item.description, before: describeItem(item) })),
  ];
}

function toDifference(label: string, before: string, after: string): QuoteDifference[] {
  if (before === after) return [];
  return [{ label, ...(before && { before }), ...(after && { after }) }];
}

function describeItem(item: QuoteItem): string {
  const quantity = [formatQuantity(item.quantityMilli), item.unit].filter(Boolean).join(' ');
  return [
    `${item.description}: ${quantity} at ${formatCents(item.unitCents)}`,
    item.section && `section ${item.section}`,
    item.taxable ? '' : 'not taxable',
    item.optional ? 'optional' : '',
    item.optional && item.preselected ? 'proposed' : '',
    item.alternative ? `alternative ${item.alternative}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function describeShare(share: AmountOrShare): string {
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
