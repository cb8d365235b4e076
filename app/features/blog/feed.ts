import { getLatest } from '#app/lib/sitemap.ts';
import { escapeXml } from '#app/lib/xml.ts';

export const feedPath = '/blog/feed.xml';

export type FeedPost = {
  id: string;
  title: string;
  slug: string;
  excerpt: string | null;
  author: string;
  published_at: string | null;
  updated_at: string;
  content: string;
};

/**
 * The newest posts as an Atom feed (RFC 4287).
 * @param site the site's URL without a slash at its end
 * @param name the business's
 * @param blog the heading of the blog
 */
export function renderAtomFeed(
  site: string,
  name: string,
  blog: string,
  posts: FeedPost[],
): string {
  const updated = getLatest(posts.map((post) => post.updated_at)) ?? new Date(0).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-CA">',
    `  <id>${escapeXml(`${site}/blog`)}</id>`,
    `  <title>${escapeXml(`${name}: ${blog}`)}</title>`,
    `  <updated>${updated}</updated>`,
    `  <author><name>${escapeXml(name)}</name></author>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(`${site}/blog`)}"/>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(site + feedPath)}"/>`,
    `  <icon>${escapeXml(`${site}/icons/icon-192.png`)}</icon>`,
    ...posts.map((post) => entryElement(site, post)),
    '</feed>',
    '',
  ].join('\n');
}

function entryElement(site: string, post: FeedPost): string {
  const url = `${site}/blog/${encodeURIComponent(post.slug)}`;
  const published = post.published_at ?? post.updated_at;
  return [
    '  <entry>',
    // Independent of the slug, so that readers do not show a post twice.
    `    <id>urn:uuid:${post.id}</id>`,
    `    <title>${escapeXml(post.title)}</title>`,
    `    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    `    <published>${new Date(published).toISOString()}</published>`,
    `    <updated>${new Date(post.updated_at).toISOString()}</updated>`,
    `    <author><name>${escapeXml(post.author)}</name></author>`,
    ...(post.excerpt ? [`    <summary>${escapeXml(post.excerpt)}</summary>`] : []),
    `    <content type="html">${escapeXml(post.content)}</content>`,
    '  </entry>',
  ].join('\n');
}
