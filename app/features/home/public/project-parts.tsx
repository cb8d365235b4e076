import type { MouseEvent } from 'react';
import type { MetaDescriptor } from 'react-router';
import type { ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import type { Row } from '#app/lib/database.types.ts';
import { useAltText } from '#app/site/page-parts.tsx';
import {
  breadcrumbNode,
  businessNode,
  pageMeta,
  pageNode,
  type Site,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { getProjectPart, HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

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

export function projectMeta(site: Site, project: Project, texts: ImageAltTexts): MetaDescriptor[] {
  const { title, project_type, location } = project;
  const path = projectPath(project.id);
  const facts = [project_type, location].filter(Boolean).join(', ');
  return pageMeta(site, {
    path,
    title,
    description: project.description || `${facts}. A project by ${site.name}`,
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
