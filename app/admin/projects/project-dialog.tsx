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
} from '#app/domain/project-form.ts';
import { usePictures } from '../pictures/use-pictures.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import { useRecordSaving } from '../records/use-record-saving.tsx';
import { useAdminClient } from '../session.ts';
import { ProjectFields } from './project-fields.tsx';
import { projectMerge } from './project-merge.tsx';

type ProjectDialogProps = {
  /** The project to change; without one, a new one is made. */
  project?: PastProject | undefined;
  onClose: () => void;
  /** Told once it is stored as the person wants it; the dialog is to be closed then. */
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Makes or changes a project. Shown only while it is open, so that it always begins afresh. */
export function ProjectDialog({ project, onClose, onSaved, finalFocus }: ProjectDialogProps) {
  const client = useAdminClient();
  const saving = useRecordSaving({
    thing: 'project',
    row: project,
    fields: projectMerge,
    insert: (columns) => insertProject(client, columns),
    update: (read, columns) => updateProject(client, read, columns),
    beforehand: () => pictures.saveTexts(),
    name: (saved) => saved.title,
    onDone: onSaved,
  });
  const pictures = usePictures({
    folder: 'projects',
    initial: project?.images ?? [],
    limit: 50,
    failed: (fileName) => `Failed to upload ${fileName}`,
    setupTitle: 'Storage Setup Required',
  });
  const { register, handleSubmit, formState } = useForm<ProjectInput, unknown, ProjectForm>({
    resolver: zodResolver(projectForm),
    defaultValues: project ? projectFormOf(project) : emptyProject,
  });

  const submit = handleSubmit((values) =>
    saving.save({ ...projectColumns(values), images: pictures.paths }),
  );

  return (
    <RecordDialog
      title={project ? 'Edit Project' : 'Add New Project'}
      submitLabel={project ? 'Update Project' : 'Add Project'}
      saving={formState.isSubmitting}
      uploading={pictures.uploading}
      hasUnsavedInput={formState.isDirty || pictures.changed}
      failure={saving.failure}
      onSubmit={submit}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <ProjectFields
        register={register}
        errors={formState.errors}
        storedType={project?.project_type ?? ''}
        pictures={pictures}
      />
      {saving.dialogs}
    </RecordDialog>
  );
}
