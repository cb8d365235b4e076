import { z } from '#app/lib/zod-mini.ts';
import type { FullPrice, PricedDesign } from './price.ts';

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
export const pricedDesignSchema: z.ZodMiniType<PricedDesign> = z.discriminatedUnion('visibility', [
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

type PricedChoices = {
  /** Cents, as all totals; null if the design has no price. */
  total: number | null;
  /** In the order of the designs that were asked for. */
  choices: (number | null)[];
  delivery: { upToKm: number; total: number | null }[];
};

/** The result of the database function price_choices; null unless visitors see itemised prices. */
export const pricedChoicesSchema: z.ZodMiniType<PricedChoices | null> = z.nullable(
  z.object({
    total: z.nullable(cents),
    choices: z.array(z.nullable(cents)),
    delivery: z.array(z.object({ upToKm: z.int(), total: z.nullable(cents) })),
  }),
);

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
