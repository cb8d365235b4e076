import type { Row } from './database.types.ts';
import { touchedRow } from './errors.ts';
import type { Client } from './supabase-context.ts';

/** The hero of a page as visitors see it, null where the row is missing or inactive. */
export async function readActiveSection(
  client: Client,
  section: 'hero' | 'sheds_hero',
): Promise<Row<'home_content'> | null> {
  const { data } = await client
    .from('home_content')
    .select('*')
    .eq('section_name', section)
    .eq('is_active', true)
    .maybeSingle()
    .throwOnError();
  return data;
}

export type Section = Row<'home_content'>;
export type SectionName = 'hero' | 'sheds_hero';
/** What staff write of a page's hero. */
export type SectionColumns = Omit<Section, 'id' | 'created_at' | 'updated_at'>;

/** Both heroes, active or not, as far as they are stored. For staff. */
export async function listSections(client: Client): Promise<Section[]> {
  const { data } = await client
    .from('home_content')
    .select('*')
    .order('section_name')
    .throwOnError();
  return data;
}

/**
 * Changes a hero, or adds it where there is none, and returns it.
 * @param id the row's, undefined where none is stored
 * @throws RowNotFound where the row with this id is gone
 */
export async function saveSection(
  client: Client,
  id: string | undefined,
  columns: SectionColumns,
): Promise<Section> {
  const table = client.from('home_content');
  const { data } = await (id === undefined
    ? table.insert(columns).select().throwOnError()
    : table.update(columns).eq('id', id).select().throwOnError());
  return touchedRow(data);
}
