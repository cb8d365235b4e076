import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ImagesField } from '#app/admin/images/image-field.tsx';
import { useImages } from '#app/admin/images/use-images.ts';
import {
  CheckField,
  PublicationDateField,
  SmallSelect,
  showPublicationDate,
  withStored,
} from '#app/admin/records/record-fields.tsx';
import { RecordDialog } from '#app/admin/records/record-form.tsx';
import { useOwnLists } from '#app/admin/records/use-own-lists.ts';
import type { EditingDialog } from '#app/admin/records/use-records.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { projectTypes, withOwn } from '#app/lib/options.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import { withImages } from '../before-after.ts';
import {
  emptyProject,
  insertProject,
  type PastProject,
  type ProjectColumns,
  type ProjectForm,
  type ProjectInput,
  projectForm,
  toProjectColumns,
  toProjectForm,
  updateProject,
} from '../past-projects.ts';

const fields: Fields<ProjectColumns> = {
  title: 'Title',
  project_type: 'Project Type',
  completion_date: { label: 'Completion Date', show: formatCalendarDay },
  location: 'Location',
  description: 'Description',
  images: { label: 'Images', show: 'images' },
  before_image: { label: 'Before the Work', show: 'images' },
  after_image: { label: 'After the Work', show: 'images' },
  is_featured: 'Featured',
  is_active: 'Active',
  published_at: { label: 'Publication Date', show: showPublicationDate },
};

export default function ProjectDialog({ row: project, ...frame }: EditingDialog<PastProject>) {
  const own = useOwnLists();
  const images = useImages({
    folder: 'projects',
    initial: project?.images ?? [],
    limit: 50,
    failed: (fileName) => `Failed to upload ${fileName}`,
    setupTitle: 'Storage Setup Required',
  });
  const form = useForm<ProjectInput, unknown, ProjectForm>({
    resolver: zodResolver(projectForm),
    defaultValues: project ? toProjectForm(project) : emptyProject,
  });

  const { register, formState } = form;
  const { errors } = formState;
  const choices: Record<string, string> = { '': 'No image' };
  for (const [index, { path, name }] of images.images.entries()) {
    if (path) choices[path] = `Image ${index + 1}: ${name}`;
  }

  return (
    <RecordDialog
      {...frame}
      row={project}
      entity="project"
      fields={fields}
      title={project ? 'Edit Project' : 'Add New Project'}
      submitLabel={project ? 'Update Project' : 'Add Project'}
      form={form}
      images={images}
      toColumns={(values) =>
        withImages(toProjectColumns(values, project?.published_at), images.paths)
      }
      insert={insertProject}
      update={updateProject}
      getName={(saved) => saved.title}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField label="Title" required error={errors.title?.message} {...register('title')} />
        </div>
        <SelectField
          label="Project Type"
          required
          options={withStored(withOwn(projectTypes, own.project_type), project?.project_type ?? '')}
          placeholder="Select a project type"
          error={errors.project_type?.message}
          {...register('project_type')}
        />
        <TextField
          label="Completion Date"
          type="date"
          error={errors.completion_date?.message}
          {...register('completion_date')}
        />
        <div className="sm:col-span-2">
          <TextField label="Location" error={errors.location?.message} {...register('location')} />
        </div>
        <div className="sm:col-span-2">
          <TextAreaField
            label="Description"
            rows={4}
            error={errors.description?.message}
            {...register('description')}
          />
        </div>
        <div className="sm:col-span-2">
          <ImagesField images={images} />
        </div>
        {images.paths.length > 1 && (
          <fieldset className="grid gap-x-5 gap-y-2 sm:col-span-2 sm:grid-cols-2">
            <legend className="mb-2 text-ink-soft text-sm leading-snug sm:col-span-2">
              Choose two images taken from the same spot. Visitors can compare them with a slider.
            </legend>
            <SmallSelect label="Before the Work" options={choices} {...register('before_image')} />
            <SmallSelect label="After the Work" options={choices} {...register('after_image')} />
          </fieldset>
        )}
        <CheckField
          label="Featured"
          hint="Shown first on the home page."
          {...register('is_featured')}
        />
        <CheckField label="Active" hint="Shown on the website." {...register('is_active')} />
        <div className="sm:col-span-2">
          <PublicationDateField
            hint="In Ontario time. Visitors see the project from then on. Leave empty to show it now."
            error={errors.published_at?.message}
            {...register('published_at')}
          />
        </div>
      </div>
    </RecordDialog>
  );
}
