/** What the sitemap is made of: moments are ISO 8601, undefined where nothing is known. */
export type SitemapContent = {
  /** When something that only the home page shows changed last. */
  home?: string | undefined;
  /** When the facts about the business changed last. */
  settings?: string | undefined;
  sheds: { id: string; updated_at: string }[];
  posts: { slug: string; updated_at: string }[];
};

type Entry = {
  path: string;
  lastmod: string | undefined;
  changefreq: 'weekly' | 'monthly';
  priority: '1' | '0.9' | '0.8' | '0.7' | '0.6';
};

/**
 * The sitemap, in the protocol of sitemaps.org, 0.9.
 * @param site the website's address, without a slash at its end
 * @param content the active sheds and the published posts
 */
export function sitemap(site: string, content: SitemapContent): string {
  const { home, settings, sheds, posts } = content;
  const entries: Entry[] = [
    { path: '/', lastmod: latest([home, settings]), changefreq: 'weekly', priority: '1' },
    { path: '/custom-sheds', lastmod: latestOf(sheds), changefreq: 'weekly', priority: '0.9' },
    { path: '/blog', lastmod: latestOf(posts), changefreq: 'weekly', priority: '0.8' },
    { path: '/contact', lastmod: settings, changefreq: 'monthly', priority: '0.7' },
    { path: '/quote-request', lastmod: settings, changefreq: 'monthly', priority: '0.7' },
    ...posts.map(({ slug, updated_at }) => page(`/blog/${encodeURIComponent(slug)}`, updated_at)),
    ...sheds.map(({ id, updated_at }) => page(`/custom-sheds/${id}`, updated_at)),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map((entry) => urlElement(site, entry)),
    '</urlset>',
    '',
  ].join('\n');
}

function page(path: string, lastmod: string): Entry {
  return { path, lastmod, changefreq: 'monthly', priority: '0.6' };
}

function urlElement(site: string, { path, lastmod, changefreq, priority }: Entry): string {
  return [
    '  <url>',
    `    <loc>${escapeXml(`${site}${path}`)}</loc>`,
    ...(lastmod ? [`    <lastmod>${new Date(lastmod).toISOString()}</lastmod>`] : []),
    `    <changefreq>${changefreq}</changefreq>`,
    `    <priority>${priority}</priority>`,
    '  </url>',
  ].join('\n');
}

function latestOf(rows: { updated_at: string }[]): string | undefined {
  return latest(rows.map((row) => row.updated_at));
}

/** The last of some moments, undefined where there is none. */
export function latest(moments: (string | undefined)[]): string | undefined {
  let last: number | undefined;
  for (const moment of moments) {
    if (moment) last = Math.max(last ?? Number.NEGATIVE_INFINITY, Date.parse(moment));
  }
  return last === undefined ? undefined : new Date(last).toISOString();
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
