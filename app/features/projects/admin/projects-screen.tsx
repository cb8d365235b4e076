import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import { CardGrid, RecordCard, RecordScreen } from '#app/admin/records/record-list.tsx';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { useEditing, useRecordPage } from '#app/admin/records/use-records.tsx';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { Badge } from '#app/ui/badge.tsx';
import { getProjectPart, HouseDrawing } from '#app/ui/house-drawing.tsx';
import { deleteProject, insertProject, type PastProject } from '../past-projects.ts';

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
        deletedFrom="past_projects"
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

type ProjectCardProps = { project: PastProject; onEdit: () => void; onDelete: () => void };

function ProjectCard({ project, onEdit, onDelete }: ProjectCardProps) {
  const [cover] = project.images;
  return (
    <RecordCard
      id={project.id}
      title={project.title}
      image={
        cover ? (
          <Thumbnail path={cover} alt="" width={640} className="size-full" />
        ) : (
          <HouseDrawing part={getProjectPart(project.project_type)} className="size-full" />
        )
      }
      badges={project.is_featured && <Badge tone="done">Featured</Badge>}
      onEdit={onEdit}
      onDelete={onDelete}
    >
      <p className="text-ink-soft">{project.project_type}</p>
      {project.description && <p className="mt-2 line-clamp-2">{project.description}</p>}
      <p className="mt-2 text-ink-soft text-sm">
        {formatCalendarDay(project.completion_date) || 'No date'}
      </p>
    </RecordCard>
  );
}
