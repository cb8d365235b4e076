import type { Blog, BlogPosting } from 'schema-dts';
import { getAbsoluteImageUrl } from '#app/lib/image-url.ts';
import { businessId, type Site, websiteId } from '#app/site/seo/page-meta.ts';
import type { PostSummary } from '../blog-posts.ts';
import { defaultAuthor } from '../posts.ts';

/** A post's canonical path. */
export const postPath = (slug: string) => `/blog/${encodeURIComponent(slug)}`;

function blogStub(site: Site) {
  const url = `${site.url}/blog`;
  return { '@type': 'Blog', '@id': `${url}#blog`, url } as const;
}

/** The blog with the posts that the list shows. */
export function blogNode(site: Site, name: string, posts: PostSummary[]): Blog {
  return {
    ...blogStub(site),
    name,
    inLanguage: 'en-CA',
    isPartOf: { '@id': websiteId(site) },
    publisher: { '@id': businessId(site) },
    blogPost: posts.map((post) => postNode(site, post)),
  };
}

/** @param modified when the post changed, ISO 8601, if the page shows that */
export function postNode(site: Site, post: PostSummary, modified?: string | null): BlogPosting {
  const url = site.url + postPath(post.slug);
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    url,
    headline: post.title,
    ...(post.excerpt && { description: post.excerpt }),
    image: post.featured_image
      ? getAbsoluteImageUrl(site.url, post.featured_image)
      : `${site.url}/cards${postPath(post.slug)}.png`,
    ...(post.published_at && { datePublished: new Date(post.published_at).toISOString() }),
    ...(modified && { dateModified: new Date(modified).toISOString() }),
    author: authorNode(site, post.author),
    publisher: { '@id': businessId(site) },
    inLanguage: 'en-CA',
    isPartOf: blogStub(site),
  };
}

function authorNode(site: Site, name: string) {
  if (name === defaultAuthor || name === site.name) {
    return { '@type': 'Organization', name, url: `${site.url}/` } as const;
  }
  return { '@type': 'Person', name } as const;
}
