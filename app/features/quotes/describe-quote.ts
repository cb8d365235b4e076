import { describeDesign } from '#app/features/designer/describe-design.ts';
import { getDesignTitle, summarizeDesign } from '#app/features/designer/design-summary.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { groupBy } from '#app/lib/group-by.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { formatCents } from '#app/lib/prices.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { AmountOrShare, QuoteContent, QuoteItem, QuoteSelection } from './quote-content.ts';
import { calculateTotals, formatQuantity, getPossibleSelection } from './quote-totals.ts';

export const quoteTypeLabels: Record<QuoteContent['type'], string> = {
  quote: 'Fixed quote',
  estimate: 'Estimate',
};

export const quoteTypeStatements: Record<QuoteContent['type'], string> = {
  quote: 'A fixed quote: you pay this price and no more.',
  estimate: 'An estimate: the final price may be up to 10% higher. Any more needs your agreement.',
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

export const lapsedLabels = {
  declined: 'was declined',
  expired: 'is no longer valid',
  withdrawn: 'was withdrawn by us',
} as const;

/** States which version remains agreed while no other one is. */
export const explainAgreement = (version: number) => `version ${version} still applies.`;

/** Explains how a version ended that would have changed an order. */
export function explainLapse({ version, as }: { version: number; as: keyof typeof lapsedLabels }) {
  return `Version ${version} ${lapsedLabels[as]}.`;
}

/** Formats the price of a line; words stand for 0. */
export function formatItemAmount({ optional }: QuoteItem, cents: number): string {
  if (cents !== 0) return formatCents(cents);
  return optional ? 'no charge' : 'included';
}

/** The sections in the order in which they first appear. */
export const groupBySection = (items: QuoteItem[]): [section: string, items: QuoteItem[]][] => [
  ...groupBy(items, ({ section }) => section),
];

/** One difference; without `before` it was added, without `after` removed. */
type QuoteDifference = { label: string; before?: string; after?: string };

const textLabels = [
  ['Title', 'title'],
  ['Introduction', 'introduction'],
  ['Payment terms', 'paymentTerms'],
  ...quoteTermLabels.slice(1),
] as const;

/**
 * Lists what changed from one version of a quote to another, in the order of the document; totals come last.
 * @param selections for the totals; without one, or with one that is impossible, that of the proposal
 */
export function compareContents(
  before: QuoteContent,
  after: QuoteContent,
  selections: { before?: QuoteSelection | null; after?: QuoteSelection | null } = {},
): QuoteDifference[] {
  const titles: Titles = new Map(
    [...before.alternatives, ...after.alternatives].map(({ id, title }) => [id, title]),
  );
  return [
    ...compareItems(before.items, after.items, titles),
    ...compareAlternatives(before, after, titles),
    ...compareValues(getValues(before), getValues(after)),
    ...compareImages(before.images, after.images),
    ...compareDesigns(before, after),
    ...toDifference(
      'Total',
      describeTotal(before, selections.before),
      describeTotal(after, selections.after),
    ),
  ];
}

/** The title of each alternative by id, the newer one if it was changed. */
type Titles = ReadonlyMap<string, string>;
type Values = [label: string, value: string][];

function getValues(content: QuoteContent): Values {
  return [
    ['Type', quoteTypeLabels[content.type]],
    ...getTexts(content),
    ['Discount', describeShare(content.discount)],
    ['Deposit', describeShare(content.deposit)],
    ['HST', content.hst.charged ? `${content.hst.basisPoints / 100}%` : 'not charged'],
    ['Valid until', content.validUntil ? formatCalendarDay(content.validUntil) : ''],
  ];
}

function compareValues(before: Values, after: Values): QuoteDifference[] {
  const old = new Map(before);
  const removed = before.map(([label]): [string, string] => [label, '']);
  const values = new Map([...removed, ...after]);
  return [...values].flatMap(([label, value]) => toDifference(label, old.get(label) ?? '', value));
}

function compareItems(before: QuoteItem[], after: QuoteItem[], titles: Titles): QuoteDifference[] {
  const removed = before.filter(({ id }) => !after.some((item) => item.id === id));
  return [
    ...after.flatMap((item) => {
      const old = before.find(({ id }) => id === item.id);
      const described = old ? describeItem(old, titles) : '';
      return toDifference(item.description, described, describeItem(item, titles));
    }),
    ...removed.map((item) => ({ label: item.description, before: describeItem(item, titles) })),
  ];
}

function compareAlternatives(
  before: QuoteContent,
  after: QuoteContent,
  titles: Titles,
): QuoteDifference[] {
  const describe = ({ alternatives }: QuoteContent, id: string) => {
    const found = alternatives.find((alternative) => alternative.id === id);
    return found ? [found.title, found.description].filter(Boolean).join(': ') : '';
  };
  const getProposed = ({ alternatives: [first] }: QuoteContent) =>
    first ? (titles.get(first.id) ?? '') : '';
  return [
    ...[...titles].flatMap(([id, title]) =>
      toDifference(`Alternative “${title}”`, describe(before, id), describe(after, id)),
    ),
    ...toDifference('Proposed alternative', getProposed(before), getProposed(after)),
  ];
}

function compareImages(before: string[], after: string[]): QuoteDifference[] {
  const added = after.filter((path) => !before.includes(path)).length;
  const removed = before.some((path) => !after.includes(path));
  if (added === 0 && !removed) return [];
  const count = (images: string[]) => (images.length > 0 ? pluralize(images.length, 'photo') : '');
  const isNew = before.length > 0 && added > 0 ? `, ${added} new` : '';
  return toDifference('Photos', count(before), after.length > 0 ? count(after) + isNew : '');
}

type QuoteDesign = Pick<QuoteContent, 'design' | 'colors'>;

function compareDesigns(before: QuoteDesign, after: QuoteDesign): QuoteDifference[] {
  const describe = (design: ShedDesign, colors: QuoteContent['colors']): Values =>
    describeDesign(design, colors).map(([name, value]) => [
      `Design, ${name.toLowerCase()}`,
      value.replaceAll('\n', '; '),
    ]);
  if (before.design && after.design) {
    return compareValues(
      describe(before.design, before.colors),
      describe(after.design, after.colors),
    );
  }
  const summarize = ({ design, colors }: QuoteDesign) =>
    design ? `${getDesignTitle(design)}: ${summarizeDesign(design, undefined, colors)}` : '';
  return toDifference('Design', summarize(before), summarize(after));
}

function toDifference(label: string, before: string, after: string): QuoteDifference[] {
  if (before === after) return [];
  return [{ label, ...(before && { before }), ...(after && { after }) }];
}

/**
 * An item with its quantity, price and properties.
 * @param titles of the alternatives by id
 */
export function describeItem(item: QuoteItem, titles: ReadonlyMap<string, string>): string {
  const quantity = [formatQuantity(item.quantityMilli), item.unit].filter(Boolean).join(' ');
  const { unitCents } = item;
  const price =
    unitCents === 0 ? `, ${formatItemAmount(item, 0)}` : ` at ${formatCents(unitCents)}`;
  return [
    `${item.description}: ${quantity}${price}`,
    item.section && `section ${item.section}`,
    item.taxable ? '' : 'not taxable',
    item.optional ? 'optional' : '',
    item.optional && item.preselected ? 'proposed' : '',
    item.alternative ? `with ${titles.get(item.alternative)}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Formats a discount or deposit in dollars or percent; empty without one. */
export function describeShare(share: AmountOrShare): string {
  if (share === null) return '';
  return share.type === 'amount' ? formatCents(share.cents) : `${share.basisPoints / 100}%`;
}

function describeTotal(content: QuoteContent, selection: QuoteSelection | null = null): string {
  return formatCents(calculateTotals(content, getPossibleSelection(content, selection)).total);
}

function getTexts(content: QuoteContent): [string, string][] {
  return textLabels.map(([label, key]) => [label, content[key]]);
}
