import { lazy, type MouseEvent, Suspense } from 'react';
import type { MetaDescriptor } from 'react-router';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import type { ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { getBeforeAfter } from '#app/features/projects/before-after.ts';
import { formatCalendarDay } from '#app/lib/calendar-day.ts';
import type { Row } from '#app/lib/database.types.ts';
import { endSentence } from '#app/lib/text.ts';
import { Gallery } from '#app/site/gallery.tsx';
import { SiteLink, useAltText } from '#app/site/page-parts.tsx';
import {
  breadcrumbNode,
  businessNode,
  pageMeta,
  pageNode,
  type Site,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { getProjectPart, HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

const BeforeAfter = lazy(() => import('./before-after.tsx'));

type Project = Row<'past_projects'>;

type ProjectCardProps = {
  project: Project;
  large: boolean;
  /** Opens the details; without it the card is a plain link to the project's page. */
  onOpen?: () => void;
};

export function ProjectCard({ project, large, onOpen }: ProjectCardProps) {
  function open(event: MouseEvent) {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return;
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
          href={projectPath(project.id)}
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
  /** Closes the dialog that shows them. */
  onClose?: () => Promise<void>;
};

export function ProjectDetails({ project, id, onClose }: ProjectDetailsProps) {
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

export function projectMeta(site: Site, project: Project, texts: ImageAltTexts): MetaDescriptor[] {
  const { title, project_type, location } = project;
  const path = projectPath(project.id);
  const facts = [project_type, location].filter(Boolean).join(', ');
  return pageMeta(site, {
    path,
    title,
    description: project.description || endSentence(`${facts}: a project by ${site.name}`),
    card: { image: project.images[0] ?? null, drawing: 'home' },
    texts,
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', { path, title }),
      breadcrumbNode(site, [{ name: title, path }]),
    ],
  });
}

const projectPath = (id: string) => `/projects/${id}`;
