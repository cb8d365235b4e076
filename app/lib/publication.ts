import type { Client } from './client.ts';

/** Tables whose rows visitors see from their publication date on. */
const publishedTables = ['own_pages', 'blog_posts'] as const;

type Publication = { is_published: boolean; published_at: string | null };

/** Whether visitors see a page or a post now, later or not. */
export function getPublicationState(
  { is_published, published_at }: Publication,
  now: Date,
): 'draft' | 'scheduled' | 'published' {
  if (!is_published) return 'draft';
  return published_at && Date.parse(published_at) > now.getTime() ? 'scheduled' : 'published';
}

/**
 * Lists the tables with rows that became public in a time span.
 * @param from milliseconds since 1970, exclusive
 * @param until milliseconds since 1970, inclusive
 */
export async function listPublishedTables(
  client: Client,
  from: number,
  until: number,
): Promise<string[]> {
  const found = await Promise.all(
    publishedTables.map(async (table) => {
      const { count } = await client
        .from(table as 'blog_posts')
        .select('id', { count: 'exact', head: true })
        .eq('is_published', true)
        .gt('published_at', new Date(from).toISOString())
        .lte('published_at', new Date(until).toISOString())
        .throwOnError();
      return count ? [table] : [];
    }),
  );
  return found.flat();
}
