import { getVideoSource } from '#app/features/home/video-source.ts';
import { richTextToStore, safeLink } from '#app/lib/rich-text.ts';
import { parseUrl } from '#app/lib/urls.ts';
import { escapeXml } from '#app/lib/xml.ts';
import { decodePercent } from './copy-images.ts';

/** More than a post may have, before it is cleaned. */
const maxContentLength = 2_000_000;

/** An image of WordPress's media library. */
export type MediaImage = { url: string; alt: string; caption: string };

/** What texts of an export refer to. */
export type ContentSources = {
  images: ReadonlyMap<string | undefined, MediaImage>;
  /** The images that were uploaded to a post, by its id and in their order. */
  imagesOf: ReadonlyMap<string | undefined, readonly MediaImage[]>;
  /** The texts of reusable blocks by their ids. */
  blocks: ReadonlyMap<string | undefined, string>;
  /** The pages that WordPress has for single media, as `toPageKeys` returns them. */
  mediaPages: ReadonlySet<string>;
};

/** A post or page whose text is converted. */
export type ContentOwner = { id: string | undefined; link: string };

/**
 * Converts the text of a post or page to HTML that is safe to store.
 * @param start HTML before the text
 */
export function convertContent(
  content: string,
  owner: ContentOwner,
  sources: ContentSources,
  start = '',
): string {
  let left = maxContentLength;
  /** Few words of an export can refer to many. */
  const limit = (make: () => string) => {
    const html = left > 0 ? make() : '';
    left -= html.length;
    return left > 0 ? html : '';
  };
  const text = content
    .slice(0, maxContentLength)
    .replace(reusableBlock, (_, id: string) => limit(() => sources.blocks.get(id) ?? ''));
  const html = removeComments(text)
    .replace(/\r\n?/g, '\n')
    .replace(gallery, (_, attributes: string) =>
      limit(() => toBlock(listGalleryImages(attributes, owner, sources).map(toImage).join(''))),
    )
    .replace(embed, (_, url: string) => toBlock(url))
    .replace(media, (_, attributes: string) => toBlock(mediaSource.exec(attributes)?.[1] ?? ''))
    .replace(shortcode, '')
    .replace(embedBlock, (_, tag: string, url: string) => tag + toLink(url))
    .replace(/<\/t[dh]>\s*<t[dh]\b[^<>]*>/gi, ' | ')
    .replaceAll('</a><a', '</a> <a')
    .replace(/<sup>([23])<\/sup>/gi, (_, digit) => (digit === '2' ? '²' : '³'))
    .replace(/<(\/?)tr\b[^<>]*>/gi, '<$1p>');
  const marked = text.includes('<!-- wp:') ? html : addParagraphs(html);
  return richTextToStore(start + marked, createTransforms(owner.link, sources));
}

const reusableBlock = /<!-- wp:block \{"ref":(\d+)[^<>{}]*\} \/-->/g;

