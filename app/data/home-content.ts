import type { Row } from './database.types.ts';
import { isTaken, RowChanged, touchedRow, type Version } from './errors.ts';
import type { Client } from './supabase-context.ts';
import { updateAsRead } from './update-as-read.ts';

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
 * Adds a hero and returns it. Throws RowChanged with the stored one where somebody was faster: a
 * page has one hero.
 */
export async function insertSection(client: Client, row: SectionColumns): Promise<Section> {
  const table = client.from('home_content');
  try {
    const { data } = await table.insert(row).select().throwOnError();
    return touchedRow(data);
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  const stored = await table.select('*').eq('section_name', row.section_name).throwOnError();
  throw new RowChanged(touchedRow(stored.data));
}

/**
 * Changes a hero that still is as it was read, and returns it. Throws RowChanged where somebody has
 * saved it since, RowNotFound where it is gone.
 */
export function updateSection(
  client: Client,
  read: Version,
  change: SectionColumns,
): Promise<Section> {
  return updateAsRead(client, 'home_content', read, change);
}
