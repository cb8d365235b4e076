import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { insertProject, type PastProject, updateProject } from '#app/data/past-projects.ts';
import {
  emptyProject,
  type ProjectForm,
  type ProjectInput,
  projectColumns,
  projectForm,
  projectFormOf,
} from '#app/domain/content/project-form.ts';
import { usePictures } from '../pictures/use-pictures.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import type { EditingDialog } from '../records/use-editing.ts';
import { ProjectFields } from './project-fields.tsx';

/** Makes or changes a project. */
export default function ProjectDialog({ row: project, ...frame }: EditingDialog<PastProject>) {
  const pictures = usePictures({
    folder: 'projects',
    initial: project?.images ?? [],
    limit: 50,
    failed: (fileName) => `Failed to upload ${fileName}`,
    setupTitle: 'Storage Setup Required',
  });
  const form = useForm<ProjectInput, unknown, ProjectForm>({
    resolver: zodResolver(projectForm),
    defaultValues: project ? projectFormOf(project) : emptyProject,
  });

  return (
    <RecordDialog
      {...frame}
      row={project}
      entity="project"
      title={project ? 'Edit Project' : 'Add New Project'}
      submitLabel={project ? 'Update Project' : 'Add Project'}
      form={form}
      pictures={pictures}
      toColumns={(values) => ({ ...projectColumns(values), images: pictures.paths })}
      insert={insertProject}
      update={updateProject}
      nameOf={(saved) => saved.title}
    >
      <ProjectFields
        register={form.register}
        errors={form.formState.errors}
        storedType={project?.project_type ?? ''}
        pictures={pictures}
      />
    </RecordDialog>
  );
}
