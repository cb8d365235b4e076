import type { Client } from './client.ts';
import { fetchAllPages } from './fetch-all.ts';
import { homeLimits } from './limits.ts';
import { getLatest, type SitemapContent } from './sitemap.ts';

export async function readSitemapContent(client: Client): Promise<SitemapContent> {
  const [sheds, posts, sections, projects, settings, ...changes] = await Promise.all([
    fetchAllPages((first, last) =>
      client
        .from('shed_listings')
        .select('id, updated_at, images', { count: 'exact' })
        .eq('is_active', true)
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
    fetchAllPages((first, last) =>
      client
        .from('blog_posts')
        .select('slug, updated_at, featured_image', { count: 'exact' })
        .eq('is_published', true)
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
    client
      .from('home_content')
      .select('section_name, image_url')
      .eq('is_active', true)
      .throwOnError(),
    client
      .from('past_projects')
      .select('images')
      .order('created_at', { ascending: false })
      .order('id')
      .limit(homeLimits.projects)
      .throwOnError(),
    readLastChange(client, 'business_settings'),
    readLastChange(client, 'home_content'),
    readLastChange(client, 'video_carousel'),
    readLastChange(client, 'past_projects'),
    readLastChange(client, 'reviews'),
  ]);
  const getImages = (name: string) =>
    sections.data.flatMap(({ section_name, image_url }) =>
      section_name === name && image_url ? [image_url] : [],
    );
  return {
    sheds,
    posts,
    settings,
    shedsImages: getImages('sheds_hero'),
    home: {
      updated_at: getLatest(changes),
      images: [...getImages('hero'), ...projects.data.flatMap(({ images }) => images.slice(0, 1))],
    },
  };
}

type ChangingTable =
  | 'business_settings'
  | 'home_content'
  | 'video_carousel'
  | 'past_projects'
  | 'reviews';

async function readLastChange(client: Client, table: ChangingTable): Promise<string | undefined> {
  const { data } = await client
    .from(table)
    .select('updated_at')
    .order('updated_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0]?.updated_at;
}
