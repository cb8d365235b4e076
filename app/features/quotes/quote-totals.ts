import type { AmountOrShare, QuoteContent, QuoteSelection } from './quote-content.ts';
import { getProposedSelection, isOffered } from './quote-selection.ts';

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
