import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { useRouteLoaderData } from 'react-router';
import { readActiveSection } from '#app/data/home-content.ts';
import { logContext } from '#app/data/log-context.ts';
import { listRecentProjects } from '#app/data/past-projects.ts';
import { readPictureTexts } from '#app/data/picture-texts.ts';
import { listFeaturedReviews } from '#app/data/reviews.ts';
import { supabaseContext } from '#app/data/supabase-context.ts';
import { listActiveVideos } from '#app/data/video-carousel.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { fallbackName } from '#app/site/navigation.ts';
import { orEmpty } from '#app/site/or-empty.ts';
import { PictureTextsProvider } from '#app/site/picture-texts.tsx';
import { useScrollToContact } from '#app/site/scroll-to-contact.ts';
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
    orEmpty(readActiveSection(client, 'hero'), null, log),
    orEmpty(listActiveVideos(client), [], log),
    orEmpty(listRecentProjects(client), [], log),
    orEmpty(listFeaturedReviews(client), [], log),
  ]);
  const paths = [
    hero?.image_url,
    ...videos.map((video) => video.thumbnail_url),
    ...projects.flatMap((project) => project.images),
  ];
  const texts = await orEmpty(readPictureTexts(client, paths), {}, log);
  return { hero, videos, projects, reviews, texts };
}

/** A filter changes the address and nothing that was read. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, videos, projects, reviews, texts } = loaderData;
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings ?? null;
  useScrollToContact();
  return (
    <PictureTextsProvider texts={texts}>
      <Hero hero={hero} />
      <Videos videos={videos} />
      <Services />
      <Work projects={projects} />
      <Reviews reviews={reviews} />
      <ContactSection settings={settings} />
    </PictureTextsProvider>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData;
  const name = root?.settings?.business_name ?? fallbackName;
  const hero = loaderData?.hero;
  return [
    { title: `${name} | Sheds, garages, additions and exteriors in Ontario` },
    {
      name: 'description',
      content:
        hero?.content?.slice(0, 160) ||
        'Custom sheds and garages, home additions, siding, soffit and fascia, roofing and garage doors in Ontario.',
    },
    { tagName: 'link', rel: 'canonical', href: `${root?.publicUrl ?? ''}/` },
  ];
}
