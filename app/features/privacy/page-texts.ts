import type { Client } from '#app/lib/client.ts';
import { insertUniqueRow, updateUnchanged } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { getFirstRow, type Version } from '#app/lib/errors.ts';
import type { SitePageSlug, SitePageText } from './site-pages.ts';

export type SitePage = Row<'site_pages'>;

export async function readSitePage(client: Client, slug: SitePageSlug): Promise<SitePage | null> {
  const { data } = await client
    .from('site_pages')
    .select('*')
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError();
  return data;
}

export function insertSitePage(
  client: Client,
  row: SitePageText & { slug: SitePageSlug },
): Promise<SitePage> {
  return insertUniqueRow(client, 'site_pages', row, 'slug');
}

export function updateSitePage(
  client: Client,
  read: Version,
  change: Partial<SitePageText>,
): Promise<SitePage> {
  return updateUnchanged(client, 'site_pages', read, change);
}

export async function deleteSitePage(client: Client, id: string): Promise<void> {
  const { data } = await client
    .from('site_pages')
    .delete()
    .eq('id', id)
    .select('id')
    .throwOnError();
  getFirstRow(data);
}
