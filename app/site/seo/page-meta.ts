import type { MetaDescriptor } from 'react-router';
import type { ImageAltText, ImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { cardSize, getCardSize, getImageUrl, isStoredImage } from '#app/lib/image-url.ts';
import { summarize } from '#app/lib/summary.ts';
import type { JsonLdNode, Site } from './structured-data.ts';

/** Search engines cut longer titles off. */
const titleLength = 70;

type Page = {
  path: string;
  /** The path that social networks link to, if it is not the canonical one. */
  sharedPath?: string;
  title: string;
  description: string;
  /** The image of the page; a drawing if the image is not in our storage. */
  card: {
    image?: string | null;
    drawing: string;
    /** The path of a JPEG that is used instead of the drawing. */
    url?: string;
  };
  texts?: ImageAltTexts | undefined;
  /** The dates of a post, ISO 8601. */
  article?: { published: string | null; modified: string | null };
  graph: JsonLdNode[];
};

/**
 * Title, description, canonical URL, robots, Open Graph (https://ogp.me), card tags and one JSON-LD
 * graph, which React Router escapes.
 */
export function pageMeta(site: Site, page: Page): MetaDescriptor[] {
  const whole = `${page.title} | ${site.name}`;
  const title = whole.length <= titleLength ? whole : summarize(page.title, titleLength);
  const description = summarize(page.description);
  const url = site.url + page.path;
  const text = page.texts?.[page.card.image ?? ''];
  const image = cardUrl(site, page.card, text);
  const alt = text?.alt || page.title;
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
    property('og:url', page.sharedPath ? site.url + page.sharedPath : url),
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
    // The card has the title, description and image of Open Graph.
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: alt },
    { 'script:ld+json': { '@context': 'https://schema.org', '@graph': page.graph } },
  ];
}

/** The absolute URL of the 1200x630 image. */
function cardUrl(
  site: Site,
  { image, drawing, url }: Page['card'],
  text: ImageAltText | undefined,
) {
  if (isStoredImage(image)) {
    const size = getCardSize(text?.focalPoint);
    return { url: site.url + getImageUrl(image, size, 'jpeg'), type: 'image/jpeg' };
  }
  if (url) return { url: site.url + url, type: 'image/jpeg' };
  return { url: `${site.url}/cards/${drawing}.png`, type: 'image/png' };
}
