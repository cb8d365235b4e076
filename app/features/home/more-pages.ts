import { parseFaq } from '#app/features/business/faq.ts';
import {
  getServicePath,
  listShownServices,
  replacesServicePage,
} from '#app/features/business/service-terms.ts';
import type { Client } from '#app/lib/client.ts';
import { fetchAllPages } from '#app/lib/paginate.ts';
import { readSitemapContent, type SitemapContent, type SitemapPage } from '#app/lib/sitemap.ts';

/** Reads what the sitemap lists: the entries of the specification, and more pages if the owner has switched them on. */
export async function readSitemap(client: Client): Promise<SitemapContent> {
  const [content, more] = await Promise.all([readSitemapContent(client), readMorePages(client)]);
  return { ...content, more };
}

/** The owner's pages, and those of reviews, questions, services and projects that have content; none unless they are switched on. */
async function readMorePages(client: Client): Promise<SitemapPage[]> {
  const { data: settings } = await client
    .from('business_settings')
    .select('updated_at, faq, lists_more_pages, shown_services, service_texts, service_links')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  if (!settings?.lists_more_pages) return [];
  const [{ data: reviews }, projects, ownPages] = await Promise.all([
    client
      .rpc('list_approved_reviews')
      .order('updated_at', { ascending: false })
      .limit(1)
      .throwOnError(),
    fetchAllPages((first, last) =>
      client
        .from('past_projects')
        .select('id, updated_at, images', { count: 'exact' })
        .eq('is_active', true)
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
    fetchAllPages((first, last) =>
      client
        .from('own_pages')
        .select('slug, updated_at', { count: 'exact' })
        .eq('is_published', true)
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
  ]);
  const ofSettings = { updated_at: settings.updated_at, images: [] };
  return [
    ...reviews.map(({ updated_at }) => ({ path: '/reviews', updated_at, images: [] })),
    ...(parseFaq(settings.faq).length > 0 ? [{ path: '/faq', ...ofSettings }] : []),
    ...listShownServices(settings)
      .filter(({ link }) => !replacesServicePage(link))
      .map(({ name }) => ({ path: getServicePath(name), ...ofSettings })),
    ...ownPages.map(({ slug, updated_at }) => ({ path: `/pages/${slug}`, updated_at, images: [] })),
    ...projects.map(({ id, ...row }) => ({ path: `/projects/${id}`, ...row })),
  ];
}
