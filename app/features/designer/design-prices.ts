import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { readHst } from '#app/features/business/tax-settings.ts';
import type { Client } from '#app/lib/client.ts';
import type { Json } from '#app/lib/database.types.ts';
import { z } from '#app/lib/zod-mini.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { describeInclusions, type ListingTerms } from './listing-terms.ts';
import { type FullPrice, getFreeDeliveryKm, type PricedDesign } from './price.ts';

const cents = z.int();
const fullPrice = {
  lines: z.array(
    z.object({
      item: z.string(),
      label: z.string(),
      quantity: z.int(),
      cents: z.nullable(cents),
    }),
  ),
  subtotal: cents,
  hst: cents,
  total: cents,
};
const basis = { priceListVersion: z.int(), basis: z.string() };
const facts = {
  ...basis,
  includesHst: z.nullable(z.boolean()),
  deliveryWithinKm: z.nullable(z.int()),
  validUntil: z.nullable(z.string()),
  deliveryKm: z.array(z.int()),
};

/** The result of the database function price_design. */
const pricedDesignSchema: z.ZodMiniType<PricedDesign> = z.discriminatedUnion('visibility', [
  z.object({ ...facts, ...fullPrice, visibility: z.literal('itemised') }),
  z.object({
    ...facts,
    visibility: z.literal('range'),
    low: cents,
    high: cents,
    totals: z.optional(z.nullable(z.object({ low: cents, high: cents }))),
  }),
  z.object({ ...basis, visibility: z.literal('none') }),
]);

type RequestPrice = {
  /** Null if the price list has no price for the style. */
  full: FullPrice | null;
  shown: PricedDesign;
  /** False if the price list or its visibility changed after the customer opened the page, or is unknown. */
  wasSeen: boolean;
};

/** The column quote_requests.design_price. */
export const requestPriceSchema: z.ZodMiniType<RequestPrice> = z.object({
  full: z.nullable(z.object(fullPrice)),
  shown: pricedDesignSchema,
  wasSeen: z.boolean(),
});

export type PreviewedPrice = FullPrice & { cost: number };

/** The result of the database function preview_prices; null in place of a design without a price. */
export const previewSchema: z.ZodMiniType<(PreviewedPrice | null)[] | null> = z.nullable(
  z.array(z.nullable(z.object({ ...fullPrice, cost: cents }))),
);

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

/** Reads the tax on the prices of listings and what they include, which are those of designs. */
export async function readListingTerms(client: Client): Promise<ListingTerms> {
  const [settings, hst, price] = await Promise.all([
    readBusinessSettings(client),
    readHst(client),
    readDesignPrice(client, createPresetDesign({ style: 'Gable' })),
  ]);
  return {
    hstBasisPoints: hst && (hst.charged ? hst.basisPoints : 0),
    included: describeInclusions(getFreeDeliveryKm(price), settings?.price_includes ?? ''),
  };
}
