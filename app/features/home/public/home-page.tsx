import { type ComponentProps, lazy, Suspense } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { listShownServices } from '#app/features/business/service-terms.ts';
import {
  fillSiteTexts,
  type HomeTexts,
  readHomeTexts,
  type SiteTexts,
} from '#app/features/business/site-texts.ts';
import { readShownHstNumber } from '#app/features/business/tax-settings.ts';
import { readCardVersion } from '#app/features/designer/color-card.ts';
import { readServedTowns } from '#app/features/designer/delivery-check.ts';
import { withDrawing } from '#app/features/designer/listing-design.ts';
import { readListingTerms, unknownTerms } from '#app/features/designer/listing-terms.ts';
import { ContactPanel } from '#app/features/enquiries/contact-message-form.tsx';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { builtInSections, readActiveSection } from '#app/features/heroes/heroes.ts';
import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { listRecentProjects, readProject } from '#app/features/projects/past-projects.ts';
import { listFeaturedReviews } from '#app/features/reviews/reviews.ts';
import { ListingTermsProvider } from '#app/features/sheds/listed-shed.tsx';
import { listFeaturedSheds } from '#app/features/sheds/shed-listings.ts';
import type { Row } from '#app/lib/database.types.ts';
import { getAbsoluteImageUrl } from '#app/lib/image-url.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { ContactDetails } from '#app/site/contact-details.tsx';
import { fallbackName } from '#app/site/navigation.ts';
import { AltTextsProvider, SiteLink, useAltText } from '#app/site/page-parts.tsx';
import { logContext, supabaseContext, withFallback } from '#app/site/request-context.ts';
import { useScrollToContact } from '#app/site/scroll-to-contact.ts';
import { businessNode, getSite, pageMeta, pageNode, websiteNode } from '#app/site/seo/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { describeHome, listWork } from '../home-description.ts';
import { listActiveVideos } from '../video-carousel.ts';
import { videoNodes } from '../video-source.ts';
import type { Route } from './+types/home-page.ts';
import { FeaturedSheds } from './featured-sheds.tsx';
import { projectMeta } from './project-parts.tsx';
import { Work } from './recent-work.tsx';
import { Services } from './services.tsx';
import { Trust } from './trust.tsx';
import '#app/site/image-pages.css';

// Sections below the fold, apart from the page's scripts.
const DesignerSection = lazy(() => import('./designer-section.tsx'));
const Videos = lazy(() => import('./videos.tsx'));
const Reviews = lazy(() => import('./customer-reviews.tsx'));
const People = lazy(() => import('./people-section.tsx'));

const noTexts: HomeTexts = {
  ...{ services: listShownServices(null), trust: {}, people: [] },
  site: fillSiteTexts(null, 'home'),
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const hstNumber = withFallback(readShownHstNumber(client), null, log);
  const [hero, sheds, videos, projects, reviews, terms, words, towns, colors] = await Promise.all([
    withFallback(readActiveSection(client, 'hero'), null, log),
    withFallback(listFeaturedSheds(client), [], log),
    withFallback(listActiveVideos(client), [], log),
    withFallback(listRecentProjects(client), [], log),
    withFallback(listFeaturedReviews(client), [], log),
    withFallback(readListingTerms(client), unknownTerms, log),
    withFallback(readHomeTexts(client), noTexts, log),
    withFallback(readServedTowns(client), [], log),
    withFallback(readCardVersion(client), '', log),
  ]);
  const id = url.searchParams.get('project');
  const olderProject =
    id && !projects.some((project) => project.id === id)
      ? await withFallback(readProject(client, id), null, log)
      : null;
  const paths = [
    hero?.image_url,
    ...sheds.map((shed) => shed.images[0]),
    ...videos.map((video) => video.thumbnail_url),
    ...reviews.map((review) => review.image),
    ...[...projects, ...(olderProject ? [olderProject] : [])].flatMap(({ images }) => images),
  ];
  const texts = await withFallback(readImageAltTexts(client, paths), {}, log);
  return {
    hero,
    sheds: sheds.map((shed) => withDrawing(shed, colors)),
    videos,
    projects,
    olderProject,
    reviews,
    texts,
    terms,
    words,
    hstNumber: await hstNumber,
    towns,
  };
}

