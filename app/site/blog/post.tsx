import { data, isRouteErrorResponse, redirect } from 'react-router';
import { getCurrentSlug, readPublishedPost } from '#app/data/blog-posts.ts';
import { type ImageAltTexts, readImageAltTexts } from '#app/data/image-alt-texts.ts';
import { getLaterChange } from '#app/domain/blog/posts.ts';
import { richTextToShow } from '#app/domain/content/rich-text.ts';
import { formatDay } from '#app/domain/format/dates.ts';
import { plainText } from '#app/domain/format/summary.ts';
import { AltTextsProvider } from '#app/site/alt-texts.tsx';
import { ErrorPage } from '#app/site/error-page.tsx';
import { logContext, supabaseContext } from '#app/site/request-context.ts';
import { postNode, postPath } from '#app/site/seo/blog-nodes.ts';
import { businessNode } from '#app/site/seo/business-node.ts';
import { breadcrumbNode, pageNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import { getSite } from '#app/site/seo/site.ts';
import { SiteLink } from '#app/site/site-link.tsx';
import { withFallback, withUnavailableError } from '#app/site/with-fallback.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { HouseDrawing } from '#app/ui/illustrations/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import type { Route } from './+types/post.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const post = await withUnavailableError(readPublishedPost(client, params.slug), log);
  if (!post) {
    const slug = await getCurrentSlug(client, params.slug);
    if (slug) throw redirect(`/blog/${encodeURIComponent(slug)}`, 301);
    throw data(null, { status: 404 });
  }
  const reading = readImageAltTexts(client, [post.featured_image]);
  const texts: ImageAltTexts = await withFallback(reading, {}, log);
  return { post: { ...post, content: richTextToShow(post.content) }, texts };
}

export default function PostRoute(props: Route.ComponentProps) {
  return (
    <AltTextsProvider texts={props.loaderData.texts}>
      <Post {...props} />
    </AltTextsProvider>
  );
}

function Post({ loaderData }: Route.ComponentProps) {
  const { post, texts } = loaderData;
  const changed = getLaterChange(post);
  return (
    <article className="wrap py-8 sm:py-12">
      <BackLink />
      <header className="mt-4 max-w-4xl">
        <h1
          className={`display ${post.title.length > 90 ? 'text-3xl sm:text-4xl' : 'text-4xl sm:text-6xl'}`}
        >
          {post.title}
        </h1>
        <p className="mt-4 text-ink-soft">
          {post.author}
          {post.published_at && (
            <>
              , <time dateTime={post.published_at}>{formatDay(post.published_at)}</time>
            </>
          )}
          {changed && (
            <>
              , changed <time dateTime={changed}>{formatDay(changed)}</time>
            </>
          )}
        </p>
      </header>
      {post.featured_image && (
        <div className="mt-8 aspect-2/1 max-w-5xl border border-line bg-pine">
          <ResponsiveImage
            path={post.featured_image}
            alt={texts[post.featured_image]?.alt ?? ''}
            sizes="(min-width: 64rem) 64rem, 100vw"
            width={1280}
            height={640}
            priority
            className="size-full object-cover"
            fallback={<HouseDrawing part="exterior" className="size-full px-[8%]" />}
          />
        </div>
      )}
      <div
        className="rich-text mt-10 max-w-prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in the loader
        dangerouslySetInnerHTML={{ __html: post.content }}
      />
      <aside className="mt-14 max-w-prose border-line-firm border-t pt-6">
        <p className="display text-2xl">Thinking of building something?</p>
        <a href="/#contact" className={buttonClass('primary', 'mt-4')}>
          Talk to us
        </a>
      </aside>
    </article>
  );
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
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="wrap py-20 sm:py-28">
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
