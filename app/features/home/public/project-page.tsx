import { data } from 'react-router';
import { readHomeText, siteTexts } from '#app/features/business/site-texts.ts';
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
  const usual = siteTexts.home.work_title.usual;
  const [texts, heading] = await Promise.all([
    withFallback(readImageAltTexts(client, project.images), {}, log),
    withFallback(readHomeText(client, 'work_title'), usual, log),
  ]);
  return { project, texts, heading };
}

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  const { project, texts, heading } = loaderData;
  return (
    <AltTextsProvider texts={texts}>
      <div className="wrap py-5 sm:py-8">
        <SiteLink to="/#work" className="drawn-link inline-flex min-h-11 items-center print:hidden">
          {heading}
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
