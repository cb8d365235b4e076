import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { readHst } from '#app/features/business/tax-settings.ts';
import type { Client } from '#app/lib/client.ts';
import { formatPrice, formatWholeDollars } from '#app/lib/prices.ts';

/** The tax on the price of a listing, from the tax settings, and what the published price list includes in it. */
export type ListingTerms = {
  /** Hundredths of a per cent; 0 if no HST is charged, null if it is unknown. */
  hstBasisPoints: number | null;
  /** Such as `including delivery within 50 km`; empty if nothing is known. */
  included: string;
};

/** If the price list could not be read. */
export const unknownTerms: ListingTerms = { hstBasisPoints: null, included: '' };

/** Reads what prices include besides delivery; empty if it is not entered. */
export async function readPriceIncludes(client: Client): Promise<string> {
  const settings = await readBusinessSettings(client);
  return settings?.price_includes ?? '';
}

/** Reads the HST on listed prices in hundredths of a per cent: 0 if it isn't charged, null if it isn't entered. */
export async function readHstBasisPoints(client: Client): Promise<number | null> {
  const hst = await readHst(client);
  return hst && (hst.charged ? hst.basisPoints : 0);
}

/** Reads the tax on the prices of listings and what they include, which are those of designs. */
export async function readListingTerms(client: Client): Promise<ListingTerms> {
  const [others, hstBasisPoints, freeDelivery] = await Promise.all([
    readPriceIncludes(client),
    readHstBasisPoints(client),
    client.rpc('get_free_delivery_km').throwOnError(),
  ]);
  return {
    hstBasisPoints,
    included: describeInclusions(freeDelivery.data, others),
  };
}

/**
 * @param freeDeliveryKm the distance within which delivery costs nothing more, if there is one
 * @param others what else prices include, as the settings say
 * @param tax the name of a tax that is included
 */
export function describeInclusions(freeDeliveryKm: number | null, others = '', tax = ''): string {
  const delivery = freeDeliveryKm === null ? '' : `delivery within ${freeDeliveryKm} km`;
  const first = [tax, delivery].filter(Boolean).join(' and ');
  const known = [first, others].filter(Boolean).join(', ');
  return known && `including ${known}`;
}

/** The price of a listing in one phrase, in the form of a design's. */
export function describeListing(
  dollars: number,
  { hstBasisPoints, included }: ListingTerms,
): string {
  const { tax, total } = describeListedPrice(dollars, hstBasisPoints);
  const amount = tax ? `${formatPrice(dollars)} ${tax}` : formatPrice(dollars);
  return `${[amount, total].filter(Boolean).join(', ')}${included && ` (${included})`}`;
}

/** Adds HST, rounded once. */
export const addTax = (cents: number, hstBasisPoints: number) =>
  cents + Math.round((cents * hstBasisPoints) / 10_000);

/**
 * Describes the tax and the total beside the price of a listing.
 * @param dollars the price of the listing
 * @returns `tax` follows the amount; `total` is undefined if no HST is charged, or it is unknown
 */
export function describeListedPrice(
  dollars: number,
  hstBasisPoints: ListingTerms['hstBasisPoints'],
): { tax: string; total?: string } {
  if (hstBasisPoints === null) return { tax: 'before tax' };
  if (hstBasisPoints === 0) return { tax: '' };
  const total = addTax(Math.round(100 * dollars), hstBasisPoints);
  return { tax: '+ HST', total: `${formatWholeDollars(total)} in total` };
}
