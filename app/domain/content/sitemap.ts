import { escapeXml } from '../format/xml.ts';
import { absolutePictureUrl } from './image-url.ts';

/**
 * What the sitemap is made of: moments are ISO 8601, undefined if nothing is known; images are
 * paths in the images bucket or URLs.
 */
export type SitemapContent = {
  /** The last change of what only the home page shows, and its images. */
  home?: { updated_at: string | undefined; pictures: string[] };
  /** When the facts about the business changed last. */
  settings?: string | undefined;
  /** The images at the top of the sheds page. */
  shedsPictures?: string[];
  /** The last change of the owner's text of a page, by its path without the slash. */
  pages?: Record<string, string>;
  sheds: { id: string; updated_at: string; images: string[] }[];
  posts: { slug: string; updated_at: string; featured_image: string | null }[];
};

type Entry = {
  path: string;
  lastmod: string | undefined;
  changefreq: 'weekly' | 'monthly';
  priority: '1' | '0.9' | '0.8' | '0.7' | '0.6' | '0.3';
  pictures?: string[];
};

/** The namespace of images in a sitemap, and their maximum for one page. */
const imageNamespace = 'http://www.google.com/schemas/sitemap-image/1.1';
const mostPictures = 1000;

/**
 * The sitemap, in the protocol of sitemaps.org, 0.9, with the images of each page
 * (https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps).
 * @param site the website's URL without a slash at its end
 * @param content the active sheds and the published posts
 */
export function sitemap(site: string, content: SitemapContent): string {
  const { home, settings, shedsPictures, pages = {}, sheds, posts } = content;
  const entries: Entry[] = [
    {
      path: '/',
      lastmod: latest([home?.updated_at, settings]),
      changefreq: 'weekly',
      priority: '1',
      pictures: home?.pictures ?? [],
    },
    {
      path: '/custom-sheds',
      lastmod: latestOf(sheds),
      changefreq: 'weekly',
      priority: '0.9',
      pictures: shedsPictures ?? [],
    },
    { path: '/blog', lastmod: latestOf(posts), changefreq: 'weekly', priority: '0.8' },
    { path: '/contact', lastmod: settings, changefreq: 'monthly', priority: '0.7' },
    { path: '/quote-request', lastmod: settings, changefreq: 'monthly', priority: '0.7' },
    ...posts.map(({ slug, updated_at, featured_image }) =>
      page(`/blog/${encodeURIComponent(slug)}`, updated_at, featured_image ? [featured_image] : []),
    ),
    ...sheds.map(({ id, updated_at, images }) => page(`/custom-sheds/${id}`, updated_at, images)),
    ...(['privacy', 'accessibility'] as const).map(
      (slug): Entry => ({
        path: `/${slug}`,
        lastmod: latest([pages[slug], settings]),
        changefreq: 'monthly',
        priority: '0.3',
      }),
    ),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="${imageNamespace}">`,
    ...entries.map((entry) => urlElement(site, entry)),
    '</urlset>',
    '',
  ].join('\n');
}

function page(path: string, lastmod: string, pictures: string[]): Entry {
  return { path, lastmod, changefreq: 'monthly', priority: '0.6', pictures };
}

function urlElement(site: string, entry: Entry): string {
  const { path, lastmod, changefreq, priority, pictures = [] } = entry;
  const addresses = pictures
    .slice(0, mostPictures)
    .map((picture) => escapeXml(absolutePictureUrl(site, picture)));
  return [
    '  <url>',
    `    <loc>${escapeXml(`${site}${path}`)}</loc>`,
    ...(lastmod ? [`    <lastmod>${new Date(lastmod).toISOString()}</lastmod>`] : []),
    `    <changefreq>${changefreq}</changefreq>`,
    `    <priority>${priority}</priority>`,
    ...addresses.map(
      (address) => `    <image:image><image:loc>${address}</image:loc></image:image>`,
    ),
    '  </url>',
  ].join('\n');
}

function latestOf(rows: { updated_at: string }[]): string | undefined {
  return latest(rows.map((row) => row.updated_at));
}

/** The last of some moments, undefined if there is none. */
export function latest(moments: (string | undefined)[]): string | undefined {
  let last: number | undefined;
  for (const moment of moments) {
    if (moment) last = Math.max(last ?? Number.NEGATIVE_INFINITY, Date.parse(moment));
  }
  return last === undefined ? undefined : new Date(last).toISOString();
}
