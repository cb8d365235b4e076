/** Formats Canadian dollars as Intl does in `en-CA`, whose first use takes a phone 60 ms. */
const formatDollars = (amount: number, decimals: 0 | 2): string =>
  (amount < 0 ? '-$' : '$') +
  Math.abs(amount)
    .toFixed(decimals)
    .replace(/\B(?=(\d{3})+\b)/g, ',');

/** Formats Canadian dollars, with cents only if there are some. @param price null if it is not public */
export function formatPrice(price: number | null | undefined): string {
  if (price === null || price === undefined) return 'Contact for price';
  return formatDollars(price, Number.isInteger(price) ? 0 : 2);
}

/** Formats cents as Canadian dollars with two decimals, such as `$1,234.50`. */
export const formatCents = (cents: number): string => formatDollars(cents / 100, 2);

/** Formats cents as Canadian dollars, rounded to whole ones. */
export const formatWholeDollars = (cents: number): string => formatDollars(cents / 100, 0);
