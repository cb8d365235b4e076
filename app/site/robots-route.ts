import { siteContext } from '#app/site/request-context.ts';
import type { Route } from './+types/robots-route.ts';

/** Nothing is disallowed: crawlers must be able to read the back office's noindex. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(siteContext);
  return new Response(`User-agent: *\nDisallow:\n\nSitemap: ${publicUrl}/sitemap.xml\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'max-age=3600' },
  });
}
