import { readSitemap } from '#app/features/home/more-pages.ts';
import { renderSitemap } from '#app/lib/sitemap.ts';
import type { Route } from './+types/sitemap-route.ts';
import {
  logContext,
  siteContext,
  supabaseContext,
  withUnavailableError,
} from './request-context.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const reading = readSitemap(context.get(supabaseContext));
  const content = await withUnavailableError(reading, context.get(logContext));
  return new Response(renderSitemap(context.get(siteContext).publicUrl, content), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'max-age=600' },
  });
}
