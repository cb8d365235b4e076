import { siteContext } from '#app/site/request-context.ts';
import type { Route } from './+types/robots-route.ts';

/**
 * Nothing is disallowed, because crawlers must be able to read the back office's noindex. At a public URL nothing of
 * demonstration content is allowed.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, keptFromSearch } = context.get(siteContext);
  const rules = keptFromSearch ? 'Disallow: /' : `Disallow:\n\nSitemap: ${publicUrl}/sitemap.xml`;
  return new Response(`User-agent: *\n${rules}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'max-age=3600' },
  });
}
