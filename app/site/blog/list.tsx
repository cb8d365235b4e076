import { type PostSummary, readPostsPage } from '#app/data/blog-posts.ts';
import { readImageAltTexts } from '#app/data/image-alt-texts.ts';
import { formatDay } from '#app/domain/format/dates.ts';
import { emptyPage } from '#app/domain/pages.ts';
import { AltTextsProvider, useAltText } from '#app/site/alt-texts.tsx';
import { PageLinks } from '#app/site/page-links.tsx';
import { logContext, supabaseContext } from '#app/site/request-context.ts';
import { blogNode } from '#app/site/seo/blog-nodes.ts';
import { businessNode } from '#app/site/seo/business-node.ts';
import { breadcrumbNode, websiteNode } from '#app/site/seo/json-ld.ts';
import { pageMeta } from '#app/site/seo/page-meta.ts';
import { getSite } from '#app/site/seo/site.ts';
import { SiteLink } from '#app/site/site-link.tsx';
import { withFallback } from '#app/site/with-fallback.ts';
import { HouseDrawing } from '#app/ui/illustrations/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import type { Route } from './+types/list.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const wanted = url.searchParams.get('page');
  const posts = await withFallback(readPostsPage(client, wanted), emptyPage, log);
  const paths = posts.rows.map((post) => post.featured_image);
  return { posts, texts: await withFallback(readImageAltTexts(client, paths), {}, log) };
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { posts, texts } = loaderData;
  return (
    <AltTextsProvider texts={texts}>
      <div className="wrap py-12 sm:py-20">
        <h1 className="display text-5xl sm:text-7xl">Blog</h1>
        <p className="mt-5 max-w-xl text-lg">
          Notes from the yard: materials, permits, and how things are built.
        </p>
        {posts.total === 0 && (
          <p className="mt-12 border-line border-t pt-8 text-lg">No blog posts yet</p>
        )}
        <ul className="mt-12 grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {posts.rows.map((post, index) => (
            <li key={post.id} className="content-visibility-110">
              <PostCard post={post} priority={index === 0} />
            </li>
          ))}
        </ul>
        <PageLinks url="/blog" page={posts.page} pages={posts.pages} />
      </div>
    </AltTextsProvider>
  );
}

function Drawing() {
  return <HouseDrawing part="exterior" className="size-full px-[8%]" />;
}

function PostCard({ post, priority }: { post: PostSummary; priority: boolean }) {
  const getAlt = useAltText();
  return (
    <article className="group relative">
      <div className="aspect-3/2 overflow-hidden border border-line bg-pine">
        {post.featured_image ? (
          <ResponsiveImage
            path={post.featured_image}
            alt={getAlt(post.featured_image)}
            sizes="(min-width: 64rem) 26rem, (min-width: 40rem) 50vw, 100vw"
            width={960}
            height={640}
            priority={priority}
            className="size-full object-cover"
            fallback={<Drawing />}
          />
        ) : (
          <Drawing />
        )}
      </div>
      <h2 className="display mt-4 line-clamp-5 text-2xl">
        <SiteLink
          to={`/blog/${post.slug}`}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4"
        >
          {post.title}
        </SiteLink>
      </h2>
      {post.excerpt && <p className="mt-2 line-clamp-3">{post.excerpt}</p>}
      <p className="mt-3 text-ink-soft text-sm">
        {post.author}
        {post.published_at && `, ${formatDay(post.published_at)}`}
      </p>
    </article>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { rows = [], page = 1 } = loaderData?.posts ?? {};
  const path = page > 1 ? `/blog?page=${page}` : '/blog';
  const title = page > 1 ? `Blog, page ${page}` : 'Blog';
  return pageMeta(site, {
    path,
    title,
    description: `Notes on materials, permits, and how sheds, garages and exteriors are built, from ${site.name}.`,
    card: { drawing: 'blog' },
    graph: [
      websiteNode(site),
      businessNode(site),
      blogNode(site, rows),
      breadcrumbNode(site, [{ name: title, path }]),
    ],
  });
}
