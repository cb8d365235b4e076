import { Suspense } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { useRouteLoaderData } from 'react-router';
import { readActiveSection } from '#app/data/home-content.ts';
import { readImageAltTexts } from '#app/data/image-alt-texts.ts';
import { listRecentProjects } from '#app/data/past-projects.ts';
import { listFeaturedReviews } from '#app/data/reviews.ts';
import { listActiveVideos } from '#app/data/video-carousel.ts';
import { getAbsoluteImageUrl } from '#app/domain/content/image-url.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { AltTextsProvider } from '#app/site/alt-texts.tsx';
import { logContext, supabaseContext } from '#app/site/request-context.ts';
import { useScrollToContact } from '#app/site/scroll-to-contact.ts';
import { businessNode } from '#app/site/seo/business-node.ts';
import { pageNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import { getSite } from '#app/site/seo/site.ts';
import { videoNodes } from '#app/site/seo/video-nodes.ts';
import { withFallback } from '#app/site/with-fallback.ts';
import type { Route } from './+types/route.ts';
import { ContactSection } from './contact-section.tsx';
import { Hero } from './hero.tsx';
import { Reviews } from './reviews.tsx';
import { Services } from './services.tsx';
import { Videos } from './videos.tsx';
import { Work } from './work.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const [hero, videos, projects, reviews] = await Promise.all([
    withFallback(readActiveSection(client, 'hero'), null, log),
    withFallback(listActiveVideos(client), [], log),
    withFallback(listRecentProjects(client), [], log),
    withFallback(listFeaturedReviews(client), [], log),
  ]);
  const paths = [
    hero?.image_url,
    ...videos.map((video) => video.thumbnail_url),
    ...projects.flatMap((project) => project.images),
  ];
  const texts = await withFallback(readImageAltTexts(client, paths), {}, log);
  return { hero, videos, projects, reviews, texts };
}

/** A filter changes the URL only. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** Sections without a form are boundaries, which hydrate when they are clicked, or after the rest. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, videos, projects, reviews, texts } = loaderData;
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings ?? null;
  useScrollToContact();
  return (
    <AltTextsProvider texts={texts}>
      <Hero hero={hero} />
      <Suspense>
        <Videos videos={videos} />
      </Suspense>
      <Suspense>
        <Services />
      </Suspense>
      <Suspense>
        <Work projects={projects} />
      </Suspense>
      <Suspense>
        <Reviews reviews={reviews} />
      </Suspense>
      <ContactSection settings={settings} />
    </AltTextsProvider>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { hero, videos = [] } = loaderData ?? {};
  const path = hero?.image_url || null;
  const image = path ? getAbsoluteImageUrl(site.url, path) : undefined;
  const title = 'Sheds, garages and additions in Ontario';
  return pageMeta(site, {
    path: '/',
    title,
    description:
      [hero?.subtitle, hero?.content].filter(Boolean).join(' ') ||
      'Custom sheds and garages, home additions, siding, soffit and fascia, roofing and garage doors in Ontario.',
    card: { image: path, drawing: 'home' },
    texts: loaderData?.texts,
    graph: [
      websiteNode(site),
      businessNode(site, { image, terms: true, services: true }),
      pageNode(site, 'WebPage', { path: '/', title }),
      ...videoNodes(site, videos),
    ],
  });
}
