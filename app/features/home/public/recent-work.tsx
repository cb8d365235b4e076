import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { filterProjects, listProjectFilters } from '#app/features/projects/project-filter.ts';
import { whenIdle } from '#app/hydration/when-idle.ts';
import type { Row } from '#app/lib/database.types.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { SectionHead, SiteLink } from '#app/site/page-parts.tsx';
import { RecordDialog, useOpenRecord } from '#app/site/record-overlay.tsx';
import { ProjectCard } from './project-parts.tsx';

const loadDetails = () => import('./project-details.tsx');
const ProjectDetails = lazy(loadDetails);

type Project = Row<'past_projects'>;

type WorkProps = {
  title: string;
  projects: Project[];
  olderProject: Project | null;
};

export function Work({ title, projects, olderProject }: WorkProps) {
  const [query] = useSearchParams();
  const { id, getUrl, open, close } = useOpenRecord('project');
  const filter = query.get('work');
  const own = useRootData()?.ownLists?.project_type ?? [];
  const shown = filterProjects(projects, filter, own);
  const opened = [...projects, olderProject].find((project) => project?.id === id) ?? undefined;
  useEffect(() => {
    whenIdle(() => void loadDetails().catch(() => undefined));
  }, []);
  if (projects.length === 0) return null;

  return (
    <>
      <section id="work" aria-labelledby="work-title" className="wrap py-11 sm:py-16">
        <SectionHead id="work-title" title={title}>
          <nav aria-label="Type of work">
            <ul className="-mx-1 flex flex-wrap">
              <Filter to="/#work" label="All" active={shown === projects} />
              {listProjectFilters(filter, own, projects).map(({ slug, label }) => (
                <Filter
                  key={slug}
                  to={`/?${new URLSearchParams({ work: slug })}#work`}
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
            : 'None of our recent projects match. Ask us about yours.'}
        </p>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 sm:gap-y-7 lg:grid-cols-6">
          {shown.map((project, index) => (
            <li
              key={project.id}
              className={index < 2 ? 'col-span-2 sm:col-span-1 lg:col-span-3' : 'lg:col-span-2'}
            >
              <ProjectCard project={project} large={index < 2} onOpen={() => open(project.id)} />
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
        className="mx-1 inline-flex min-h-11 items-center border-transparent border-b-2 px-2 font-medium hover:border-line-firm aria-[current]:border-brand aria-[current]:font-semibold"
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
      <Suspense>
        <ProjectDetails project={shown} id="open-project" onClose={onClose} />
      </Suspense>
    </RecordDialog>
  );
}
