import { type MouseEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { filterProjects, listProjectFilters } from '#app/features/projects/project-filter.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import type { Row } from '#app/lib/database.types.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { Gallery } from '#app/site/gallery.tsx';
import { SectionHead, SiteLink, useAltText } from '#app/site/page-parts.tsx';
import { RecordDialog, useOpenRecord } from '#app/site/record-overlay.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { getProjectPart, HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

type Project = Row<'past_projects'>;

type WorkProps = {
  projects: Project[];
  olderProject: Project | null;
};

export function Work({ projects, olderProject }: WorkProps) {
  const [query] = useSearchParams();
  const { id, getUrl, open, close } = useOpenRecord('project');
  const filter = query.get('work');
  const shown = filterProjects(projects, filter);
  const opened = [...projects, olderProject].find((project) => project?.id === id) ?? undefined;
  if (projects.length === 0) return null;

  return (
    <>
      <section id="work" aria-labelledby="work-title" className="wrap py-11 sm:py-16">
        <SectionHead id="work-title" title="Recent work">
          <nav aria-label="Type of work">
            <ul className="-mx-1 flex flex-wrap">
              <Filter to="/#work" label="All" active={shown === projects} />
              {listProjectFilters(filter).map(({ slug, label }) => (
                <Filter
                  key={slug}
                  to={`/?work=${slug}#work`}
                  label={label}
                  active={filter === slug}
                />
              ))}
            </ul>
          </nav>
        </SectionHead>
        <p role="status" className={shown.length > 0 ? 'sr-only' : 'py-10 text-lg'}>
          {shown.length > 0
            ? `${pluralize(shown.length, 'project')} shown`
            : 'None of our recent projects match. Ask us: we may well have built one.'}
        </p>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 sm:gap-y-7 lg:grid-cols-6">
          {shown.map((project, index) => (
            <li
              key={project.id}
              className={index < 2 ? 'col-span-2 sm:col-span-1 lg:col-span-3' : 'lg:col-span-2'}
            >
              <ProjectCard
                project={project}
                large={index < 2}
                href={getUrl(project.id)}
                onOpen={() => open(project.id)}
              />
            </li>
          ))}
        </ul>
      </section>
      <ProjectDialog project={opened} closeUrl={`${getUrl()}#work`} onClose={close} />
    </>
  );
}

function Filter({ to, label, active }: { to: string; label: string; active: boolean }) {
  return (
    <li>
      <SiteLink
        to={to}
        preventScrollReset
        aria-current={active ? 'true' : undefined}
        className="mx-1 inline-flex min-h-11 items-center border-transparent border-b-2 px-2 font-medium hover:border-line-firm aria-[current]:border-barn aria-[current]:font-semibold"
      >
        {label}
      </SiteLink>
    </li>
  );
}

type ProjectDialogProps = {
  project: Project | undefined;
  closeUrl: string;
  onClose: () => Promise<void>;
};

function ProjectDialog({ project, closeUrl, onClose }: ProjectDialogProps) {
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
      <ProjectDetails project={shown} id="open-project" onClose={onClose} />
    </RecordDialog>
  );
}

type ProjectCardProps = {
  project: Project;
  large: boolean;
  href: string;
  onOpen: () => void;
};

function ProjectCard({ project, large, href, onOpen }: ProjectCardProps) {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <article className="group relative">
      <div className="aspect-3/2 overflow-hidden border border-line bg-pine">
        <ProjectImage
          project={project}
          sizes={
            large
              ? '(min-width: 64rem) 38rem, (min-width: 40rem) 50vw, 100vw'
              : '(min-width: 64rem) 25rem, 50vw'
          }
        />
      </div>
      <h3
        className={`display mt-4 line-clamp-4 ${large ? 'text-2xl sm:text-3xl' : 'text-lg sm:text-2xl'}`}
      >
        <a
          href={href}
          onClick={open}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4"
        >
          {project.title}
        </a>
      </h3>
      <p className="mt-1.5 line-clamp-3 text-ink-soft text-sm sm:text-base">
        {[project.project_type, project.location].filter(Boolean).join(', ')}
      </p>
    </article>
  );
}

function ProjectImage({ project, sizes }: { project: Project; sizes: string }) {
  const getAlt = useAltText();
  const [cover] = project.images;
  const drawing = (
    <HouseDrawing part={getProjectPart(project.project_type)} className="size-full px-[8%]" />
  );
  if (!cover) return drawing;
  return (
    <ResponsiveImage
      path={cover}
      alt={getAlt(cover)}
      sizes={sizes}
      width={960}
      height={640}
      className="size-full object-cover"
      fallback={drawing}
    />
  );
}

type ProjectDetailsProps = {
  project: Project;
  id: string;
  onClose: () => Promise<void>;
};

function ProjectDetails({ project, id, onClose }: ProjectDetailsProps) {
  const completed = formatCalendarDay(project.completion_date);
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
