import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Row } from '#app/data/database.types.ts';
import { filterProjects, listProjectFilters } from '#app/domain/content/project-filter.ts';
import { pluralize } from '#app/domain/format/pluralize.ts';
import { SectionHead } from '#app/site/section-head.tsx';
import { SiteLink } from '#app/site/site-link.tsx';
import { ProjectCard } from './project-card.tsx';
import { ProjectDetails } from './project-details.tsx';
import { ProjectDialog } from './project-dialog.tsx';

type Project = Row<'past_projects'>;

export function Work({ projects }: { projects: Project[] }) {
  const [query] = useSearchParams();
  const [open, setOpen] = useState<Project>();
  const filter = query.get('work');
  const shown = filterProjects(projects, filter);
  const onPage = projects.find((project) => project.id === query.get('project'));
  const address = (project: Project) => {
    const target = new URLSearchParams(filter ? { work: filter } : {});
    target.set('project', project.id);
    return `/?${target}#project`;
  };
  if (projects.length === 0) return null;

  return (
    <section
      id="work"
      aria-labelledby="work-title"
      className="wrap content-visibility-427 py-11 sm:py-16 lg:content-visibility-362"
    >
      <SectionHead id="work-title" title="Recent work">
        <nav aria-label="Kind of work">
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
      {onPage && (
        <div id="project" className="mb-7 border border-line bg-sheet p-5 sm:p-8">
          <h3 className="display mb-5 text-3xl">{onPage.title}</h3>
          <ProjectDetails project={onPage} id="project-picture" />
        </div>
      )}
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'py-10 text-lg'}>
        {shown.length > 0
          ? `${pluralize(shown.length, 'project')} shown`
          : 'Nothing of this kind among our newest work yet. Ask us: we may well have built it.'}
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
              href={address(project)}
              onOpen={() => setOpen(project)}
            />
          </li>
        ))}
      </ul>
      <ProjectDialog project={open} onClose={() => setOpen(undefined)} />
    </section>
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
