import type { Client } from './client.ts';
import { getAbsoluteImageUrl } from './image-url.ts';
import { homeLimits } from './limits.ts';
import { fetchAllPages } from './paginate.ts';
import { escapeXml } from './xml.ts';

export type SitemapContent = {
  home?: { updated_at: string | undefined; images: string[] };
  settings?: string | undefined;
  shedsImages?: string[];
  sheds: { id: string; updated_at: string; images: string[] }[];
  posts: { slug: string; updated_at: string; featured_image: string | null }[];
  /** Pages that are not in the specification, if the owner lists them. */
  more?: SitemapPage[];
};

export type SitemapPage = { path: string; updated_at: string; images: string[] };

type Entry = {
  path: string;
  lastmod: string | undefined;
  changefreq: 'weekly' | 'monthly';
  priority: '1' | '0.9' | '0.8' | '0.7' | '0.6';
  images?: string[];
};

const imageNamespace = 'http://www.google.com/schemas/sitemap-image/1.1';
const maxImages = 1000;

/**
 * sitemaps.org 0.9 with the images of each page
 * (https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps). `site` has
 * no slash at its end.
 */
export function renderSitemap(site: string, content: SitemapContent): string {
  const { home, settings, shedsImages, sheds, posts, more = [] } = content;
  const entries: Entry[] = [
    {
      path: '/',
      lastmod: getLatest([home?.updated_at, settings]),
      changefreq: 'weekly',
      priority: '1',
      images: home?.images ?? [],
    },
    {
      path: '/custom-sheds',
      lastmod: getLastUpdate(sheds),
      changefreq: 'weekly',
      priority: '0.9',
      images: shedsImages ?? [],
    },
    { path: '/blog', lastmod: getLastUpdate(posts), changefreq: 'weekly', priority: '0.8' },
    { path: '/contact', lastmod: settings, changefreq: 'monthly', priority: '0.7' },
    { path: '/quote-request', lastmod: settings, changefreq: 'monthly', priority: '0.7' },
    ...posts.map(({ slug, updated_at, featured_image }) =>
      page(`/blog/${encodeURIComponent(slug)}`, updated_at, featured_image ? [featured_image] : []),
    ),
    ...sheds.map(({ id, updated_at, images }) => page(`/custom-sheds/${id}`, updated_at, images)),
    ...more.map(({ path, updated_at, images }) => page(path, updated_at, images)),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="${imageNamespace}">`,
    ...entries.map((entry) => urlElement(site, entry)),
    '</urlset>',
    '',
  ].join('\n');
}

function page(path: string, lastmod: string, images: string[]): Entry {
  return { path, lastmod, changefreq: 'monthly', priority: '0.6', images };
}

function urlElement(site: string, entry: Entry): string {
  const { path, lastmod, changefreq, priority, images = [] } = entry;
  const imageUrls = images
    .slice(0, maxImages)
    .map((image) => escapeXml(getAbsoluteImageUrl(site, image)));
  return [
    '  <url>',
    `    <loc>${escapeXml(`${site}${path}`)}</loc>`,
    ...(lastmod ? [`    <lastmod>${new Date(lastmod).toISOString()}</lastmod>`] : []),
    `    <changefreq>${changefreq}</changefreq>`,
    `    <priority>${priority}</priority>`,
    ...imageUrls.map((url) => `    <image:image><image:loc>${url}</image:loc></image:image>`),
    '  </url>',
  ].join('\n');
}

function getLastUpdate(rows: { updated_at: string }[]): string | undefined {
  return getLatest(rows.map((row) => row.updated_at));
}

/** The last of some moments, undefined if there is none. */
export function getLatest(moments: (string | undefined)[]): string | undefined {
  let last: number | undefined;
  for (const moment of moments) {
    if (moment) last = Math.max(last ?? Number.NEGATIVE_INFINITY, Date.parse(moment));
  }
  return last === undefined ? undefined : new Date(last).toISOString();
}

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
      .eq('is_active', true)
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
