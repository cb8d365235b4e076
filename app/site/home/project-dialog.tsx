import { lazy, Suspense, useState } from 'react';
import type { Row } from '#app/data/database.types.ts';
import { DialogBackdrop } from '#app/site/dialog-backdrop.tsx';
import { ProjectDetails } from './project-details.tsx';

const Dialog = lazy(async () => {
  const { Dialog } = await import('#app/ui/dialog.tsx');
  return { default: Dialog };
});

/** A project over the page; nothing of it loads before the first one is opened. */
export function ProjectDialog({
  project,
  onClose,
}: {
  project: Row<'past_projects'> | undefined;
  onClose: () => void;
}) {
  // Kept while the dialog closes, so that it does not empty before it is gone.
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
