import type { ReactNode } from 'react';
import { Thumbnail } from '#app/admin/images/thumbnail.tsx';
import { lazyComponent, usePreload } from '#app/admin/lazy-screen.ts';
import {
  ActiveSwitch,
  ListingBadges,
  RecordCard,
  RecordScreen,
} from '#app/admin/records/record-list.tsx';
import { useChangeOrder } from '#app/admin/records/record-order.tsx';
import { SelectableCards } from '#app/admin/records/record-selection.tsx';
import { useUndoableDeletion } from '#app/admin/records/use-deletion.tsx';
import { useEditing, useRecordPage, useRowMutation } from '#app/admin/records/use-records.tsx';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import { describeActivity } from '#app/lib/publication.ts';
import { getProjectPart, HouseDrawing } from '#app/ui/house-drawing.tsx';
import {
  deleteProject,
  insertProject,
  type PastProject,
  setProjectActive,
} from '../past-projects.ts';

const ProjectDialog = lazyComponent(() => import('./project-dialog.tsx'));

const table = 'past_projects';

export default function ProjectsScreen() {
  const order = useChangeOrder({ table, entityPlural: 'projects', intro: orderIntro });
  const query = useRecordPage<PastProject>({ table });
  const { change, isBusy } = useRowMutation({
    table,
    subject: 'the project',
    mutate: (client, { id, isActive }: { id: string; isActive: boolean }) =>
      setProjectActive(client, id, isActive),
    describe: (project) => describeActivity(project, new Date()),
  });
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
        actions={[order.action]}
        query={query}
        empty="No projects yet. Add the first one to show visitors what you have built."
      >
        {(page) => (
          <SelectableCards
            table={table}
            entity="project"
            record="project"
            page={page}
            onOpen={editing.openRow}
          >
            {(project, checkbox) => (
              <ProjectCard
                project={project}
                checkbox={checkbox}
                busy={isBusy(project.id)}
                onToggle={() => change({ id: project.id, isActive: !project.is_active })}
                onEdit={() => editing.openRow(project)}
                onDelete={() => deletion.ask(project)}
              />
            )}
          </SelectableCards>
        )}
      </RecordScreen>
      {order.dialog}
      {editing.render((dialog) => (
        <ProjectDialog {...dialog} />
      ))}
      {deletion.dialogs}
    </>
  );
}

const orderIntro =
  'The home page shows the eight newest projects, featured ones first, in this order. Service pages use this order, too. New projects go to the top until you move them.';

type ProjectCardProps = {
  project: PastProject;
  checkbox: ReactNode;
  busy: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function ProjectCard(props: ProjectCardProps) {
  const { project, checkbox, busy, onToggle, onEdit, onDelete } = props;
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
      dimmed={!project.is_active}
      checkbox={checkbox}
      badges={<ListingBadges row={project} />}
      actions={
        <ActiveSwitch
          active={project.is_active}
          what={project.title}
          busy={busy}
          onToggle={onToggle}
        />
      }
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
