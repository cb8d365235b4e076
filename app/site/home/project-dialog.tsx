import { lazy, Suspense, useState } from 'react';
import type { Row } from '#app/data/database.types.ts';
import { DialogBackdrop } from '#app/site/dialog-backdrop.tsx';
import { ProjectDetails } from './project-details.tsx';

const Dialog = lazy(async () => {
  const { Dialog } = await import('#app/ui/dialog.tsx');
  return { default: Dialog };
});

export function ProjectDialog({
  project,
  onClose,
}: {
  project: Row<'past_projects'> | undefined;
  onClose: () => void;
}) {
  // The dialog keeps its content while it fades out.
  const [last, setLast] = useState(project);
  if (project && project !== last) setLast(project);
  const shown = project ?? last;
  if (!shown) return null;
  return (
    <Suspense fallback={<DialogBackdrop />}>
      <Dialog open={project !== undefined} onClose={onClose} size="xl" title={shown.title}>
        <ProjectDetails project={shown} id="open-project" onQuote={onClose} />
      </Dialog>
    </Suspense>
  );
}
