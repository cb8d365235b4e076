import type { Client } from '#app/lib/client.ts';
import type { Row } from '#app/lib/database.types.ts';
import { normalizeButtonHref } from '#app/lib/rich-text-urls.ts';

export type Section = Row<'home_content'>;
export type SectionName = 'hero' | 'sheds_hero';

/** Shown while there is no active hero. `drawing` replaces a missing image. */
export const builtInSections = {
  hero: {
    title: 'Sheds, garages and additions',
    subtitle: 'Custom building and exterior work in Ontario.',
    content: "Tell us what you need and we'll get back to you with a price.",
    cta_text: 'Request a Quote',
    cta_link: '/quote-request',
    image_url: null,
    drawing: '/design/image?style=modern-farmhouse&size=12x20&color=white',
    is_active: true,
  },
  sheds_hero: {
    title: 'Custom Sheds',
    subtitle: 'Pick one as it stands, or use it as a starting point.',
    content: null,
    cta_text: 'Request a Quote',
    cta_link: null,
    image_url: null,
    drawing: '/design/image?style=dutch-barn&size=12x16&color=red',
    is_active: true,
  },
} as const;

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