/** A filter or an opened project changes the URL only. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** Sections without a form are Suspense boundaries, which hydrate on a click or after the others. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, sheds, videos, projects, olderProject, reviews, texts, terms, words, ...more } =
    loaderData;
  const { hstNumber, towns } = more;
  const settings = useRootData()?.settings ?? null;
  const { services, site } = words;
  const title = listWork(services, 3) || (settings?.business_name ?? fallbackName);
  useScrollToContact();
  return (
    <AltTextsProvider texts={texts}>
      <ListingTermsProvider value={terms}>
        <Hero hero={hero ?? { ...builtIn, title }} texts={site} />
        <Suspense>
          <FeaturedSheds sheds={sheds} texts={site} />
        </Suspense>
        <Suspense>
          <DesignerSection texts={site} />
        </Suspense>
        <Suspense>
          <Videos title={site.videos_title} videos={videos} />
        </Suspense>
        <Suspense>
          <Services projects={projects} shown={services} texts={site} />
        </Suspense>
        <Suspense>
          <Work title={site.work_title} projects={projects} olderProject={olderProject} />
        </Suspense>
        <Suspense>
          <Reviews title={site.reviews_title} reviews={reviews} />
        </Suspense>
        <Suspense>
          <Trust texts={words.trust} hstNumber={hstNumber} site={site} />
        </Suspense>
        <Suspense>
          <People title={site.people_title} people={words.people} />
        </Suspense>
        <ContactSection texts={site} settings={settings} towns={towns} />
      </ListingTermsProvider>
    </AltTextsProvider>
  );
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { hero, videos = [], projects = [], olderProject = null, words } = loaderData ?? {};
  const openId = new URLSearchParams(location.search).get('project');
  const project = [...projects, olderProject].find((each) => each?.id === openId);
  if (project) return projectMeta(site, project, loaderData?.texts ?? {});
  const path = hero?.image_url || null;
  const image = path ? getAbsoluteImageUrl(site.url, path) : undefined;
  const { title, description } = describeHome(site.name, words?.services);
  return pageMeta(site, {
    path: '/',
    title,
    description: [hero?.subtitle, hero?.content].filter(Boolean).join(' ') || description,
    card: { image: path, drawing: 'home' },
    texts: loaderData?.texts,
    graph: [
      websiteNode(site),
      businessNode(site, {
        image,
        ...(words && {
          catalogue: { name: words.site.services_title, services: words.services },
        }),
      }),
      pageNode(site, 'WebPage', { path: '/', title }),
      ...videoNodes(site.url, videos),
    ],
  });
}

type ContactSectionProps = ComponentProps<typeof ContactDetails> & { texts: SiteTexts<'home'> };

function ContactSection({ texts, ...details }: ContactSectionProps) {
  return (
    <section
      id="contact"
      tabIndex={-1}
      aria-labelledby="contact-title"
      className="pitched -scroll-mt-6 bg-pine outline-none [--pitch:2.5rem] sm:[--pitch:4rem]"
    >
      <div className="wrap grid grid-cols-1 gap-x-12 gap-y-7 pt-16 pb-14 sm:pt-24 sm:pb-18 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
        <div className="lg:col-span-5">
          <h2 id="contact-title" className="display text-4xl sm:text-6xl">
            {texts.contact_title}
          </h2>
          {texts.contact_text && (
            <p className="mt-4 max-w-md whitespace-pre-line text-lg">{texts.contact_text}</p>
          )}
        </div>
        <ContactPanel level={3} className="lg:col-span-7 lg:row-span-2" />
        <div className="lg:col-span-5">
          <ContactDetails {...details} />
        </div>
      </div>
    </section>
  );
}

const builtIn = builtInSections.hero;

const longTitle = 80;
/** A longer text follows the buttons, so that they remain above the fold. */
const longContent = 240;

type ShownHero = Pick<
  Row<'home_content'>,
  'title' | 'subtitle' | 'content' | 'cta_text' | 'cta_link' | 'image_url'
>;
type HeroProps = { hero: ShownHero; texts: SiteTexts<'home'> };

function Hero({ hero, texts }: HeroProps) {
  const getAlt = useAltText();
  const { title, subtitle, content, cta_text, cta_link, image_url } = hero;
  const isLong = (content?.length ?? 0) > longContent;
  const text = content && <p className="mt-3 max-w-xl whitespace-pre-line text-lg">{content}</p>;
  return (
    <section className="relative overflow-hidden border-line border-b lg:grid lg:min-h-[min(max(38rem,30vw),calc(100svh-7rem))] lg:grid-cols-12">
      <div className="wrap relative py-7 sm:pt-10 lg:col-span-6 lg:mr-0 lg:flex lg:max-w-[41rem] lg:flex-col lg:justify-center lg:py-10 lg:pr-12">
        <h1
          className={`display ${title.length > longTitle ? 'text-[clamp(1.9rem,1.45rem+1.4vw,2.6rem)]' : 'text-[clamp(2.35rem,1.5rem+2.6vw,4rem)]'}`}
        >
          {title}
        </h1>
        {subtitle && (
          <p className="mt-4 max-w-xl font-semibold text-xl leading-snug sm:text-2xl">{subtitle}</p>
        )}
        {!isLong && text}
        <div className="mt-5 flex flex-wrap gap-3">
          <QuoteRequestLink
            href={cta_link || undefined}
            className={buttonClass('primary', 'grow sm:grow-0 sm:px-7 sm:text-lg')}
          >
            {cta_text || builtIn.cta_text}
          </QuoteRequestLink>
          <SiteLink
            to={texts.hero_link}
            className={buttonClass('secondary', 'grow sm:grow-0 sm:px-7 sm:text-lg')}
          >
            {texts.hero_button}
          </SiteLink>
        </div>
        {texts.hero_note && <p className="mt-3 text-ink-soft">{texts.hero_note}</p>}
        {isLong && text}
      </div>
      <div className="relative lg:col-span-6">
        <Rafters />
        <div className="pitched relative aspect-4/3 bg-pine [--pitch:14%] lg:absolute lg:inset-0 lg:aspect-auto lg:max-h-[60rem]">
          {image_url ? (
            <ResponsiveImage
              path={image_url}
              alt={getAlt(image_url)}
              sizes="(min-width: 64rem) max(68rem, 54vw), 100vw"
              width={1280}
              height={960}
              priority
              className="size-full object-cover"
              fallback={<HeroDrawing />}
            />
          ) : (
            <HeroDrawing />
          )}
        </div>
      </div>
    </section>
  );
}

function HeroDrawing() {
  return (
    <ResponsiveImage
      path={builtIn.drawing}
      alt=""
      sizes="(min-width: 64rem) 54vw, 100vw"
      width={960}
      height={720}
      priority
      className="size-full object-cover"
      fallback={null}
    />
  );
}

function Rafters() {
  return (
    <svg
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-x-0 top-0 hidden h-[14%] w-full text-line-firm lg:block"
      fill="none"
      stroke="currentColor"
    >
      {[1.2, 2.6].map((lift) => (
        <path key={lift} d={`M0 ${14 - lift}L100 ${-lift}`} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
