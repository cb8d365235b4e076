import { postsPerPage } from '#app/domain/limits.ts';
import type { Page } from '#app/domain/pages.ts';
import type { Row } from './database.types.ts';
import { isTaken, isThereAlready, type Version } from './errors.ts';
import { readOnePage } from './one-page.ts';
import { deleteRow, insertRow, updateAsRead, updateRow, type Written } from './one-row.ts';
import type { Client } from './supabase-context.ts';

/** What a card in the list of posts shows. */
export type PostSummary = Pick<
  Row<'blog_posts'>,
  'id' | 'title' | 'slug' | 'excerpt' | 'author' | 'published_at' | 'featured_image'
>;

/** One page of the published posts, newest first, without their text. */
export function readPostsPage(client: Client, wanted: string | null): Promise<Page<PostSummary>> {
  const published = (head: boolean) =>
    client
      .from('blog_posts')
      .select('id, title, slug, excerpt, author, published_at, featured_image', {
        count: 'exact',
        head,
      })
      .eq('is_published', true);
  return readOnePage(
    wanted,
    postsPerPage,
    () => published(true).throwOnError(),
    ({ first, last, backwards }) =>
      published(false)
        .order('published_at', { ascending: backwards, nullsFirst: !backwards })
        .order('created_at', { ascending: backwards })
        .order('id', { ascending: !backwards })
        .range(first, last)
        .throwOnError(),
  );
}

/** One published post, null where the slug is unknown or its post is a draft. */
export async function readPublishedPost(
  client: Client,
  slug: string,
): Promise<Row<'blog_posts'> | null> {
  // No text of the database holds it.
  if (slug.includes('\0')) return null;
  const { data } = await client
    .from('blog_posts')
    .select('*')
    .eq('slug', slug)
    .eq('is_published', true)
    .maybeSingle()
    .throwOnError();
  return data;
}

export type BlogPost = Row<'blog_posts'>;
/** What staff write of a post. */
export type PostColumns = Written<'blog_posts'>;

/** True where a post was refused because another has its slug. */
export function isSlugTaken(error: unknown): boolean {
  return isTaken(error) && !isThereAlready(error);
}

/**
 * Adds a post and returns it. A whole row, one that was deleted, comes back as it was. The error of a
 * taken slug is told by `isSlugTaken`.
 */
export function insertPost(client: Client, row: PostColumns | BlogPost): Promise<BlogPost> {
  return insertRow(client, 'blog_posts', row);
}

/**
 * Changes a post that still is as it was read, and returns it. Throws RowChanged where somebody has
 * saved it since, RowNotFound where it is gone; the error of a taken slug is told by `isSlugTaken`.
 */
export function updatePost(
  client: Client,
  read: Version,
  change: Partial<PostColumns>,
): Promise<BlogPost> {
  return updateAsRead(client, 'blog_posts', read, change);
}

/** Publishes or withdraws a post, and returns it. Throws RowNotFound where it is gone. */
export function setPublication(
  client: Client,
  id: string,
  publication: Pick<PostColumns, 'is_published' | 'published_at'>,
): Promise<BlogPost> {
  return updateRow(client, 'blog_posts', id, publication);
}

/** Deletes a post and returns it. Throws RowNotFound where it is gone already. */
export function deletePost(client: Client, id: string): Promise<BlogPost> {
  return deleteRow(client, 'blog_posts', id);
}
