import { createContext, useContext } from 'react';
import { describeListedPrice, unknownTerms } from '#app/features/designer/listing-terms.ts';
import { formatPrice } from '#app/lib/prices.ts';

const Terms = createContext(unknownTerms);

/** The terms of the listings of a page. */
export const ListingTermsProvider = Terms.Provider;

const note = 'font-normal font-sans text-ink-soft text-sm tracking-normal';

type ListedPriceProps = {
  price: number | null;
  /** Says what the price includes. */
  withIncluded?: boolean;
};

/** The price of a listing with its tax, and the total below it. */
export function ListedPrice({ price, withIncluded = false }: ListedPriceProps) {
  const { hstBasisPoints, included } = useContext(Terms);
  if (price === null) return formatPrice(price);
  const { tax, total } = describeListedPrice(price, hstBasisPoints);
  const below = [total, withIncluded && included].filter(Boolean).join(', ');
  return (
    <>
      {formatPrice(price)}
      {tax && <span className={note}> {tax}</span>}
      {below && <span className={`block ${note}`}>{below}</span>}
    </>
  );
}
