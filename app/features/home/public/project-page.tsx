import { data } from 'react-router';
import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { readProject } from '#app/features/projects/past-projects.ts';
import { AltTextsProvider, SiteLink } from '#app/site/page-parts.tsx';
import {
  logContext,
  supabaseContext,
  withFallback,
  withUnavailableError,
} from '#app/site/request-context.ts';
import { getSite } from '#app/site/seo/page-meta.ts';
import type { Route } from './+types/project-page.ts';
import ProjectDetails from './project-details.tsx';
import { projectMeta } from './project-parts.tsx';
import '#app/site/image-pages.css';

export async function loader({ params, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const project = await withUnavailableError(readProject(client, params.id), log);
  if (!project) throw data(null, { status: 404 });
  const texts = await withFallback(readImageAltTexts(client, project.images), {}, log);
  return { project, texts };
}

export default function ProjectPage({ loaderData: { project, texts } }: Route.ComponentProps) {
  return (
    <AltTextsProvider texts={texts}>
      <div className="wrap py-5 sm:py-8">
        <SiteLink to="/#work" className="drawn-link inline-flex min-h-11 items-center print:hidden">
          Recent work
        </SiteLink>
        <h1
          className={`display mt-2 mb-5 wrap-anywhere ${project.title.length > 60 ? 'text-3xl sm:text-4xl' : 'text-4xl sm:text-5xl'}`}
        >
          {project.title}
        </h1>
        <ProjectDetails project={project} id="project-images" />
      </div>
    </AltTextsProvider>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  if (!loaderData) return [{ title: `Page not found | ${site.name}` }];
  return projectMeta(site, loaderData.project, loaderData.texts);
}
