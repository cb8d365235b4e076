import { lazy } from './lazy.ts';

const currency = { style: 'currency', currency: 'CAD' } as const;
const dollars = lazy(
  () =>
    new Intl.NumberFormat('en-CA', {
      ...currency,
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    }),
);
const dollarsAndCents = lazy(() => new Intl.NumberFormat('en-CA', currency));

/** Formats Canadian dollars, with cents only if there are some. @param price null if it is not public */
export function formatPrice(price: number | null | undefined): string {
  if (price === null || price === undefined) return 'Contact for price';
  return (Number.isInteger(price) ? dollars : dollarsAndCents)().format(price);
}
