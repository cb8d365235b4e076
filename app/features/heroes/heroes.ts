import type { Client } from '#app/lib/client.ts';
import { insertUniqueRow, updateUnchanged, type WritableColumns } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Version } from '#app/lib/errors.ts';

export type Section = Row<'home_content'>;
export type SectionName = 'hero' | 'sheds_hero';
export type SectionColumns = WritableColumns<'home_content'>;

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
  return data;
}

export async function listSections(client: Client): Promise<Section[]> {
  const { data } = await client
    .from('home_content')
    .select('*')
    .order('section_name')
    .throwOnError();
  return data;
}

export function insertSection(client: Client, row: SectionColumns): Promise<Section> {
  return insertUniqueRow(client, 'home_content', row, 'section_name');
}

export function updateSection(
  client: Client,
  read: Version,
  change: Partial<SectionColumns>,
): Promise<Section> {
  return updateUnchanged(client, 'home_content', read, change);
}
