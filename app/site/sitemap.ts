import { readSitemapContent } from '#app/data/sitemap.ts';
import { siteContext, supabaseContext } from '#app/data/supabase-context.ts';
import { sitemap } from '#app/domain/sitemap.ts';
import type { Route } from './+types/sitemap.ts';

/** Serves the sitemap to search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const content = await readSitemapContent(context.get(supabaseContext));
  return new Response(sitemap(context.get(siteContext).publicUrl, content), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'max-age=600' },
  });
}
