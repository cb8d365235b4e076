import { listFeedPosts } from '#app/data/blog-posts.ts';
import { readBusinessSettings } from '#app/data/business-settings.ts';
import { renderAtomFeed } from '#app/domain/blog/feed.ts';
import { fallbackName } from '#app/site/navigation.ts';
import { logContext, siteContext, supabaseContext } from '#app/site/request-context.ts';
import { withUnavailableError } from '#app/site/with-fallback.ts';
import type { Route } from './+types/feed.ts';
import { feedHtml } from './feed-html.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const { publicUrl } = context.get(siteContext);
  const reading = Promise.all([readBusinessSettings(client), listFeedPosts(client)]);
  const [settings, posts] = await withUnavailableError(reading, context.get(logContext));
  const entries = posts.map((post) => ({
    ...post,
    content: feedHtml(post.content, `${publicUrl}/blog/${encodeURIComponent(post.slug)}`),
  }));
  return new Response(renderAtomFeed(publicUrl, settings?.business_name ?? fallbackName, entries), {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'max-age=600',
    },
  });
}
