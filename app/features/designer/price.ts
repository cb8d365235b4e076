import { lazy } from '#app/lib/lazy.ts';
import { formatCents, formatWholeDollars } from '#app/lib/prices.ts';
import { describeInclusions } from './listing-terms.ts';

// The database computes prices (supabase/migrations/*_designs_and_prices.sql), because in every way of
// running the website only it may read a price list that visitors may not see.

export type PriceLine = {
  /** `base`, a key of the price list's items, `adjustment`, `delivery` or `hst`. */
  item: string;
  label: string;
  quantity: number;
  /** Null for what is offered on request. */
  cents: number | null;
};

/** A price in whole cents. HST is rounded once, on the subtotal, and its line is the last one. */
export type FullPrice = { lines: PriceLine[]; subtotal: number; hst: number; total: number };

/** The price of a design as visitors see it, by the owner's choice. Amounts are whole cents. */
export type PricedDesign = {
  priceListVersion: number;
  /** The version and the visibility; a quote request sends it back (`quote_requests.price_basis`). */
  basis: string;
} & (({ visibility: 'itemised' } & FullPrice & PriceFacts) | PriceRange | { visibility: 'none' });

type PriceFacts = {
  /** Null if the business has not entered whether it charges HST. */
  includesHst: boolean | null;
  /** The distance within which delivery is included; null if it is not. */
  deliveryWithinKm: number | null;
  /** An ISO day, today or later. */
  validUntil: string | null;
  /** The distances that delivery is priced for, ascending. */
  deliveryKm: number[];
};

type PriceRange = {
  visibility: 'range';
  low: number;
  high: number;
  /** With HST, while `low` and `high` are before tax. Missing in earlier requests, whose range includes it. */
  totals?: { low: number; high: number } | null;
} & PriceFacts;

export type PriceVisibility = PricedDesign['visibility'];

/** By `getChoiceKey`, what a choice would add to the total; whole dollars, null for what has no price. */
export type ChoicePrices = Readonly<Record<string, number | null>>;

const day = { timeZone: 'UTC', month: 'long', day: 'numeric' } as const;
const dayWithoutYear = lazy(() => new Intl.DateTimeFormat('en-CA', day));
const dayWithYear = lazy(() => new Intl.DateTimeFormat('en-CA', { ...day, year: 'numeric' }));

/** Formats the amount of a price's line in dollars, or as `on request` or `included`. */
export function formatLineAmount({ cents }: PriceLine): string {
  if (cents === null) return 'on request';
  return cents === 0 ? 'included' : formatCents(cents);
}

/**
 * What a choice adds to the total, such as `+ $145`, or the part that it has, such as `$145 included`.
 * @returns empty without prices, and for a choice that has none, because the page refuses it
 */
export function describeChoice(prices: ChoicePrices | null, key: string, isChosen = false): string {
  const dollars = prices?.[key];
  if (isChosen && prices) {
    return dollars && dollars < 0 ? `${formatWholeDollars(-100 * dollars)} included` : 'included';
  }
  if (dollars === undefined) return '';
  if (dollars === null) return 'on request';
  return dollars === 0 ? 'same price' : formatDifference(100 * dollars);
}

/** A difference of amounts in cents, rounded to whole dollars, such as `+ $145`. */
export const formatDifference = (cents: number): string =>
  `${cents < 0 ? '−' : '+'} ${formatWholeDollars(Math.abs(cents))}`;

/**
 * The price in one phrase, such as `$8,248 + HST, $9,320 in total, valid until December 31 (including delivery
 * within 50 km)`, in whole dollars as listings have it. Undefined if visitors see none.
 * @param others what else prices include, as the settings say
 */
export function describePrice(price: PricedDesign, now: Date, others = ''): string | undefined {
  if (price.visibility === 'none') return undefined;
  const until = price.validUntil ? `, valid until ${formatDay(price.validUntil, now)}` : '';
  return `${describeAmount(price)}${until} (${describeContent(price, others)})`;
}

/** The amount that a price is, such as `$8,248 + HST, $9,320 in total`. */
export function describeAmount(price: Exclude<PricedDesign, { visibility: 'none' }>): string {
  const amount =
    price.visibility === 'range'
      ? `between ${formatWholeDollars(price.low)} and ${formatWholeDollars(price.high)}`
      : formatWholeDollars(price.subtotal);
  if (price.includesHst === null) return `${amount} before tax`;
  const total = formatTotal(price);
  return total ? `${amount} + HST, ${total} in total` : amount;
}

/** The largest figure of a price, such as `$8,430 with HST`; undefined if visitors see none. */
export function describeTotal(price: PricedDesign): string | undefined {
  if (price.visibility === 'none') return undefined;
  const total = formatTotal(price);
  if (total) return `${total} with HST`;
  const amount =
    price.visibility === 'range'
      ? `${formatWholeDollars(price.low)} to ${formatWholeDollars(price.high)}`
      : formatWholeDollars(price.subtotal);
  return price.includesHst === null ? `${amount} before tax` : amount;
}

function formatTotal(price: Exclude<PricedDesign, { visibility: 'none' }>): string | undefined {
  if (!price.includesHst) return undefined;
  if (price.visibility === 'itemised') return formatWholeDollars(price.total);
  const { totals } = price;
  return totals
    ? `${formatWholeDollars(totals.low)} to ${formatWholeDollars(totals.high)}`
    : undefined;
}

function describeContent(
  price: Exclude<PricedDesign, { visibility: 'none' }>,
  others: string,
): string {
  const { deliveryWithinKm } = price;
  const hasHst = price.includesHst && !formatTotal(price);
  const included = describeInclusions(deliveryWithinKm, others, hasHst ? 'HST' : '');
  return [included, deliveryWithinKm === null ? 'without delivery' : ''].filter(Boolean).join(', ');
}

/** Share of the price before tax and delivery that the costs leave; undefined without costs or price. */
export function describeMargin(
  price: Pick<FullPrice, 'lines' | 'subtotal'> & { cost: number },
): string | undefined {
  const delivery = price.lines.find(({ item }) => item === 'delivery')?.cents ?? 0;
  const shed = price.subtotal - delivery;
  if (price.cost === 0 || shed <= 0) return undefined;
  return `margin ${(((shed - price.cost) / shed) * 100).toFixed(0)}% without delivery`;
}

function formatDay(isoDay: string, now: Date): string {
  // Not the local year, in which server and browser differ.
  const isThisYear = isoDay.slice(0, 4) === String(now.getUTCFullYear());
  const format = isThisYear ? dayWithoutYear() : dayWithYear();
  return format.format(new Date(`${isoDay}T12:00:00Z`));
}
