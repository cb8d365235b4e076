import { latest, type SitemapContent } from '#app/domain/sitemap.ts';
import { everyPage } from './every-row.ts';
import type { Client } from './supabase-context.ts';

/** What the sitemap is made of: the active sheds, the published posts, and when the rest changed. */
export async function readSitemapContent(client: Client): Promise<SitemapContent> {
  const [sheds, posts, settings, ...home] = await Promise.all([
    everyPage((first, last) =>
      client
        .from('shed_listings')
        .select('id, updated_at', { count: 'exact' })
        .eq('is_active', true)
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
    everyPage((first, last) =>
      client
        .from('blog_posts')
        .select('slug, updated_at', { count: 'exact' })
        .eq('is_published', true)
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
    lastChange(client, 'business_settings'),
    lastChange(client, 'home_content'),
    lastChange(client, 'video_carousel'),
    lastChange(client, 'past_projects'),
    lastChange(client, 'reviews'),
  ]);
  return { sheds, posts, settings, home: latest(home) };
}

type ChangingTable =
  | 'business_settings'
  | 'home_content'
  | 'video_carousel'
  | 'past_projects'
  | 'reviews';

async function lastChange(client: Client, table: ChangingTable): Promise<string | undefined> {
  const { data } = await client
    .from(table)
    .select('updated_at')
    .order('updated_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0]?.updated_at;
}
