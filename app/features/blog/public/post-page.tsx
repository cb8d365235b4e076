import type { ReactNode } from 'react';
import { data, isRouteErrorResponse, redirect } from 'react-router';
import { type ImageAltTexts, readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { useRouteFailure } from '#app/hydration/keep-page.tsx';
import { formatDay } from '#app/lib/dates.ts';
import { pluralize } from '#app/lib/pluralize.ts';
import { richTextToShow } from '#app/lib/rich-text.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { plainText } from '#app/lib/summary.ts';
import { ErrorPage } from '#app/site/error-page.tsx';
import {
  AltTextsProvider,
  PhoneLink,
  SectionHead,
  SiteLink,
  useAltText,
} from '#app/site/page-parts.tsx';
import {
  logContext,
  supabaseContext,
  withFallback,
  withUnavailableError,
} from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  pageNode,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import {
  getCurrentSlug,
  type PostSummary,
  readPublishedPost,
  readRelatedPosts,
} from '../blog-posts.ts';
import { estimateReadingMinutes, getLaterChange } from '../posts.ts';
import type { Route } from './+types/post-page.ts';
import { postNode, postPath } from './blog-nodes.ts';
import { PostCard } from './post-card.tsx';
import '#app/site/image-pages.css';

export async function loader({ params, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const post = await withUnavailableError(readPublishedPost(client, params.slug), log);
  if (!post) {
    const slug = await getCurrentSlug(client, params.slug);
    if (slug) throw redirect(`/blog/${encodeURIComponent(slug)}`, 301);
    throw data(null, { status: 404 });
  }
  const related = await withFallback(readRelatedPosts(client, post), [], log);
  const paths = [post, ...related].map(({ featured_image }) => featured_image);
  const texts: ImageAltTexts = await withFallback(readImageAltTexts(client, paths), {}, log);
  return {
    post: { ...post, content: richTextToShow(post.content) },
    minutes: estimateReadingMinutes(plainText(post.content)),
    related,
    texts,
  };
}

export default function Post({ loaderData }: Route.ComponentProps) {
  const { post, minutes, related, texts } = loaderData;
  const settings = useRootData()?.settings;
  return (
    <AltTextsProvider texts={texts}>
      <div className="wrap py-5 sm:py-8">
        <article className="grid grid-cols-1 gap-x-12 gap-y-5 lg:grid-cols-12 lg:grid-rows-[auto_auto_1fr]">
          <header className="max-w-5xl lg:col-span-12">
            <BackLink />
            <h1
              className={`display mt-2 ${post.title.length > 90 ? 'text-3xl sm:text-4xl' : 'text-4xl sm:text-5xl'}`}
            >
              {post.title}
            </h1>
          </header>
          <Facts post={post} minutes={minutes} />
          <div className="min-w-0 lg:col-span-8 lg:row-span-2 lg:row-start-2">
            {post.featured_image && <FeaturedImage path={post.featured_image} />}
            <div
              className="rich-text max-w-prose"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in the loader
              dangerouslySetInnerHTML={{ __html: post.content }}
            />
          </div>
          <aside
            aria-labelledby="talk"
            className="mt-3 border border-line bg-sheet p-5 lg:sticky lg:top-24 lg:col-span-4 lg:col-start-9 lg:row-start-3 lg:mt-0 lg:self-start print:hidden"
          >
            <h2 id="talk" className="display text-2xl">
              Thinking of building something?
            </h2>
            <a href="/#contact" className={buttonClass('primary', 'mt-4 w-full')}>
              Talk to us
            </a>
            {settings?.phone && (
              <p className="mt-3">
                Or call <PhoneLink settings={settings} className="drawn-link font-semibold" />
              </p>
            )}
          </aside>
        </article>
        {related.length > 0 && (
          <section aria-labelledby="related" className="mt-11 sm:mt-16 print:hidden">
            <SectionHead id="related" title="More from the blog" />
            <ul className="grid grid-cols-1 gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
              {related.map((other) => (
                <li key={other.id} className="group relative">
                  <PostCard post={other} level={3} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </AltTextsProvider>
  );
}

function FeaturedImage({ path }: { path: string }) {
  const getAlt = useAltText();
  return (
    <div className="mb-7 aspect-2/1 border border-line bg-pine">
      <ResponsiveImage
        path={path}
        alt={getAlt(path)}
        sizes="(min-width: 82rem) 50rem, (min-width: 64rem) 62vw, 100vw"
        width={1280}
        height={640}
        priority
        className="size-full object-cover"
        fallback={<HouseDrawing part="exterior" className="size-full px-[8%]" />}
      />
    </div>
  );
}

type FactsProps = {
  post: Pick<PostSummary, 'author' | 'published_at'> & { updated_at: string };
  minutes: number;
};

function Facts({ post, minutes }: FactsProps) {
  const changed = getLaterChange(post);
  return (
    <dl className="flex flex-wrap gap-x-4 self-start text-ink-soft lg:col-span-4 lg:col-start-9 lg:row-start-2 lg:block lg:border-line lg:border-t lg:text-ink">
      <Fact name="Written by" isObvious>
        {post.author}
      </Fact>
      {post.published_at && (
        <Fact name="Published" isObvious>
          {renderDay(post.published_at)}
        </Fact>
      )}
      {changed && <Fact name="Updated">{renderDay(changed)}</Fact>}
      <Fact name="Reading time">{pluralize(minutes, 'minute')}</Fact>
    </dl>
  );
}

type FactProps = {
  name: string;
  isObvious?: boolean;
  children: ReactNode;
};

function Fact({ name, isObvious = false, children }: FactProps) {
  return (
    <div className="flex gap-1.5 lg:grid lg:grid-cols-[7.5rem_1fr] lg:border-line lg:border-b lg:py-2">
      <dt className={isObvious ? 'sr-only lg:not-sr-only lg:text-ink-soft' : 'lg:text-ink-soft'}>
        {name}
      </dt>
      <dd className="min-w-0 wrap-anywhere lg:font-semibold">{children}</dd>
    </div>
  );
}

function renderDay(moment: string) {
  return <time dateTime={moment}>{formatDay(moment)}</time>;
}

function BackLink() {
  return (
    <SiteLink to="/blog" className="drawn-link inline-flex min-h-11 items-center">
      Back to the blog
    </SiteLink>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { post, texts = {} } = loaderData ?? {};
  if (!post) return [{ title: `Post Not Found | ${site.name}` }];
  const { title } = post;
  const path = postPath(post.slug);
  const modified = getLaterChange(post);
  return pageMeta(site, {
    path,
    title,
    description: post.excerpt || plainText(post.content),
    card: { image: post.featured_image, drawing: path.slice(1) },
    texts,
    article: { published: post.published_at, modified },
    graph: [
      websiteNode(site),
      businessNode(site),
      pageNode(site, 'WebPage', { path, title }),
      { ...postNode(site, post, modified), mainEntityOfPage: { '@id': `${site.url}${path}#page` } },
      breadcrumbNode(site, [
        { name: 'Blog', path: '/blog' },
        { name: title, path },
      ]),
    ],
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useRouteFailure(error);
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="wrap py-13 sm:py-18">
      {missing ? (
        <>
          <meta name="robots" content="noindex" />
          <h1 className="display mb-6 text-5xl sm:text-7xl">Post Not Found</h1>
          <BackLink />
        </>
      ) : (
        <ErrorPage error={error} />
      )}
    </div>
  );
}
