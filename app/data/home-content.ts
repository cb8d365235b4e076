import type { Row } from './database.types.ts';
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
