import { stripTags } from '#app/features/blog/post-form.ts';
import type { Client } from '#app/lib/client.ts';
import { getFirstRow, insertUniqueRow, updateUnchanged, type Version } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { requiredText } from '#app/lib/form-fields.ts';
import { z } from '#app/lib/zod.ts';
import type { SitePageSlug, SitePageText } from './site-pages.ts';

export const sitePageForm = z.object({
  title: requiredText(1, 'Title is required', 120),
  content: z
    .string()
    .max(100_000, 'This page is too long.')
    .refine(
      (html) => stripTags(html).length >= 10,
      'Content must contain at least 10 characters of actual text',
    ),
});

export type SitePageForm = z.output<typeof sitePageForm>;

export type SitePage = Row<'site_pages'>;

/** Reads the owner's text of a page; null if the built-in text is shown. */
export async function readSitePage(client: Client, slug: SitePageSlug): Promise<SitePage | null> {
  const { data } = await client
    .from('site_pages')
    .select('*')
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** @throws RowChanged if there is one already */
export function insertSitePage(
  client: Client,
  row: SitePageText & { slug: SitePageSlug },
): Promise<SitePage> {
  return insertUniqueRow(client, 'site_pages', row, 'slug');
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateSitePage(
  client: Client,
  read: Version,
  change: Partial<SitePageText>,
): Promise<SitePage> {
  return updateUnchanged(client, 'site_pages', read, change);
}

/** Deletes the owner's text, so the built-in one is shown. @throws RowNotFound if it is deleted */
export async function deleteSitePage(client: Client, id: string): Promise<void> {
  const { data } = await client
    .from('site_pages')
    .delete()
    .eq('id', id)
    .select('id')
    .throwOnError();
  getFirstRow(data);
}
