import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { ProjectInput } from '#app/domain/content/project-form.ts';
import { projectTypes } from '#app/domain/options.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import { ImagesField } from '../pictures/images-field.tsx';
import type { Pictures } from '../pictures/use-pictures.ts';
import { CheckField, withStored } from '../records/record-fields.tsx';

type ProjectFieldsProps = {
  register: UseFormRegister<ProjectInput>;
  errors: FieldErrors<ProjectInput>;
  /** The type as it is stored, which may be none of today's. */
  storedType: string;
  pictures: Pictures;
};

/** The form of a project. */
export function ProjectFields({ register, errors, storedType, pictures }: ProjectFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField label="Title" required error={errors.title?.message} {...register('title')} />
      </div>
      <SelectField
        label="Project Type"
        required
        options={withStored(projectTypes, storedType)}
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
        <ImagesField pictures={pictures} />
      </div>
      <div className="sm:col-span-2">
        <CheckField
          label="Featured"
          hint="Among the first on the home page."
          {...register('is_featured')}
        />
      </div>
    </div>
  );
}
