import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { lengths } from '#app/lib/limits.ts';
import { z } from '#app/lib/zod.ts';

export const projectForm = z.object({
  title: requiredText(1, 'Title is required', 200),
  project_type: requiredText(1, 'Project type is required', lengths.projectType),
  description: optionalText(5000),
  location: optionalText(200),
  completion_date: z.union([z.literal(''), z.iso.date('Please enter a valid date')]).default(''),
  is_featured: z.boolean().default(false),
});

export type ProjectInput = z.input<typeof projectForm>;
export type ProjectForm = z.output<typeof projectForm>;

export const emptyProject: ProjectForm = {
  title: '',
  project_type: '',
  description: '',
  location: '',
  completion_date: '',
  is_featured: false,
};

type StoredProject = {
  title: string;
  project_type: string;
  description: string | null;
  location: string | null;
  completion_date: string | null;
  is_featured: boolean;
};

export function toProjectForm(project: StoredProject): ProjectForm {
  const { title, project_type, description, location, completion_date, is_featured } = project;
  return {
    title,
    project_type,
    description: description ?? '',
    location: location ?? '',
    completion_date: completion_date ?? '',
    is_featured,
  };
}

/** The columns that a checked form fills; what was left empty is null. */
export function toProjectColumns(form: ProjectForm): StoredProject {
  return {
    ...form,
    description: form.description || null,
    location: form.location || null,
    completion_date: form.completion_date || null,
  };
}
