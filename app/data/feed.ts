import type { FeedPost } from '#app/domain/blog/feed.ts';
import type { Client } from './supabase-context.ts';

/** How many posts the feed carries. */
const newest = 20;

/** The newest published posts with their text, for the feed. */
export async function listFeedPosts(client: Client): Promise<FeedPost[]> {
  const { data } = await client
    .from('blog_posts')
    .select('id, title, slug, excerpt, author, published_at, updated_at, content')
    .eq('is_published', true)
    .order('published_at', { ascending: false })
    .order('created_at', { ascending: false })
    .order('id')
    .limit(newest)
    .throwOnError();
  return data;
}
