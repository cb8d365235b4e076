import type { Client } from '#app/lib/client.ts';
import {
  deleteRow,
  insertRow,
  isUniqueViolation,
  updateRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { postsPerPage } from '#app/lib/limits.ts';
import { type Page, readPage } from '#app/lib/paginate.ts';
import type { FeedPost } from './feed.ts';

const summaryColumns = 'id, title, slug, excerpt, author, published_at, featured_image';

export type PostSummary = Pick<
  Row<'blog_posts'>,
  'id' | 'title' | 'slug' | 'excerpt' | 'author' | 'published_at' | 'featured_image'
>;

/** Reads a page of published posts, newest first. */
export function readPostsPage(
  client: Client,
  requestedPage: string | null,
): Promise<Page<PostSummary>> {
  const published = (head: boolean) =>
    client
      .from('blog_posts')
      .select(summaryColumns, { count: 'exact', head })
      .eq('is_published', true);
  return readPage(
    requestedPage,
    postsPerPage,
    () => published(true).throwOnError(),
    (first, last) =>
      published(false)
        .order('published_at', { ascending: false, nullsFirst: true })
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
  );
}

const maxCompared = 50;

/** Published posts on a similar subject. */
export async function readRelatedPosts(
  client: Client,
  post: Pick<PostSummary, 'id' | 'title' | 'excerpt'>,
): Promise<PostSummary[]> {
  const { data: newest } = await client
    .from('blog_posts')
    .select(summaryColumns)
    .eq('is_published', true)
    .order('published_at', { ascending: false })
    .order('created_at', { ascending: false })
    .order('id')
    .limit(maxCompared)
    .throwOnError();
  return getRelatedPosts(post, newest);
}

/** Reads a published post; null for an unknown slug or a draft. */
export async function readPublishedPost(
  client: Client,
  slug: string,
): Promise<Row<'blog_posts'> | null> {
  // PostgreSQL's text can't contain NUL.
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
export type PostColumns = WritableColumns<'blog_posts'>;

/** Returns whether a save failed because another post has the slug. */
export function isSlugTaken(error: unknown): boolean {
  return isUniqueViolation(error);
}

/** @throws RowChanged if a row with its id is stored */
export function insertPost(client: Client, row: PostColumns | BlogPost): Promise<BlogPost> {
  return insertRow(client, 'blog_posts', row);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updatePost(
  client: Client,
  read: Version,
  change: Partial<PostColumns>,
): Promise<BlogPost> {
  return updateUnchanged(client, 'blog_posts', read, change);
}

/** @throws RowNotFound if it is deleted */
export function setPublication(
  client: Client,
  id: string,
  publication: Pick<PostColumns, 'is_published' | 'published_at'>,
): Promise<BlogPost> {
  return updateRow(client, 'blog_posts', id, publication);
}

/** @throws RowNotFound if it is deleted */
export function deletePost(client: Client, id: string): Promise<BlogPost> {
  return deleteRow(client, 'blog_posts', id);
}

const maxFeedPosts = 20;

/** Lists the newest published posts, with their content. */
export async function listFeedPosts(client: Client): Promise<FeedPost[]> {
  const { data } = await client
    .from('blog_posts')
    .select('id, title, slug, excerpt, author, published_at, updated_at, content')
    .eq('is_published', true)
    .order('published_at', { ascending: false })
    .order('created_at', { ascending: false })
    .order('id')
    .limit(maxFeedPosts)
    .throwOnError();
  return data;
}

/** Reads the current slug of the post that was public under a former one; null if there is none. */
export async function getCurrentSlug(client: Client, slug: string): Promise<string | null> {
  // PostgreSQL's text can't contain NUL.
  if (slug.includes('\0')) return null;
  const { data: entry } = await client
    .from('blog_post_slug_history')
    .select('post_id')
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError();
  if (!entry) return null;
  const { data: post } = await client
    .from('blog_posts')
    .select('slug')
    .eq('id', entry.post_id)
    .eq('is_published', true)
    .maybeSingle()
    .throwOnError();
  return post?.slug ?? null;
}

type Comparable = { id: string; title: string; excerpt: string | null };

const maxRelatedPosts = 3;

/** In letters. Shorter words say little about a subject. */
const minWordLength = 4;

/** The posts that share the most words with this one. Ties keep their order. */
export function getRelatedPosts<Post extends Comparable>(post: Comparable, others: Post[]): Post[] {
  const words = new Set(listWords(post));
  const likeness = (other: Post) => listWords(other).filter((word) => words.has(word)).length;
  return others
    .filter((other) => other.id !== post.id)
    .sort((one, other) => likeness(other) - likeness(one))
    .slice(0, maxRelatedPosts);
}

function listWords({ title, excerpt }: Comparable): string[] {
  const words = `${title} ${excerpt ?? ''}`.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...new Set(words)].filter((word) => word.length >= minWordLength);
}
