import { randomUUID } from 'node:crypto';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { serviceClient, visitorClient } from './service.ts';
import type { Site } from './site-process.ts';

/** Sends a quote request with the design and the price of a 10x12 Gable, 100 km away, and returns its id. */
export async function sendDesignRequest(site: Site): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const preset = createPresetDesign({ style: 'Gable', width: 10, length: 12 });
  const design = JSON.parse(JSON.stringify(preset));
  const visitor = visitorClient(site);
  const { data: price } = await visitor.rpc('price_design', { design }).throwOnError();
  const request = newQuoteRequest({
    ...{ email, inspiration_images: [], design, delivery_km: 100 },
    price_basis: (price as { basis: string }).basis,
  });
  await visitor.from('quote_requests').insert(request).throwOnError();
  const requests = serviceClient(site).from('quote_requests').select('id').eq('email', email);
  return (await requests.single().throwOnError()).data.id;
}
