import type { MetaDescriptor } from 'react-router';
import type { ImageAltTexts } from '#app/data/image-alt-texts.ts';
import { cardSize, isStoredPicture, pictureUrl } from '#app/domain/content/image-url.ts';
import { summarize } from '#app/domain/format/summary.ts';
import type { JsonLdNode } from './json-ld.ts';
import type { Site } from './site.ts';

/** The most characters of a title that search engines show. */
const titleLength = 70;

type Page = {
  /** The page's canonical path and query. */
  path: string;
  /** Without the business's name, which is added where there is room. */
  title: string;
  /** Any text; what is too long for search engines is cut. */
  description: string;
  /** The picture that stands for the page; our drawing of the same name where it is none of ours. */
  card: { picture?: string | null; drawing: string };
  /** What pictures show, by path. */
  texts?: ImageAltTexts | undefined;
  /** For a post: its moments, ISO 8601. */
  article?: { published: string | null; modified: string | null };
  /** Facts that the page shows, for machines. */
  graph: JsonLdNode[];
};

/**
 * Everything in a page's head that search engines and social networks read: title, description,
 * canonical address, robots, Open Graph (https://ogp.me), card tags, and one JSON-LD graph. React
 * Router escapes the graph, so that no stored text can end its script.
 */
export function pageMeta(site: Site, page: Page): MetaDescriptor[] {
  const whole = `${page.title} | ${site.name}`;
  const title = whole.length <= titleLength ? whole : summarize(page.title, titleLength);
  const description = summarize(page.description);
  const url = site.url + page.path;
  const image = cardAddress(site, page.card);
  const alt = page.texts?.[page.card.picture ?? ''] ?? page.title;
  const property = (name: string, content: string) => ({ property: name, content });
  return [
    { title },
    { name: 'description', content: description },
    { name: 'robots', content: 'index, follow' },
    { tagName: 'link', rel: 'canonical', href: url },
    property('og:type', page.article ? 'article' : 'website'),
    property('og:site_name', site.name),
    property('og:locale', 'en_CA'),
    property('og:title', page.title),
    property('og:description', description),
    property('og:url', url),
    property('og:image', image.url),
    property('og:image:type', image.type),
    property('og:image:width', String(cardSize.width)),
    property('og:image:height', String(cardSize.height)),
    property('og:image:alt', alt),
    ...(page.article?.published
      ? [property('article:published_time', new Date(page.article.published).toISOString())]
      : []),
    ...(page.article?.modified
      ? [property('article:modified_time', new Date(page.article.modified).toISOString())]
      : []),
    // Title, description and picture of the card are those of Open Graph where it names none of its own.
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: alt },
    { 'script:ld+json': { '@context': 'https://schema.org', '@graph': page.graph } },
  ];
}

/** The full address of the 1200x630 picture that stands beside a link to the page. */
function cardAddress(site: Site, { picture, drawing }: Page['card']) {
  if (isStoredPicture(picture)) {
    return { url: site.url + pictureUrl(picture, 'card', 'jpeg'), type: 'image/jpeg' };
  }
  return { url: `${site.url}/cards/${drawing}.png`, type: 'image/png' };
}
