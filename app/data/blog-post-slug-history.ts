import type { Client } from './supabase-context.ts';

/** The slug of today of the post that was public under this one; null where there is none. */
export async function getCurrentSlug(client: Client, slug: string): Promise<string | null> {
  // No text of the database holds it.
  if (slug.includes('\0')) return null;
  const { data: address } = await client
    .from('blog_post_slug_history')
    .select('post_id')
    .eq('slug', slug)
    .maybeSingle()
    .throwOnError();
  if (!address) return null;
  const { data: post } = await client
    .from('blog_posts')
    .select('slug')
    .eq('id', address.post_id)
    .eq('is_published', true)
    .maybeSingle()
    .throwOnError();
  return post?.slug ?? null;
}
