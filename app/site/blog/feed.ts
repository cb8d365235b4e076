import { readBusinessSettings } from '#app/data/business-settings.ts';
import { listFeedPosts } from '#app/data/feed.ts';
import { siteContext, supabaseContext } from '#app/data/supabase-context.ts';
import { atomFeed } from '#app/domain/feed.ts';
import { fallbackName } from '#app/site/navigation.ts';
import type { Route } from './+types/feed.ts';
import { feedHtml } from './feed-html.server.ts';

/** Serves the newest posts to feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const { publicUrl } = context.get(siteContext);
  const [settings, posts] = await Promise.all([
    readBusinessSettings(client),
    listFeedPosts(client),
  ]);
  const entries = posts.map((post) => ({
    ...post,
    content: feedHtml(post.content, `${publicUrl}/blog/${encodeURIComponent(post.slug)}`),
  }));
  return new Response(atomFeed(publicUrl, settings?.business_name ?? fallbackName, entries), {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'max-age=600',
    },
  });
}
