import { buttonLink } from '#app/lib/button-link.ts';
import type { Client } from '#app/lib/client.ts';
import {
  insertUniqueRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { z } from '#app/lib/zod.ts';
import type { Section } from './heroes.ts';

export type SectionColumns = WritableColumns<'home_content'>;

/** Lists all sections, inactive ones too. */
export async function listSections(client: Client): Promise<Section[]> {
  const { data } = await client
    .from('home_content')
    .select('*')
    .order('section_name')
    .throwOnError();
  return data;
}

/** @throws RowChanged if there is one already */
export function insertSection(client: Client, row: SectionColumns): Promise<Section> {
  return insertUniqueRow(client, 'home_content', row, 'section_name');
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateSection(
  client: Client,
  read: Version,
  change: Partial<SectionColumns>,
): Promise<Section> {
  return updateUnchanged(client, 'home_content', read, change);
}

export const heroForm = z.object({
  title: requiredText(1, 'Title is required', 200),
  subtitle: optionalText(300),
  content: optionalText(5000),
  cta_text: optionalText(80),
  cta_link: buttonLink(),
  is_active: z.boolean().default(true),
});

export type HeroInput = z.input<typeof heroForm>;
export type HeroForm = z.output<typeof heroForm>;

type StoredHero = {
  title: string;
  subtitle: string | null;
  content: string | null;
  cta_text: string | null;
  cta_link: string | null;
  is_active: boolean;
};

/** The initial form, from the stored row if there is one. */
export function toHeroForm(hero: StoredHero | undefined): HeroForm {
  return {
    title: hero?.title ?? '',
    subtitle: hero?.subtitle ?? '',
    content: hero?.content ?? '',
    cta_text: hero?.cta_text ?? '',
    cta_link: hero?.cta_link ?? '',
    is_active: hero?.is_active ?? true,
  };
}

/** Turns a checked form into columns; empty text becomes null. */
export function toHeroColumns(form: HeroForm): StoredHero {
  return {
    title: form.title,
    subtitle: form.subtitle || null,
    content: form.content || null,
    cta_text: form.cta_text || null,
    cta_link: form.cta_link || null,
    is_active: form.is_active,
  };
}
