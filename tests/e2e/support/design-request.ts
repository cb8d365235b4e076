import { randomUUID } from 'node:crypto';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { serviceClient, visitorClient } from './service.ts';
import type { Site } from './site-process.ts';

/** Sends a quote request with the design of a 10x12 Gable, changed in any way, and returns its id. */
export async function sendDesignRequest(
  site: Site,
  changes: Partial<ShedDesign> = {},
): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const preset = createPresetDesign({ style: 'Gable', width: 10, length: 12 });
  const design = { ...preset, ...changes };
  const request = newQuoteRequest({
    email,
    inspiration_images: [],
    design: JSON.parse(JSON.stringify(design)),
  });
  await visitorClient(site).from('quote_requests').insert(request).throwOnError();
  const { data } = await serviceClient(site)
    .from('quote_requests')
    .select('id')
    .eq('email', email)
    .single()
    .throwOnError();
  return data.id;
}
