import type { PastProject } from '#app/data/past-projects.ts';
import { formatCalendarDay } from '#app/domain/format/calendar-day.ts';
import { Badge } from '#app/ui/badge.tsx';
import { getProjectPart, HouseDrawing } from '#app/ui/illustrations/house-drawing.tsx';
import { Thumbnail } from '../images/thumbnail.tsx';
import { RecordCard } from '../records/record-card.tsx';

type ProjectCardProps = { project: PastProject; onEdit: () => void; onDelete: () => void };

export function ProjectCard({ project, onEdit, onDelete }: ProjectCardProps) {
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
