import { logContext } from '#app/data/log-context.ts';
import { readSitemapContent } from '#app/data/sitemap.ts';
import { siteContext, supabaseContext } from '#app/data/supabase-context.ts';
import { renderSitemap } from '#app/domain/content/sitemap.ts';
import type { Route } from './+types/sitemap.ts';
import { orUnavailable } from './or-empty.ts';

/** Serves the renderSitemap to search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const reading = readSitemapContent(context.get(supabaseContext));
  const content = await orUnavailable(reading, context.get(logContext));
  return new Response(renderSitemap(context.get(siteContext).publicUrl, content), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'max-age=600' },
  });
}
