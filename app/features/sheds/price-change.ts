import { parseDecimal } from '#app/lib/parse-decimal.ts';

/** A new price of a listing, in dollars. It applies only if the listing still costs `from`. */
export type PriceChange = { id: string; from: number; to: number };

/** A listing with its current and proposed price, in dollars. */
export type PriceProposal = { id: string; title: string; note?: string; from: number; to?: number };

/** Dollars that a new price is rounded to, with their labels. */
export const priceSteps = {
  1: 'Nearest $1',
  5: 'Nearest $5',
  10: 'Nearest $10',
  50: 'Nearest $50',
  100: 'Nearest $100',
} as const;
export type PriceStep = keyof typeof priceSteps;

export const percentLimits = { min: -50, max: 100 } as const;

/** Parses percent as people write it, such as `5`, `+5`, `-2.5` or `5 %`; undefined beyond the limits or for anything else. */
export function parsePercent(typed: string): number | undefined {
  const plain = typed
    .trim()
    .replace('−', '-')
    .replace(/^([+-])\s*(?=[\d.,])/, (_, sign) => (sign === '-' ? '-' : ''))
    .replace(/\s*%$/, '');
  const hundredths = parseDecimal(plain, 2);
  if (hundredths === undefined) return undefined;
  const percent = hundredths / 100;
  return percent < percentLimits.min || percent > percentLimits.max ? undefined : percent;
}

/** @returns the price, raised by percent, rounded to the step; halves are rounded up */
export function raisePrice(price: number, percent: number, step: PriceStep): number {
  return roundPrice((price * (100 + percent)) / 100, step);
}

/** Rounds dollars to the step. A price above zero stays above zero. */
export function roundPrice(price: number, step: PriceStep): number {
  // To a hundredth of a cent, where floating-point numbers no longer differ from decimal ones.
  const steps = Math.round(Number((price / step).toFixed(6)));
  return price > 0 ? Math.max(1, steps) * step : 0;
}

/** Finds the step, of at most $10, that all prices are multiples of, so that new prices end as the present ones do. */
export const findUsualStep = (prices: readonly number[]): PriceStep =>
  ([10, 5] as const).find((step) => prices.every((price) => price % step === 0)) ?? 1;

/** Reverses the changes of the listings that were changed. */
export function reverseChanges(
  changes: readonly PriceChange[],
  changedIds: readonly string[],
): PriceChange[] {
  const changed = new Set(changedIds);
  return changes
    .filter(({ id }) => changed.has(id))
    .map(({ id, from, to }) => ({ id, from: to, to: from }));
}
