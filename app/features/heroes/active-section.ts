import type { Client } from '#app/lib/client.ts';
import { normalizeButtonHref } from '#app/lib/rich-text-urls.ts';
import type { Section, SectionName } from './heroes.ts';

// Apart from what browsers load: the rules of phone numbers are for the server.

/** Reads a section that visitors see, without a link that leads nowhere; null if it is missing or inactive. */
export async function readActiveSection(
  client: Client,
  section: SectionName,
): Promise<Section | null> {
  const { data } = await client
    .from('home_content')
    .select('*')
    .eq('section_name', section)
    .eq('is_active', true)
    .maybeSingle()
    .throwOnError();
  return data && { ...data, cta_link: normalizeButtonHref(data.cta_link ?? '') ?? null };
}
