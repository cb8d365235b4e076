import { deleteProject, insertProject, type PastProject } from '#app/data/past-projects.ts';
import { lazyComponent, usePreload } from '../lazy-screen.ts';
import { CardGrid } from '../records/record-card.tsx';
import { RecordScreen } from '../records/record-screen.tsx';
import { useEditing } from '../records/use-editing.tsx';
import { useRecordPage } from '../records/use-record-page.ts';
import { useUndoableDeletion } from '../records/use-undoable-deletion.ts';
import { ProjectCard } from './project-card.tsx';

const ProjectDialog = lazyComponent(() => import('./project-dialog.tsx'));

const table = 'past_projects';

export default function ProjectsScreen() {
  const query = useRecordPage<PastProject>({ table });
  const editing = useEditing<PastProject>(table, 'project');
  usePreload(ProjectDialog);
  const deletion = useUndoableDeletion<PastProject>({
    table,
    entity: 'project',
    question: 'Are you sure you want to delete this project?',
    getName: (project) => project.title,
    remove: deleteProject,
    restore: insertProject,
  });

  return (
    <>
      <RecordScreen
        title="Past Projects"
        entityPlural="projects"
        addLabel="Add Project"
        onAdd={editing.openNew}
        query={query}
        empty="No projects yet. Add the first one to show visitors what you have built."
      >
        {({ rows }) => (
          <CardGrid>
            {rows.map((project) => (
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
      {editing.render((dialog) => (
        <ProjectDialog {...dialog} />
      ))}
      {deletion.dialogs}
    </>
  );
}
