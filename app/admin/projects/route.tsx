import { deleteProject, insertProject, type PastProject } from '#app/data/past-projects.ts';
import { CardGrid } from '../records/card-grid.tsx';
import { RecordScreen } from '../records/record-screen.tsx';
import { useEditing } from '../records/use-editing.ts';
import { useRecords } from '../records/use-records.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { adminMeta } from '../robots.ts';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';

export const meta = () => adminMeta('Past Projects');

const projectList = { table: 'past_projects' } as const;

/** The projects of the past, for the home page. */
export default function ProjectsScreen() {
  const list = useRecords<PastProject>(projectList);
  const editing = useEditing<PastProject>(list.reload);
  const deletion = useUndoableDeletion<PastProject>({
    thing: 'project',
    question: 'Are you sure you want to delete this project?',
    name: (project) => project.title,
    list,
    remove: deleteProject,
    putBack: insertProject,
  });

  return (
    <>
      <RecordScreen
        title="Past Projects"
        things="projects"
        addLabel="Add Project"
        onAdd={editing.openNew}
        list={list}
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
      {editing.dialog && <ProjectDialog {...editing.dialog} />}
      {deletion.dialogs}
    </>
  );
}
