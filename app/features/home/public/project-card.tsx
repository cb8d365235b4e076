import type { MouseEvent } from 'react';
import type { Row } from '#app/lib/database.types.ts';
import { useAltText } from '#app/site/alt-texts.tsx';
import { getProjectPart, HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

type ProjectCardProps = {
  project: Row<'past_projects'>;
  large: boolean;
  href: string;
  onOpen: () => void;
};

export function ProjectCard({ project, large, href, onOpen }: ProjectCardProps) {
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

function ProjectImage({ project, sizes }: { project: Row<'past_projects'>; sizes: string }) {
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
