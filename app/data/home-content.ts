import type { Row } from './database.types.ts';
import type { Version } from './errors.ts';
import { insertOnlyRow, updateAsRead, type Written } from './one-row.ts';
import type { Client } from './supabase-context.ts';

export type Section = Row<'home_content'>;
/** Whose hero it is: the home page's, or that of the page about sheds. */
export type SectionName = 'hero' | 'sheds_hero';
/** What staff write of a page's hero. */
export type SectionColumns = Written<'home_content'>;

/** The hero of a page as visitors see it, null where the row is missing or inactive. */
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
export function insertSection(client: Client, row: SectionColumns): Promise<Section> {
  return insertOnlyRow(client, 'home_content', row, 'section_name');
}

/**
 * Changes a hero that still is as it was read, and returns it. Throws RowChanged where somebody has
 * saved it since, RowNotFound where it is gone.
 */
export function updateSection(
  client: Client,
  read: Version,
  change: Partial<SectionColumns>,
): Promise<Section> {
  return updateAsRead(client, 'home_content', read, change);
}
