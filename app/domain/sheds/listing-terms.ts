import { formatWholeDollars } from '../format/prices.ts';

/** What is added to the price of a listing, by the tax settings, and included in it, by the published price list. */
export type ListingTerms = {
  /** Hundredths of a per cent; 0 if no HST is charged, null if it is unknown. */
  hstBasisPoints: number | null;
  /** The distance within which delivery costs nothing more; null if there is none. */
  freeDeliveryKm: number | null;
};

/** If the price list could not be read. */
export const unknownTerms: ListingTerms = { hstBasisPoints: null, freeDeliveryKm: null };

/**
 * What stands beside the price of a listing.
 * @param dollars the price of the listing
 * @returns `tax` follows the amount; `total` is undefined if no HST is charged, or it is unknown
 */
export function describeListedPrice(
  dollars: number,
  { hstBasisPoints, freeDeliveryKm }: ListingTerms,
): { tax: string; total?: string; included?: string } {
  const included =
    freeDeliveryKm === null ? {} : { included: `including delivery within ${freeDeliveryKm} km` };
  if (hstBasisPoints === null) return { tax: 'before tax', ...included };
  if (hstBasisPoints === 0) return { tax: '', ...included };
  const cents = Math.round(100 * dollars);
  const total = cents + Math.round((cents * hstBasisPoints) / 10_000);
  return { tax: '+ HST', total: `${formatWholeDollars(total)} in total`, ...included };
}
