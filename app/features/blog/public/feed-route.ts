import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { fillSiteTexts } from '#app/features/business/site-texts.ts';
import { fallbackName } from '#app/site/navigation.ts';
import {
  logContext,
  siteContext,
  supabaseContext,
  withUnavailableError,
} from '#app/site/request-context.ts';
import { listFeedPosts } from '../blog-posts.ts';
import { renderAtomFeed } from '../feed.ts';
import type { Route } from './+types/feed-route.ts';
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
  const name = settings?.business_name ?? fallbackName;
  const { blog_title } = fillSiteTexts(settings?.site_texts, 'blog');
  return new Response(renderAtomFeed(publicUrl, name, blog_title, entries), {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'max-age=600',
    },
  });
}
