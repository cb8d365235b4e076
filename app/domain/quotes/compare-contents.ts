import { describeDesign } from '../designs/describe-design.ts';
import { formatCents } from '../designs/price.ts';
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
    ['Alternatives', content.alternatives.map(({ title }) => title).join(', ')],
    ['Discount', describeShare(content.discount)],
    ['Deposit', describeShare(content.deposit)],
    ['HST', content.hst.charged ? `${content.hst.basisPoints / 100} %` : 'not charged'],
    ['Valid until', content.validUntil ?? ''],
  ];
  const old = new Map(values(before));
  const changed = values(after).flatMap(([label, value]) =>
    toDifference(label, old.get(label) ?? '', value),
  );
  return [
    ...compareItems(before, after),
    ...changed,
    ...compareDrawings(before, after),
    ...toDifference('Total', describeTotal(before), describeTotal(after)),
  ];
}

function compareItems(before: QuoteContent, after: QuoteContent): QuoteDifference[] {
  const describeOld = (item: QuoteItem) => describeItem(item, before.alternatives);
  const removed = before.items.filter(({ id }) => !after.items.some((item) => item.id === id));
  return [
    ...after.items.flatMap((item) => {
      const old = before.items.find(({ id }) => id === item.id);
      return toDifference(
        item.description,
        old ? describeOld(old) : '',
        describeItem(item, after.alternatives),
      );
    }),
    ...removed.map((item) => ({ label: item.description, before: describeOld(item) })),
  ];
}

/** What is shown as pictures can differ where its description does not. */
function compareDrawings(before: QuoteContent, after: QuoteContent): QuoteDifference[] {
  const isSame = (key: 'images' | 'design') =>
    JSON.stringify(before[key]) === JSON.stringify(after[key]);
  const describe = ({ design }: QuoteContent) =>
    design
      ? describeDesign(design)
          .map((fact) => fact.join(': '))
          .join(', ')
      : '';
  const described = toDifference('Design', describe(before), describe(after));
  return [
    ...(isSame('images')
      ? []
      : [{ label: 'Photos', after: pluralize(after.images.length, 'photo') }]),
    ...(isSame('design') || described.length > 0
      ? described
      : [{ label: 'Design', after: 'The drawing is different' }]),
  ];
}

function toDifference(label: string, before: string, after: string): QuoteDifference[] {
  if (before === after) return [];
  return [{ label, ...(before && { before }), ...(after && { after }) }];
}

/** An item with its quantity, price and properties. */
export function describeItem(item: QuoteItem, alternatives: QuoteContent['alternatives']): string {
  const alternative = alternatives.find(({ id }) => id === item.alternative)?.title;
  const quantity = [formatQuantity(item.quantityMilli), item.unit].filter(Boolean).join(' ');
  return [
    `${item.description}: ${quantity} at ${formatCents(item.unitCents)}`,
    item.section && `section ${item.section}`,
    item.taxable ? '' : 'not taxable',
    item.optional ? 'optional' : '',
    item.optional && item.preselected ? 'proposed' : '',
    alternative ? `part of ${alternative}` : '',
  ]
    .filter(Boolean)
    .join(', ');
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
