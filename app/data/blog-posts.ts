import type { Row } from './database.types.ts';
import type { Client } from './supabase-context.ts';

/** What a card in the list of posts shows. */
export type PostSummary = Pick<
  Row<'blog_posts'>,
  'id' | 'title' | 'slug' | 'excerpt' | 'author' | 'published_at' | 'featured_image'
>;

/** The published posts, newest first, without their text. */
export async function listPublishedPosts(client: Client): Promise<PostSummary[]> {
  const pageSize = 1000;
  const posts: PostSummary[] = [];
  for (;;) {
    const { data, count } = await client
      .from('blog_posts')
      .select('id, title, slug, excerpt, author, published_at, featured_image', { count: 'exact' })
      .eq('is_published', true)
      .order('published_at', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id')
      .range(posts.length, posts.length + pageSize - 1)
      .throwOnError();
    posts.push(...data);
    if (data.length === 0 || posts.length >= (count ?? 0)) return posts;
  }
}

/** One published post, null where the slug is unknown or its post is a draft. */
export async function readPublishedPost(
  client: Client,
  slug: string,
): Promise<Row<'blog_posts'> | null> {
  const { data } = await client
    .from('blog_posts')
    .select('*')
    .eq('slug', slug)
    .eq('is_published', true)
    .maybeSingle()
    .throwOnError();
  return data;
}
