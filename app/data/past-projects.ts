import { homeLimits } from '#app/domain/limits.ts';
import type { Row } from './database.types.ts';
import type { Version } from './errors.ts';
import { deleteRow, insertRow, updateAsRead, type Written } from './one-row.ts';
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

export type PastProject = Row<'past_projects'>;
/** What staff write of a project. */
export type ProjectColumns = Written<'past_projects'>;

/** Adds a project and returns it; a whole row, one that was deleted, comes back as it was. */
export function insertProject(
  client: Client,
  row: ProjectColumns | PastProject,
): Promise<PastProject> {
  return insertRow(client, 'past_projects', row);
}

/**
 * Changes a project that still is as it was read, and returns it. Throws RowChanged where somebody has
 * saved it since, RowNotFound where it is gone.
 */
export function updateProject(
  client: Client,
  read: Version,
  change: Partial<ProjectColumns>,
): Promise<PastProject> {
  return updateAsRead(client, 'past_projects', read, change);
}

/** Deletes a project and returns it. Throws RowNotFound where it is gone already. */
export function deleteProject(client: Client, id: string): Promise<PastProject> {
  return deleteRow(client, 'past_projects', id);
}
