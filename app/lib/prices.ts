import { lazy } from './lazy.ts';

const createFormat = (digits: Intl.NumberFormatOptions) =>
  lazy(() => new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD', ...digits }));

const dollars = createFormat({ minimumFractionDigits: 0, maximumFractionDigits: 2 });
const wholeDollars = createFormat({ maximumFractionDigits: 0 });
const dollarsAndCents = createFormat({});

/** Formats Canadian dollars, with cents only if there are some. @param price null if it is not public */
export function formatPrice(price: number | null | undefined): string {
  if (price === null || price === undefined) return 'Contact for price';
  return (Number.isInteger(price) ? dollars : dollarsAndCents)().format(price);
}

/** Formats cents as Canadian dollars with two decimals, such as `$1,234.50`. */
export function formatCents(cents: number): string {
  return dollarsAndCents().format(cents / 100);
}

/** Formats cents as Canadian dollars, rounded to whole ones. */
export function formatWholeDollars(cents: number): string {
  return wholeDollars().format(cents / 100);
}
