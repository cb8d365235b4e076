import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { readHst } from '#app/features/business/tax-settings.ts';
import type { Client } from '#app/lib/client.ts';
import type { Json } from '#app/lib/database.types.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { describeInclusions, type ListingTerms } from './listing-terms.ts';
import { getFreeDeliveryKm, type PricedDesign } from './price.ts';
import { pricedDesignSchema } from './price-schema.ts';

/**
 * Reads the price of a design as a visitor sees it; null without a published price list.
 * @param deliveryKm one of `PricedDesign.deliveryKm`, or any distance; by default the nearest
 */
export async function readDesignPrice(
  client: Client,
  design: ShedDesign,
  deliveryKm?: number,
): Promise<PricedDesign | null> {
  const { data } = await client
    .rpc('price_design', {
      design: design as unknown as Json,
      ...(deliveryKm === undefined ? {} : { delivery_km: deliveryKm }),
    })
    .throwOnError();
  return data === null ? null : pricedDesignSchema.parse(data);
}

/** Reads what prices include besides delivery; empty if it is not entered. */
export async function readPriceIncludes(client: Client): Promise<string> {
  const settings = await readBusinessSettings(client);
  return settings?.price_includes ?? '';
}

/** Reads the tax on the prices of listings and what they include, which are those of designs. */
export async function readListingTerms(client: Client): Promise<ListingTerms> {
  const [others, hst, price] = await Promise.all([
    readPriceIncludes(client),
    readHst(client),
    readDesignPrice(client, createPresetDesign({ style: 'Gable' })),
  ]);
  return {
    hstBasisPoints: hst && (hst.charged ? hst.basisPoints : 0),
    included: describeInclusions(getFreeDeliveryKm(price), others),
  };
}

/** The price data that both the designer's page and the list of saved designs load. */
export type LoadedPrice = {
  /** True if prices could not be read. */
  isAway: boolean;
  priceText: string;
};
