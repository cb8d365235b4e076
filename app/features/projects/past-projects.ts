import type { Client } from '#app/lib/client.ts';
import {
  deleteRow,
  insertRow,
  updateRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { homeLimits, lengths } from '#app/lib/limits.ts';
import {
  parsePublicationField,
  publicationDate,
  toPublicationField,
} from '#app/lib/publication.ts';
import { isUuid } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';
import type { ProjectFilter } from './project-filter.ts';

/** Lists the newest active projects for the home page: featured ones first, then in the order that staff have set. */
export async function listRecentProjects(client: Client): Promise<Row<'past_projects'>[]> {
  const { data } = await client
    .from('past_projects')
    .select('*')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(homeLimits.projects)
    .throwOnError();
  return sortProjects(data);
}

type Ordered = { is_featured: boolean; order_index: number | null };

/** Sorts featured projects first, each group by order_index. Those without one come first, in the given order. */
export function sortProjects<Project extends Ordered>(projects: Project[]): Project[] {
  const place = ({ order_index }: Ordered) => order_index ?? -1;
  return [...projects].sort(
    (one, other) =>
      Number(other.is_featured) - Number(one.is_featured) || place(one) - place(other),
  );
}

const maxOfType = 24;

/** Lists active projects whose type contains the filter's label, in any letter case, in the order of the home page. */
export async function listProjectsOfType(
  client: Client,
  { label }: ProjectFilter,
): Promise<Row<'past_projects'>[]> {
  const { data } = await client
    .from('past_projects')
    .select('*')
    .ilike('project_type', `%${label}%`)
    .order('is_featured', { ascending: false })
    .order('order_index', { nullsFirst: true })
    .order('created_at', { ascending: false })
    .order('id')
    .limit(maxOfType)
    .throwOnError();
  return data;
}

/** Reads a project; null for an unknown or invalid id, and for visitors if it is inactive or its date is to come. */
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
export type ProjectColumns = Omit<WritableColumns<'past_projects'>, 'order_index'>;

/** @throws RowChanged if a row with its id is stored */
export function insertProject(
  client: Client,
  row: ProjectColumns | PastProject,
): Promise<PastProject> {
  return insertRow(client, 'past_projects', row);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateProject(
  client: Client,
  read: Version,
  change: Partial<ProjectColumns>,
): Promise<PastProject> {
  return updateUnchanged(client, 'past_projects', read, change);
}

/** @throws RowNotFound if it is deleted */
export function setProjectActive(
  client: Client,
  id: string,
  is_active: boolean,
): Promise<PastProject> {
  return updateRow(client, 'past_projects', id, { is_active });
}

/** @throws RowNotFound if it is deleted */
export function deleteProject(client: Client, id: string): Promise<PastProject> {
  return deleteRow(client, 'past_projects', id);
}

export const projectForm = z.object({
  title: requiredText(1, 'Title is required', 200),
  project_type: requiredText(1, 'Project type is required', lengths.projectType),
  description: optionalText(5000),
  location: optionalText(200),
  completion_date: z.union([z.literal(''), z.iso.date('Please enter a valid date')]).default(''),
  before_image: optionalText(300),
  after_image: optionalText(300),
  is_featured: z.boolean().default(false),
  is_active: z.boolean().default(true),
  published_at: publicationDate.default(''),
});

export type ProjectInput = z.input<typeof projectForm>;
export type ProjectForm = z.output<typeof projectForm>;

export const emptyProject: ProjectForm = {
  title: '',
  project_type: '',
  description: '',
  location: '',
  completion_date: '',
  before_image: '',
  after_image: '',
  is_featured: false,
  is_active: true,
  published_at: '',
};

type StoredProject = {
  title: string;
  project_type: string;
  description: string | null;
  location: string | null;
  completion_date: string | null;
  before_image: string | null;
  after_image: string | null;
  is_featured: boolean;
  is_active: boolean;
  published_at: string | null;
};

/** The form of a stored project; missing texts and a missing date become empty. */
export function toProjectForm(project: StoredProject): ProjectForm {
  const { title, project_type, is_featured, is_active } = project;
  return {
    title,
    project_type,
    description: project.description ?? '',
    location: project.location ?? '',
    completion_date: project.completion_date ?? '',
    before_image: project.before_image ?? '',
    after_image: project.after_image ?? '',
    is_featured,
    is_active,
    published_at: toPublicationField(project.published_at),
  };
}

/**
 * Turns a checked form into columns; empty text and an empty date become null.
 * @param stored the stored publication date
 */
export function toProjectColumns(form: ProjectForm, stored?: string | null): StoredProject {
  return {
    ...form,
    description: form.description || null,
    location: form.location || null,
    completion_date: form.completion_date || null,
    before_image: form.before_image || null,
    after_image: form.after_image || null,
    published_at: parsePublicationField(form.published_at, stored),
  };
}
