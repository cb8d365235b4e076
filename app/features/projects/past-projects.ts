import type { Client } from '#app/lib/client.ts';
import { deleteRow, insertRow, updateUnchanged, type WritableColumns } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Version } from '#app/lib/errors.ts';
import { homeLimits } from '#app/lib/limits.ts';
import { isUuid } from '#app/lib/validators.ts';

export async function listRecentProjects(client: Client): Promise<Row<'past_projects'>[]> {
  const { data } = await client
    .from('past_projects')
    .select('*')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(homeLimits.projects)
    .throwOnError();
  return data.sort((one, other) => Number(other.is_featured) - Number(one.is_featured));
}

export async function readProject(
  client: Client,
  id: string,
): Promise<Row<'past_projects'> | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from('past_projects')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

export type PastProject = Row<'past_projects'>;
export type ProjectColumns = WritableColumns<'past_projects'>;

export function insertProject(
  client: Client,
  row: ProjectColumns | PastProject,
): Promise<PastProject> {
  return insertRow(client, 'past_projects', row);
}

export function updateProject(
  client: Client,
  read: Version,
  change: Partial<ProjectColumns>,
): Promise<PastProject> {
  return updateUnchanged(client, 'past_projects', read, change);
}

export function deleteProject(client: Client, id: string): Promise<PastProject> {
  return deleteRow(client, 'past_projects', id);
}
