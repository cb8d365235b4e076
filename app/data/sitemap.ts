import { latest, type SitemapContent } from '#app/domain/content/sitemap.ts';
import { homeLimits } from '#app/domain/limits.ts';
import { everyPage } from './every-row.ts';
import type { Client } from './supabase-context.ts';

/**
 * What the sitemap is made of: the active sheds, the published posts, the pictures of the pages, and
 * when the rest changed.
 */
export async function readSitemapContent(client: Client): Promise<SitemapContent> {
  const [sheds, posts, sections, projects, pages, settings, ...changes] = await Promise.all([
    everyPage((first, last) =>
      client
        .from('shed_listings')
        .select('id, updated_at, images', { count: 'exact' })
        .eq('is_active', true)
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
    ),
    everyPage((first, last) =>
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
    client.from('site_pages').select('slug, updated_at').throwOnError(),
    lastChange(client, 'business_settings'),
    lastChange(client, 'home_content'),
    lastChange(client, 'video_carousel'),
    lastChange(client, 'past_projects'),
    lastChange(client, 'reviews'),
  ]);
  const picturesOf = (name: string) =>
    sections.data.flatMap(({ section_name, image_url }) =>
      section_name === name && image_url ? [image_url] : [],
    );
  return {
    sheds,
    posts,
    settings,
    pages: Object.fromEntries(pages.data.map(({ slug, updated_at }) => [slug, updated_at])),
    shedsPictures: picturesOf('sheds_hero'),
    home: {
      updated_at: latest(changes),
      pictures: [
        ...picturesOf('hero'),
        ...projects.data.flatMap(({ images }) => images.slice(0, 1)),
      ],
    },
  };
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
