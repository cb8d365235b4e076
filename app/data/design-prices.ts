import type { PricedDesign } from '#app/domain/designs/price.ts';
import { pricedDesignSchema } from '#app/domain/designs/price-schema.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { Client } from './client.ts';
import type { Json } from './database.types.ts';

/**
 * What a visitor sees of the price of a design; null without a published price list.
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
