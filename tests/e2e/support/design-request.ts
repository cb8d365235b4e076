import { randomUUID } from 'node:crypto';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { serviceClient, visitorClient } from './service.ts';
import type { Site } from './site-process.ts';

/**
 * Sends a quote request with the design of a 10x12 Gable, and returns its id.
 * @param hasSeenPrice as the form sends it, from a page that showed today's price
 */
export async function sendDesignRequest(
  site: Site,
  { hasSeenPrice = true, deliveryKm = null as number | null } = {},
): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const design = createPresetDesign({ style: 'Gable', width: 10, length: 12 });
  const stored = JSON.parse(JSON.stringify(design));
  const visitor = visitorClient(site);
  const { data: price } = await visitor.rpc('price_design', { design: stored }).throwOnError();
  const request = newQuoteRequest({
    email,
    inspiration_images: [],
    design: stored,
    delivery_km: deliveryKm,
    price_basis: hasSeenPrice ? (price as { basis: string }).basis : null,
  });
  await visitor.from('quote_requests').insert(request).throwOnError();
  const { data } = await serviceClient(site)
    .from('quote_requests')
    .select('id')
    .eq('email', email)
    .single()
    .throwOnError();
  return data.id;
}
