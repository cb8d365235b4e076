import type { Client } from './supabase-context.ts';

/** The current slug of the post that was published under this one; null if there is none. */
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
