import { fillSiteTexts, readSiteTexts } from '#app/features/business/site-texts.ts';
import { readImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { emptyPage } from '#app/lib/paginate.ts';
import { endSentence } from '#app/lib/text.ts';
import { PageLinks } from '#app/site/page-links.tsx';
import { AltTextsProvider } from '#app/site/page-parts.tsx';
import { logContext, supabaseContext, withFallback } from '#app/site/request-context.ts';
import {
  breadcrumbNode,
  businessNode,
  getSite,
  pageMeta,
  websiteNode,
} from '#app/site/seo/page-meta.ts';
import { readPostsPage } from '../blog-posts.ts';
import type { Route } from './+types/blog-page.ts';
import { blogNode } from './blog-nodes.ts';
import { PostCard } from './post-card.tsx';
import '#app/site/image-pages.css';

export async function loader({ context, url }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const requestedPage = url.searchParams.get('page');
  const [posts, words] = await Promise.all([
    withFallback(readPostsPage(client, requestedPage), emptyPage, log),
    withFallback(readSiteTexts(client, 'blog'), fillSiteTexts(null, 'blog'), log),
  ]);
  const paths = posts.rows.map((post) => post.featured_image);
  return {
    posts,
    title: words.blog_title,
    text: words.blog_text,
    texts: await withFallback(readImageAltTexts(client, paths), {}, log),
  };
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { posts, title, text, texts } = loaderData;
  return (
    <AltTextsProvider texts={texts}>
      <div className="wrap py-8 sm:py-13">
        <h1
          className={`display wrap-anywhere ${title.length > 60 ? 'text-3xl sm:text-4xl' : 'text-5xl sm:text-7xl'}`}
        >
          {title}
        </h1>
        {text && <p className="mt-4 max-w-2xl text-lg">{text}</p>}
        {posts.total === 0 && (
          <p className="mt-8 border-line border-t pt-5 text-lg">No blog posts yet</p>
        )}
        <ul className="mt-8 grid grid-cols-1 gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {posts.rows.map((post, index) => (
            <li key={post.id}>
              <article className="group relative">
                <PostCard post={post} level={2} priority={index === 0} />
              </article>
            </li>
          ))}
        </ul>
        <PageLinks url="/blog" page={posts.page} pages={posts.pages} />
      </div>
    </AltTextsProvider>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const { title: heading = 'Blog', text, posts } = loaderData ?? {};
  const { rows = [], page = 1 } = posts ?? {};
  const path = page > 1 ? `/blog?page=${page}` : '/blog';
  const title = page > 1 ? `${heading}, page ${page}` : heading;
  return pageMeta(site, {
    path,
    title,
    description: text || endSentence(`News and notes from ${site.name}`),
    card: { drawing: 'blog' },
    graph: [
      websiteNode(site),
      businessNode(site),
      blogNode(site, heading, rows),
      breadcrumbNode(site, [{ name: title, path }]),
    ],
  });
}
