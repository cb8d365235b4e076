import type { SitePageSlug, SitePageText } from '#app/domain/content/site-pages.ts';
import type { Row } from './database.types.ts';
import { touchedRow, type Version } from './errors.ts';
import { insertOnlyRow, updateAsRead } from './one-row.ts';
import type { Client } from './supabase-context.ts';

export type SitePage = Row<'site_pages'>;

/** The owner's own words for a page, null where they have written none. */
export async function readSitePage(client: Client, slug: SitePageSlug): Promise<SitePage | null> {
  const { data } = await client
    .from('site_pages')
    .select('*')
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError();
  return data;
}

/**
 * Stores the owner's own words for a page that has none yet, and returns them. Throws RowChanged with
 * the stored ones where somebody was faster.
 */
export function insertSitePage(
  client: Client,
  row: SitePageText & { slug: SitePageSlug },
): Promise<SitePage> {
  return insertOnlyRow(client, 'site_pages', row, 'slug');
}

/**
 * Changes a page where it still is as it was read, and returns it. Throws as `updateAsRead` does.
 */
export function updateSitePage(
  client: Client,
  read: Version,
  change: Partial<SitePageText>,
): Promise<SitePage> {
  return updateAsRead(client, 'site_pages', read, change);
}

/** Takes the owner's own words away, so that the page says again what it was made with. */
export async function deleteSitePage(client: Client, id: string): Promise<void> {
  const { data } = await client
    .from('site_pages')
    .delete()
    .eq('id', id)
    .select('id')
    .throwOnError();
  touchedRow(data);
}
