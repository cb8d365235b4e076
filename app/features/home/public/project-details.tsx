import { lazy, Suspense } from 'react';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { getBeforeAfter } from '#app/features/projects/before-after.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import type { Row } from '#app/lib/database.types.ts';
import { Gallery } from '#app/site/gallery.tsx';
import { SiteLink } from '#app/site/page-parts.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { getProjectPart, HouseDrawing } from '#app/ui/house-drawing.tsx';

const BeforeAfter = lazy(() => import('#app/site/before-after.tsx'));

type ProjectDetailsProps = {
  project: Row<'past_projects'>;
  id: string;
  /** Closes the dialog that shows them. */
  onClose?: () => Promise<void>;
};

export default function ProjectDetails({ project, id, onClose }: ProjectDetailsProps) {
  const completed = formatCalendarDay(project.completion_date);
  const pair = getBeforeAfter(project);
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-12 lg:gap-8">
      <div className="min-w-0 lg:col-span-7">
        <Gallery
          id={id}
          subject={project.title}
          paths={project.images}
          sizes="(min-width: 64rem) 42rem, 100vw"
          fallback={
            <HouseDrawing
              part={getProjectPart(project.project_type)}
              className="size-full px-[8%]"
            />
          }
        />
        {pair && (
          <Suspense>
            <BeforeAfter {...pair} subject={project.title} />
          </Suspense>
        )}
      </div>
      <div className="grid content-start gap-6 lg:col-span-5">
        <dl className="border-line border-t">
          <Fact name="Project" value={project.project_type} />
          <Fact name="Location" value={project.location} />
          <Fact name="Completed" value={completed} />
        </dl>
        {project.description && (
          <p className="max-w-prose whitespace-pre-line">{project.description}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <QuoteRequestLink
            project={project}
            closeRecord={onClose}
            className={buttonClass('primary')}
          >
            Get a quote for a similar project
          </QuoteRequestLink>
          <SiteLink to="/sheds" className={buttonClass('secondary')}>
            Browse sheds
          </SiteLink>
        </div>
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null;
  return (
    <div className="grid grid-cols-[6.5rem_1fr] border-line border-b py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold">{value}</dd>
    </div>
  );
}
