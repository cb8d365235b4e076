import { createContext, useContext } from 'react';
import { formatPrice } from '#app/domain/format/prices.ts';
import { describeListedPrice, type ListingTerms } from '#app/domain/sheds/listing-terms.ts';

/** If the price list could not be read. */
export const unknownTerms: ListingTerms = { hstBasisPoints: null, freeDeliveryKm: null };
const Terms = createContext(unknownTerms);

/** The terms of the listings of a page. */
export const ListingTermsProvider = Terms.Provider;

type ListedPriceProps = {
  price: number | null;
  /** Says what the price includes. */
  withIncluded?: boolean;
};

/** The price of a listing with its tax, and the total below it. */
export function ListedPrice({ price, withIncluded = false }: ListedPriceProps) {
  const terms = useContext(Terms);
  if (price === null) return formatPrice(price);
  const { tax, total, included } = describeListedPrice(price, terms);
  const below = [total, withIncluded && included].filter(Boolean).join(', ');
  return (
    <>
      {formatPrice(price)}
      {tax && (
        <span className="font-normal font-sans text-base text-ink-soft tracking-normal">
          {' '}
          {tax}
        </span>
      )}
      {below && (
        <span className="block font-normal font-sans text-ink-soft text-sm leading-snug tracking-normal first-letter:uppercase">
          {below}
        </span>
      )}
    </>
  );
}
