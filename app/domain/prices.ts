const dollars = new Intl.NumberFormat('en-CA', {
  style: 'currency',
  currency: 'CAD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});
const dollarsAndCents = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });

/**
 * A price as it is shown: a dollar sign, thousands separators, cents only where there are some.
 * @param price Canadian dollars, null where it is not told
 */
export function formatPrice(price: number | null | undefined): string {
  if (price === null || price === undefined) return 'Contact for price';
  return (Number.isInteger(price) ? dollars : dollarsAndCents).format(price);
}
