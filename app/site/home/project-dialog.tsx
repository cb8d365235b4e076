import { useState } from 'react';
import type { Row } from '#app/data/database.types.ts';
import { RecordDialog } from '#app/site/record-overlay.tsx';
import { ProjectDetails } from './project-details.tsx';

type ProjectDialogProps = {
  project: Row<'past_projects'> | undefined;
  closeUrl: string;
  onClose: () => Promise<void>;
};

export function ProjectDialog({ project, closeUrl, onClose }: ProjectDialogProps) {
  // The dialog keeps its content while it fades out.
  const [last, setLast] = useState(project);
  if (project && project !== last) setLast(project);
  const shown = project ?? last;
  if (!shown) return null;
  return (
    <RecordDialog
      open={project !== undefined}
      onClose={onClose}
      closeUrl={closeUrl}
      title={shown.title}
    >
      <ProjectDetails project={shown} id="open-project" onRequest={onClose} />
    </RecordDialog>
  );
}