// No shortcode reaches beyond the next bracket, so that many without an end are read in linear time.
const gallery = /\[gallery\b([^[\]\n]*)\]/gi;
const embed = /\[embed\b[^[\]\n]*\]\s*(https?:\/\/[^\s<>"[\]]+)\s*\[\/embed\]/gi;
const media = /\[(?:audio|video)\b([^[\]\n]*)\]/gi;
const mediaSource = /\b(?:src|mp4|m4v|webm|ogv|mp3|m4a|ogg|wav)=["']?(https?:\/\/[^\s"'<>]+)/i;
/** Those of WordPress and of page builders, and of other plugins those with attributes. Other brackets are text. */
const shortcode =
  /\[(?:\/?(?:caption|embed|video|audio|playlist|vc_|et_pb_|su_)[^[\]\n]*|[a-z][\w-]*\s+[\w-]+=[^[\]\n]*|\/[a-z][\w-]*)\]/gi;

/** The address that a block of the editor embeds. */
const embedBlock = /(wp-block-embed__wrapper">)\s*(https?:\/\/[^\s<>"]+)\s*(?=<)/gi;

const toBlock = (html: string) => `\n\n${html}\n\n`;
const toLink = (url: string) => `<p><a href="${url}">${url}</a></p>`;

const toImage = ({ url, alt, caption }: MediaImage) =>
  `<p><img src="${escapeXml(url)}" alt="${escapeXml(alt)}"></p>${caption && `<p>${caption}</p>`}`;

function listGalleryImages(
  attributes: string,
  { id }: ContentOwner,
  { images, imagesOf }: ContentSources,
): readonly MediaImage[] {
  const read = (name: string) =>
    new RegExp(`\\b${name}=["']?([\\d\\s,]+)`, 'i').exec(attributes)?.[1]?.trim();
  const listed = read('ids') ?? read('include');
  if (listed === undefined) return imagesOf.get(read('id') ?? id) ?? [];
  return listed.split(/[\s,]+/).flatMap((image) => images.get(image) ?? []);
}

/** Image files of the old website. */
export const imageFile = /\.(avif|bmp|gif|jpe?g|png|svg|webp)$/i;

const getHost = (url: URL) => url.hostname.replace(/^www\./, '');

/** How a page of the old website is found again: by its path, and by WordPress's id in its address. */
export function toPageKeys(url: URL): string[] {
  const id = ['p', 'page_id', 'attachment_id']
    .map((name) => url.searchParams.get(name))
    .find(Boolean);
  if (id) return [`${getHost(url)} ${id}`];
  const path = decodePercent(url.pathname).replace(/\/+$/, '');
  return path ? [`${getHost(url)}${path}`] : [];
}

/** Elements that begin a line and that rich text doesn't have. */
const boxes = [
  'address',
  'article',
  'aside',
  'caption',
  'center',
  'dd',
  'details',
  'div',
  'dt',
  'figcaption',
  'figure',
  'footer',
  'header',
  'main',
  'section',
  'summary',
];

/**
 * Resolves the addresses of images, and turns players into links. Links to image files and media pages of the old website,
 * which end with it, become text.
 */
function createTransforms(
  link: string,
  { mediaPages }: ContentSources,
): NonNullable<Parameters<typeof richTextToStore>[1]> {
  const base = parseUrl(link);
  const toPlayerLink = (src = '') => {
    const href = parseUrl(src, base?.href)?.href;
    return href ? { ...safeLink('a', { href }), text: href } : { tagName: 'span', attribs: {} };
  };
  return {
    img: (tagName, attribs) => {
      const src = parseUrl(attribs.src ?? '', base?.href)?.href ?? '';
      return { tagName, attribs: { ...attribs, src } };
    },
    a: (tagName, attribs) => {
      const url = parseUrl(attribs.href ?? '', base?.href);
      const isOld = base && url && getHost(url) === getHost(base);
      const isMedia =
        isOld &&
        (imageFile.test(url.pathname) || toPageKeys(url).some((key) => mediaPages.has(key)));
      if (isMedia) return { tagName: 'span', attribs: {} };
      // The editor keeps whole addresses only.
      const isWeb = url && /^https?:$/.test(url.protocol) && !attribs.href?.startsWith('#');
      return safeLink(tagName, isWeb ? { ...attribs, href: url.href } : attribs);
    },
    iframe: (_tagName, { src = '' }) => {
      const url = parseUrl(src, 'https://site.invalid')?.href ?? '';
      const source = getVideoSource(url);
      if (source.type !== 'embed') return { tagName: 'span', attribs: {} };
      const [, id] =
        source.host === 'YouTube' ? (/\/embed\/([\w-]+)/.exec(source.player) ?? []) : [];
      return toPlayerLink(id ? `https://www.youtube.com/watch?v=${id}` : url);
    },
    ...Object.fromEntries(
      ['video', 'audio', 'source'].map((tag) => [tag, (_, { src }) => toPlayerLink(src)]),
    ),
    // Their texts would run together.
    ...Object.fromEntries(boxes.map((tag) => [tag, 'p'])),
  };
}

const blockNames =
  'p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|thead|tbody|tfoot|tr|th|td|caption|figure|figcaption|div|hr|section|article|iframe';
const blockTag = new RegExp(`^</?(?:${blockNames})\\b`, 'i');
const blockStart = new RegExp(`<(?:${blockNames})\\b`, 'gi');
const blockEnd = new RegExp(`</(?:${blockNames})>|<hr\\b[^<>]*>`, 'gi');
const addressLine = /^[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*$/;

/** Adds paragraphs where the old editor had blank lines only, and links where it had addresses on lines of their own. */
function addParagraphs(html: string): string {
  return html
    .split(/(?=<pre\b)|(?<=<\/pre>)/i)
    .flatMap((part) => (/^<pre\b/i.test(part) ? part : splitParagraphs(part).map(toParagraph)))
    .join('');
}

const splitParagraphs = (html: string) =>
  html
    .replace(blockStart, '\n\n$&')
    .replace(blockEnd, '$&\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);

function toParagraph(html: string): string {
  if (blockTag.test(html)) return html;
  const lines = html.split('\n').map((line) => line.replace(addressLine, '<a href="$1">$1</a>'));
  return `<p>${lines.join('<br>')}</p>`;
}

/** A regular expression would take the square of the time for comments without an end. */
function removeComments(html: string): string {
  const [first = '', ...parts] = html.split('<!--');
  const kept = parts.map((part) => {
    const end = part.indexOf('-->');
    return end < 0 ? '' : part.slice(end + 3);
  });
  return first + kept.join('');
}

const imageTag = /<img\b[^>]*?\ssrc="(https?:[^"]*)"[^>]*>/gi;

const unescapeAttribute = (text: string) => text.replaceAll('&amp;', '&');
const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The addresses of the images of sanitized HTML. */
export const listImages = (html: string) => [
  ...new Set([...html.matchAll(imageTag)].map(([, src = '']) => unescapeAttribute(src))),
];

/**
 * Replaces the addresses of images in sanitized HTML.
 * @param stored the new ones by old ones; images without a new one are removed
 */
export function replaceImages(html: string, stored: ReadonlyMap<string, string>): string {
  return html.replace(imageTag, (tag, src: string) => {
    const address = stored.get(unescapeAttribute(src));
    return address === undefined
      ? ''
      : tag.replace(`src="${src}"`, () => `src="${escapeAttribute(address)}"`);
  });
}

/**
 * Has links of sanitized HTML lead to imported posts and pages.
 * @param targets the new addresses by the keys of `toPageKeys`
 */
export function replaceLinks(html: string, targets: ReadonlyMap<string, string>): string {
  return html.replace(/<a href="([^"]*)"/g, (tag, href: string) => {
    const url = parseUrl(unescapeAttribute(href));
    const target =
      url &&
      toPageKeys(url)
        .map((key) => targets.get(key))
        .find(Boolean);
    return target ? `<a href="${escapeAttribute(target + url.hash)}"` : tag;
  });
}
