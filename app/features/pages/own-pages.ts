import type { Client } from '#app/lib/client.ts';
import {
  deleteRow,
  insertRow,
  updateRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { PageLinks } from '#app/lib/root-data.ts';

export type OwnPage = Row<'own_pages'>;
export type OwnPageColumns = WritableColumns<'own_pages'>;

/** A page's canonical path. */
export const getPagePath = (slug: string) => `/pages/${slug}`;

/** The path of a preview link. */
export const getPreviewPath = (token: string) => `/pages/preview/${token}`;

const maxLinks = 40;

/** Reads the links to public pages in footer and navigation, in their order; undefined without any. */
export async function readPageLinks(client: Client): Promise<PageLinks | undefined> {
  const { data } = await client
    .from('own_pages')
    .select('slug, title, in_footer, in_menu')
    .eq('is_published', true)
    .or('in_footer.is.true,in_menu.is.true')
    .order('order_index')
    .order('title')
    .order('id')
    .limit(maxLinks)
    .throwOnError();
  if (data.length === 0) return undefined;
  const list = (place: 'in_footer' | 'in_menu') =>
    data
      .filter((page) => page[place])
      .map(({ slug, title }) => ({ to: getPagePath(slug), label: title }));
  const [footer, menu] = [list('in_footer'), list('in_menu')];
  return { ...(footer.length > 0 && { footer }), ...(menu.length > 0 && { menu }) };
}

/** Reads a public page; null for an unknown slug, a draft and a page whose date is to come. */
export async function readOwnPage(client: Client, slug: string): Promise<OwnPage | null> {
  if (!/^[a-z0-9-]{1,100}$/.test(slug)) return null;
  const { data } = await client
    .from('own_pages')
    .select('*')
    .eq('slug', slug)
    .eq('is_published', true)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Reads the page of a preview link; null for a link that has ended or isn't one. */
export async function openPagePreview(client: Client, token: string): Promise<OwnPage | null> {
  const { data } = await client.rpc('open_page_preview', { token }).maybeSingle().throwOnError();
  return data;
}

/** Creates the token of a link that shows a page for seven days; null if it is deleted. */
export async function createPagePreview(client: Client, id: string): Promise<string | null> {
  const { data } = await client.rpc('create_page_preview', { page_id: id }).throwOnError();
  return data;
}

/** @throws RowChanged if a row with its id is stored */
export function insertPage(client: Client, row: OwnPageColumns | OwnPage): Promise<OwnPage> {
  return insertRow(client, 'own_pages', row);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updatePage(
  client: Client,
  read: Version,
  change: Partial<OwnPageColumns>,
): Promise<OwnPage> {
  return updateUnchanged(client, 'own_pages', read, change);
}

/** Publishes a page now by the database's clock, or makes it a draft. @throws RowNotFound if it is deleted */
export function setPagePublication(
  client: Client,
  id: string,
  isPublished: boolean,
): Promise<OwnPage> {
  return updateRow(client, 'own_pages', id, { is_published: isPublished, published_at: null });
}

/** @throws RowNotFound if it is deleted */
export function deletePage(client: Client, id: string): Promise<OwnPage> {
  return deleteRow(client, 'own_pages', id);
}
