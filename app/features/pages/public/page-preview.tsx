import { data } from 'react-router';
import { AltTextsProvider } from '#app/site/page-parts.tsx';
import { logContext, supabaseContext, withUnavailableError } from '#app/site/request-context.ts';
import { getSite } from '#app/site/seo/page-meta.ts';
import { openPagePreview } from '../own-pages.ts';
import type { Route } from './+types/page-preview.ts';
import { PageSections } from './page-sections.tsx';
import { readPageParts } from './read-page-parts.ts';
import '#app/site/image-pages.css';

/** The server keeps this page out of caches and search engines (protectSecretLinks). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const page = await withUnavailableError(openPagePreview(client, params.token), log);
  if (!page) throw data(null, { status: 404 });
  return readPageParts(client, page, log);
}

export default function PagePreview({ loaderData }: Route.ComponentProps) {
  return (
    <AltTextsProvider texts={loaderData.texts}>
      <p className="border-line border-b bg-pine py-3 text-center font-semibold">
        This is a preview. Visitors can't see it without this link.
      </p>
      <PageSections {...loaderData} />
    </AltTextsProvider>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = getSite(matches[0]?.loaderData);
  const title = loaderData ? `Preview: ${loaderData.title}` : 'Page not found';
  return [{ title: `${title} | ${site.name}` }, { name: 'robots', content: 'noindex, nofollow' }];
}
