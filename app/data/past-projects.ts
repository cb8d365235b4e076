import { homeLimits } from '#app/domain/limits.ts';
import type { Row } from './database.types.ts';
import type { Client } from './supabase-context.ts';

/** The newest projects, as many as the home page shows, the featured ones of them first. */
export async function listRecentProjects(client: Client): Promise<Row<'past_projects'>[]> {
  const { data } = await client
    .from('past_projects')
    .select('*')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(homeLimits.projects)
    .throwOnError();
  return data.toSorted((one, other) => Number(other.is_featured) - Number(one.is_featured));
}
