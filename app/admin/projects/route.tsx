import { deleteProject, listProjects, type PastProject } from '#app/data/past-projects.ts';
import { useToasts } from '#app/ui/toast.tsx';
import { useDeletion } from '../enquiries/use-deletion.tsx';
import { useRows } from '../enquiries/use-rows.ts';
import { CardGrid } from '../records/card-grid.tsx';
import { RecordScreen } from '../records/record-screen.tsx';
import { useEditing } from '../records/use-editing.ts';
import { adminMeta } from '../robots.ts';
import { useAdminClient } from '../session.ts';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';

export const meta = () => adminMeta('Past Projects');

export default function ProjectsScreen() {
  const client = useAdminClient();
  const toasts = useToasts();
  const list = useRows(listProjects);
  const editing = useEditing<PastProject>();
  const deletion = useDeletion<PastProject>({
    question: 'Are you sure you want to delete this project?',
    remove: (project) => deleteProject(client, project.id),
    onRemoved(project) {
      list.remove(project.id);
      toasts.news(`${project.title} is deleted.`);
    },
    refused: (message) => `The project could not be deleted: ${message}`,
    brokeOff: 'The project could not be deleted. Please try again.',
  });

  return (
    <>
      <RecordScreen
        title="Past Projects"
        things="projects"
        addLabel="Add Project"
        onAdd={editing.openNew}
        list={list}
        wordsOf={({ title, project_type, location, description }) => [
          title,
          project_type,
          location,
          description,
        ]}
        empty="No projects yet. Add the first one to show visitors what you have built."
      >
        {(projects) => (
          <CardGrid>
            {projects.map((project) => (
              <ProjectCard
                key={project.id}
                project={project}
                onEdit={() => editing.openRow(project)}
                onDelete={() => deletion.ask(project)}
              />
            ))}
          </CardGrid>
        )}
      </RecordScreen>
      {editing.target && (
        <ProjectDialog
          project={editing.target.row}
          onClose={editing.close}
          onSaved={(project) => {
            editing.close();
            list.reload();
            toasts.news(`${project.title} is saved.`);
          }}
          finalFocus={editing.finalFocus}
        />
      )}
      {deletion.dialogs}
    </>
  );
}
