import type { AmountOrShare, QuoteContent, QuoteItem, QuoteSelection } from './quote-content.ts';

/** The owner's proposal: the first alternative with its preselected options. */
export function getProposedSelection({ items, alternatives }: QuoteContent): QuoteSelection {
  const alternative = alternatives[0]?.id ?? null;
  return {
    alternative,
    options: items
      .filter((each) => each.optional && each.preselected && isOffered(each, alternative))
      .map(({ id }) => id),
  };
}

/** Returns whether the quote offers this selection: a known alternative, and each option once. */
export function isPossibleSelection(
  { items, alternatives }: QuoteContent,
  { alternative, options }: QuoteSelection,
): boolean {
  const isKnown =
    alternatives.length === 0
      ? alternative === null
      : alternatives.some(({ id }) => id === alternative);
  return (
    isKnown &&
    new Set(options).size === options.length &&
    options.every((id) =>
      items.some((each) => each.id === id && each.optional && isOffered(each, alternative)),
    )
  );
}

/**
 * The selection if this content offers it, otherwise the proposal. A new version begins with what was
 * accepted of the quote in this way, never with what the customer has only selected.
 */
export function getPossibleSelection(
  content: QuoteContent,
  selection: QuoteSelection | null,
): QuoteSelection {
  return selection && isPossibleSelection(content, selection)
    ? selection
    : getProposedSelection(content);
}

/** Returns whether the customer has anything to choose. */
export function offersChoice({ items, alternatives }: QuoteContent): boolean {
  return alternatives.length > 0 || items.some(({ optional }) => optional);
}

/** Returns whether an item can be part of the quote with this alternative. */
export function isOffered(item: QuoteItem, alternative: string | null): boolean {
  return item.alternative === null || item.alternative === alternative;
}

/** The name of an option's checkbox: those of an alternative that is not chosen are not read. */
export function getOptionField({ alternative }: Pick<QuoteItem, 'alternative'>): string {
  return alternative === null ? 'option' : `option-${alternative}`;
}

/** The selection of a quote's form. */
export function readPostedSelection(form: FormData): QuoteSelection {
  const posted = form.get('alternative');
  const alternative = typeof posted === 'string' && posted !== '' ? posted : null;
  const options = [
    ...form.getAll('option'),
    ...(alternative === null ? [] : form.getAll(getOptionField({ alternative }))),
  ];
  return { alternative, options: options.filter((value) => typeof value === 'string') };
}

/** Returns whether two selections have the same alternative and options, in any order. */
export function isSameSelection(a: QuoteSelection, b: QuoteSelection): boolean {
  const toText = ({ alternative, options }: QuoteSelection) =>
    [alternative, ...[...options].sort()].join();
  return toText(a) === toText(b);
}

/** Whole cents. `lines` has every item; an item that is not included adds nothing. */
export type QuoteTotals = {
  lines: { id: string; cents: number; included: boolean }[];
  subtotal: number;
  discount: number;
  /** The base of the HST: taxable lines less their part of the discount. */
  taxable: number;
  hst: number;
  total: number;
  deposit: number;
};

/**
 * The totals of a quote with a selection, by default the proposed one. The database computes the same in
 * private.calculate_quote_totals.
 */
export function calculateTotals(
  content: QuoteContent,
  selection: QuoteSelection = getProposedSelection(content),
): QuoteTotals {
  const lines = content.items.map((item) => ({
    id: item.id,
    cents: Number(divideHalfUp(BigInt(item.quantityMilli) * BigInt(item.unitCents), 1000n)),
    included:
      isOffered(item, selection.alternative) &&
      (!item.optional || selection.options.includes(item.id)),
    taxable: item.taxable,
  }));
  const included = lines.filter((line) => line.included);
  const subtotal = sumCents(included);
  const taxableLines = sumCents(included.filter(({ taxable }) => taxable));
  const discount = getShare(content.discount, subtotal);
  const taxableDiscount = subtotal === 0n ? 0n : divideHalfUp(discount * taxableLines, subtotal);
  const taxable = taxableLines - taxableDiscount;
  const hst = content.hst.charged
    ? divideHalfUp(taxable * BigInt(content.hst.basisPoints), 10_000n)
    : 0n;
  const total = subtotal - discount + hst;
  return {
    lines: lines.map(({ id, cents, included }) => ({ id, cents, included })),
    subtotal: Number(subtotal),
    discount: Number(discount),
    taxable: Number(taxable),
    hst: Number(hst),
    total: Number(total),
    deposit: Number(getShare(content.deposit, total)),
  };
}

/** The quotient of two numbers that are not negative; a half is rounded up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Neither a discount nor a deposit exceeds what it is part of. */
function getShare(share: AmountOrShare, whole: bigint): bigint {
  if (share === null) return 0n;
  if (share.type === 'percent') return divideHalfUp(whole * BigInt(share.basisPoints), 10_000n);
  const amount = BigInt(share.cents);
  return amount < whole ? amount : whole;
}

function sumCents(lines: { cents: number }[]): bigint {
  return lines.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
}

/** Thousandths as people write them: `12`, `2.5`, `0.125`. */
export function formatQuantity(milli: number): string {
  const fraction = String(milli % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${Math.floor(milli / 1000)}${fraction && `.${fraction}`}`;
}
