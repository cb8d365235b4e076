import { data, redirect } from 'react-router';
import { findServiceTarget, getServicePath } from '#app/features/business/service-terms.ts';
import { fillSiteTexts, readHomeTexts } from '#app/features/business/site-texts.ts';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { listProjectsOfType } from '#app/features/projects/past-projects.ts';
import { findProjectFilter } from '#app/features/projects/project-filter.ts';
import { endSentence } from '#app/lib/text.ts';
import { AltTextsProvider, SectionHead, SiteLink } from '#app/site/page-parts.tsx';
import { logContext, supabaseContext, withFallback } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessId,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import type { Route } from './+types/service-page.ts';
import { ProjectCard } from './project-parts.tsx';
import { findService } from './service-list.ts';
import '#app/site/image-pages.css';

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const service = findService(params.slug);
  if (!service) throw data(null, { status: 404 });
  const filter = findProjectFilter(service.work ?? null, []);
  const [words, projects] = await Promise.all([
    withFallback(readHomeTexts(client), null, log),
    filter ? withFallback(listProjectsOfType(client, filter), [], log) : [],
  ]);
  const covers = projects.map(({ images }) => images[0]);
  const shown = words?.services.find(({ name }) => name === service.name);
  if (words && !shown) throw data(null, { status: 404 });
  const target = findServiceTarget(service.name, words?.services ?? [], url.origin);
  if (target) throw redirect(target);
  const texts = await withFallback(readImageAltTexts(client, covers), {}, log);
  const { services_title, designer_button } = words?.site ?? fillSiteTexts(null, 'home');
  const { text, image } = shown ?? {};
  return { service, text, image, heading: services_title, designer_button, projects, texts };
}

export default function ServicePage({ loaderData }: Route.ComponentProps) {
  const { service, text, image, heading, designer_button, projects, texts } = loaderData;
  const { name, part, projectType } = service;
  const drawing = <HouseDrawing part={part} className="w-full" />;
  return (
    <AltTextsProvider texts={texts}>
      <div className="wrap py-5 sm:py-8">
        <SiteLink
          to="/#services"
          className="drawn-link inline-flex min-h-11 items-center print:hidden"
        >
          {heading}
        </SiteLink>
        <div className="mt-2 grid grid-cols-1 items-center gap-6 lg:grid-cols-12 lg:gap-8">
          <div className="lg:col-span-5">
            <h1 className="display text-4xl sm:text-5xl">{name}</h1>
            {text && <p className="mt-4 max-w-prose text-lg wrap-anywhere">{text}</p>}
            <div className="mt-5 flex flex-wrap gap-3">
              <QuoteRequestLink projectType={projectType} className={buttonClass('primary')}>
                Request a Quote
              </QuoteRequestLink>
              {!projectType && (
                <>
                  <SiteLink to="/sheds" className={buttonClass('secondary')}>
                    See our sheds
                  </SiteLink>
                  <SiteLink to="/design" className={buttonClass('secondary')}>
                    {designer_button}
                  </SiteLink>
                </>
              )}
            </div>
          </div>
          <div className="border border-line bg-sheet p-4 sm:p-6 lg:col-span-7">
            {image ? (
              <ResponsiveImage
                path={image}
                alt=""
                sizes="(min-width: 64rem) 58vw, 100vw"
                width={960}
                height={640}
                priority
                className="aspect-3/2 w-full object-cover"
                fallback={drawing}
              />
            ) : (
              drawing
            )}
          </div>
        </div>
        {projects.length > 0 && (
          <section aria-labelledby="our-work" className="mt-11 sm:mt-16">
            <SectionHead id="our-work" title="Our work" />
            <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 sm:gap-y-7 lg:grid-cols-6">
              {projects.map((project) => (
                <li key={project.id} className="lg:col-span-2">
                  <ProjectCard project={project} large={false} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </AltTextsProvider>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  if (!loaderData) return [{ title: `Page not found | ${site.name}` }];
  const { service, text, projects, texts } = loaderData;
  const path = getServicePath(service.name);
  const page = { path, title: service.name };
  return pageMeta(site, {
    ...page,
    description: text || endSentence(`${service.name}. Ask for a quote from ${site.name}`),
    card: {
      image: projects[0]?.images[0] ?? null,
      drawing: service.projectType ? 'home' : 'sheds',
    },
    texts,
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', page),
      {
        '@type': 'Service',
        name: service.name,
        url: site.url + path,
        provider: { '@id': businessId(site) },
        ...(text && { description: text }),
      },
      breadcrumbNode(site, [{ name: service.name, path }]),
    ],
  });
}
