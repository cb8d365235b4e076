import { Parser } from 'htmlparser2';
import { emptyPost, postForm, slugTaken, toPostColumns } from '#app/features/blog/post-form.ts';
import { createSlug, defaultAuthor, maxSlugLength } from '#app/features/blog/posts.ts';
import { getPagePath } from '#app/features/pages/own-pages.ts';
import {
  pageForm,
  pageSlugTaken,
  suggestPageSlug,
  toPageColumns,
  toPageForm,
} from '#app/features/pages/page-form.ts';
import { toLocalMinute } from '#app/lib/dates.ts';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { richTextToStore, safeLink } from '#app/lib/rich-text.ts';
import { plainText, truncate } from '#app/lib/summary.ts';
import { parseUrl } from '#app/lib/urls.ts';
import { escapeXml } from '#app/lib/xml.ts';
import { decodePercent } from './copy-images.ts';
import { ImportFileError } from './read-file.ts';
import { type RedirectColumns, toRedirectPath } from './redirects.ts';
import type { PlannedRow } from './store-rows.ts';

// WordPress's export, an RSS file with elements of its own (WXR).

export const maxWxrBytes = 50 * 1024 * 1024;
const maxItems = 20_000;
const maxDepth = 100;
/** WordPress writes instructions of 2,000 characters. */
const maxPrologLength = 20_000;
/** More than a post may have, before it is cleaned. */
const maxContentLength = 2_000_000;

/** The elements of an item that are read, by the names of WXR 1.0 to 1.2. */
const itemFields = [
  ...(['title', 'link', 'dc:creator', 'content:encoded', 'excerpt:encoded', 'wp:post_id'] as const),
  ...(['wp:post_name', 'wp:post_type', 'wp:status', 'wp:post_date_gmt'] as const),
  ...(['wp:post_password', 'wp:attachment_url'] as const),
] as const;
type ItemField = (typeof itemFields)[number];
const isItemField = (name: string): name is ItemField => itemFields.some((field) => field === name);

type Item = Partial<Record<ItemField, string>> & { line: number; thumbnailId?: string };

/** `authors` are display names by sign-in name. */
type Export = { items: Item[]; authors: Map<string, string> };

/**
 * Reads the items of an export. Entities other than XML's own five are text: there is no document type to declare any.
 * @throws ImportFileError if it is not an export, or declares a document type
 */
function readExport(text: string): Export {
  const prolog = /^(\s|\uFEFF|<\?[^>]*\?>|<!--[\s\S]*?-->)*/;
  if (!/^<rss[\s>]/.test(text.slice(0, maxPrologLength).replace(prolog, ''))) {
    throw new ImportFileError(
      "This isn't a WordPress export. In WordPress, go to Tools > Export and choose All content.",
    );
  }
  const items: Item[] = [];
  const authors = new Map<string, string>();
  let login = '';
  const path: string[] = [];
  let item: Item | undefined;
  let meta: { key: string; value: string } | undefined;
  let line = 1;
  let position = 0;
  let collected = '';
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        collected = '';
        if (path.length > maxDepth || items.length > maxItems) {
          throw new ImportFileError('This export is too large or damaged.');
        }
        if (name === 'item' && path.join('/') === 'rss/channel/item') {
          for (; position < parser.startIndex; position += 1)
            if (text[position] === '\n') line += 1;
          item = { line };
          items.push(item);
        }
        if (name === 'wp:postmeta') meta = { key: '', value: '' };
      },
      ontext(part) {
        collected += part;
      },
      onclosetag(name) {
        path.pop();
        if (item && path.length === 3 && isItemField(name)) item[name] = collected;
        if (name === 'wp:author_login') login = collected.trim();
        if (name === 'wp:author_display_name') authors.set(login, collected.trim());
        if (meta && name === 'wp:meta_key') meta.key = collected.trim();
        if (meta && name === 'wp:meta_value') meta.value = collected.trim();
        if (item && meta && name === 'wp:postmeta') {
          if (meta.key === '_thumbnail_id') item.thumbnailId = meta.value;
          meta = undefined;
        }
        if (name === 'item') item = undefined;
        collected = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return { items, authors };
}

/**
 * A post or page with the addresses of its images on the old website, in the order of the text. A published post has the
 * redirect from its old address. To be updated means that only the redirect of a stored post or page is missing.
 */
export type WxrRow = PlannedRow & {
  table?: 'blog_posts' | 'own_pages';
  thumbnail?: string;
  redirect?: RedirectColumns;
};

/** What is stored already: by slug, whether it is published. */
export type StoredContent = {
  posts: ReadonlyMap<string, boolean>;
  pages: ReadonlyMap<string, boolean>;
  /** The addresses that are redirected; undefined if the import makes no redirects. */
  redirected: ReadonlySet<string> | undefined;
};

/**
 * Plans the import of an export's posts, and of its pages as drafts. Those whose slug is taken already are skipped.
 * @returns a row for each post and page
 * @throws ImportFileError if it is not an export
 */
export function planWxr(text: string, stored: StoredContent, now: Date): WxrRow[] {
  const { items, authors } = readExport(text);
  const attachments = new Map(
    items.map((item) => [item['wp:post_id']?.trim(), item['wp:attachment_url']?.trim()]),
  );
  const lines = new Map<string, number>();
  const rows: WxrRow[] = [];
  for (const item of items) {
    const type = item['wp:post_type']?.trim();
    if (type !== 'post' && type !== 'page') continue;
    const isPage = type === 'page';
    const { line } = item;
    const title = toPlainText(item.title);
    const name = title || 'No title';
    const status = item['wp:status']?.trim();
    if (status === 'trash' || status === 'auto-draft') {
      rows.push({ line, name, action: 'skip', reason: 'In the trash, or never saved' });
      continue;
    }
    const isPublic = status === 'publish' && !item['wp:post_password']?.trim();
    const thumbnail = item.thumbnailId ? attachments.get(item.thumbnailId) : undefined;
    const parsed = isPage
      ? parsePage(item, { title, thumbnail, isTaken: (slug) => lines.has(`page ${slug}`) })
      : parsePost(item, { title, isPublic, authors }, now);
    if (!parsed.success) {
      const reason = Object.values(fieldErrors(parsed.error)).join('. ');
      rows.push({ line, name, action: 'error', reason });
      continue;
    }
    const { slug, content, is_published } = parsed.data;
    const earlier = lines.get(`${type} ${slug}`);
    if (earlier !== undefined) {
      rows.push({ line, name, action: 'error', reason: `Same slug as line ${earlier}` });
      continue;
    }
    lines.set(`${type} ${slug}`, line);
    const redirect = planRedirect(
      item.link,
      isPage ? getPagePath(slug) : `/blog/${encodeURIComponent(slug)}`,
    );
    const from = redirect?.from_path;
    const isMissing = from !== undefined && stored.redirected?.has(from) === false;
    const isShown = (isPage ? stored.pages : stored.posts).get(slug);
    if (isShown !== undefined) {
      rows.push(
        isShown && isMissing
          ? { ...{ line, name, action: 'update', redirect }, reason: `Redirect from ${from}` }
          : { line, name, action: 'skip', reason: isPage ? pageSlugTaken : slugTaken },
      );
      continue;
    }
    const columns = { id: createUuid(), ...parsed.data };
    const images = listImages(content);
    if (isPage) {
      const later =
        isPublic && isMissing ? `. To redirect ${from}, publish it and choose the file again` : '';
      const reason = `Draft under Pages${later}`;
      rows.push({ line, name, action: 'create', reason, table: 'own_pages', columns, images });
      continue;
    }
    rows.push({
      ...{ line, name, action: 'create', reason: is_published ? 'Published' : 'Not published' },
      ...{ table: 'blog_posts', columns: { ...columns, featured_image: null }, images },
      ...(thumbnail && { thumbnail }),
      ...(redirect && is_published && { redirect }),
    });
  }
  if (rows.length === 0) throw new ImportFileError('This export has no posts and no pages.');
  return rows;
}

const toContent = (item: Item, start = '') =>
  richTextToStore(start + convertContent(item['content:encoded']), createTransforms(item.link));

type PostContext = { title: string; isPublic: boolean; authors: ReadonlyMap<string, string> };

function parsePost(item: Item, { title, isPublic, authors }: PostContext, now: Date) {
  const name = decodePercent(item['wp:post_name'] ?? '').slice(0, maxSlugLength);
  return postForm
    .transform((form) => toPostColumns(form, now))
    .safeParse({
      ...emptyPost,
      ...{ title: truncate(title, 200), slug: name || createSlug(title), content: toContent(item) },
      excerpt: truncate(toPlainText(item['excerpt:encoded']), 1000),
      author: authors.get(item['dc:creator']?.trim() ?? '')?.slice(0, 120) || defaultAuthor,
      is_published: isPublic,
      published_at: toDate(item['wp:post_date_gmt']),
    });
}

type PageContext = {
  title: string;
  thumbnail: string | undefined;
  /** Whether a page before it has the slug. */
  isTaken: (slug: string) => boolean;
};

/** A draft. Its featured image becomes the start of its text. */
function parsePage(item: Item, { title, thumbnail, isTaken }: PageContext) {
  // WordPress allows one slug below two parents. A slug in another script has no characters that ours may have.
  const path = decodePercent(parseUrl(item.link?.trim() ?? '')?.pathname ?? '');
  const id = item['wp:post_id']?.trim();
  const names = [decodePercent(item['wp:post_name'] ?? ''), path, title, `page-${id}`];
  const slugs = names.map(suggestPageSlug).filter(Boolean);
  return pageForm
    .transform((form) => toPageColumns(form))
    .safeParse({
      ...toPageForm(undefined),
      ...{ title: truncate(title, 120), slug: slugs.find((slug) => !isTaken(slug)) ?? slugs[0] },
      description: truncate(toPlainText(item['excerpt:encoded']), 300),
      content: toContent(item, thumbnail && `<p><img src="${escapeXml(thumbnail)}"></p>`),
    });
}

/** The redirect from an address on the old website; undefined if it was the home page, or stays the same. */
function planRedirect(link = '', to_url: string): RedirectColumns | undefined {
  const from_path = toRedirectPath(parseUrl(link.trim())?.pathname ?? '/') ?? '/';
  const isMoved = from_path !== '/' && from_path !== toRedirectPath(to_url);
  return isMoved ? { from_path, to_url } : undefined;
}

/** The form's value of WordPress's date, which is 0000-00-00 for drafts. */
function toDate(text = ''): string {
  const moment = new Date(`${text.trim().replace(' ', 'T')}Z`);
  return Number.isNaN(moment.getTime()) ? '' : toLocalMinute(moment);
}

/** A title or excerpt may have tags and HTML's entities. */
const toPlainText = (html = '') => plainText(html.slice(0, 5000));

/** Image files of the old website. */
const imageFile = /\.(avif|bmp|gif|jpe?g|png|svg|webp)$/i;

/** Resolves the addresses of images, and removes links to image files of the old website, which end with it. */
function createTransforms(link = ''): NonNullable<Parameters<typeof richTextToStore>[1]> {
  const base = parseUrl(link.trim());
  const getHost = (url: URL) => url.hostname.replace(/^www\./, '');
  return {
    img: (tagName, attribs) => {
      const src = parseUrl(attribs.src ?? '', base?.href)?.href ?? '';
      return { tagName, attribs: { ...attribs, src } };
    },
    a: (tagName, attribs) => {
      const url = parseUrl(attribs.href ?? '', base?.href);
      const isImage = base && url && getHost(url) === getHost(base) && imageFile.test(url.pathname);
      if (isImage) return { tagName: 'span', attribs: {} };
      return safeLink(tagName, attribs);
    },
  };
}

const blockTag =
  /^<\/?(p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|thead|tbody|tfoot|tr|th|td|caption|figure|figcaption|div|hr|section|article|iframe)\b/i;

/**
 * Turns a post's text into HTML: without the comments of WordPress's editor and without shortcodes, and with paragraphs
 * where the old editor had blank lines only. The new one marks its blocks with comments and writes all tags.
 */
function convertContent(content = ''): string {
  const html = removeComments(content.slice(0, maxContentLength))
    .replace(/\r\n?/g, '\n')
    .replace(
      /\[\/?(caption|gallery|embed|video|audio|playlist|vc_|et_pb_|su_)[^\]\n]{0,2000}\]/gi,
      '',
    );
  if (content.includes('<!-- wp:')) return html;
  return splitParagraphs(html)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (blockTag.test(part) ? part : `<p>${part.replaceAll('\n', '<br>')}</p>`))
    .join('');
}

/** Splits a text at its blank lines, but not inside of `pre`. */
function splitParagraphs(html: string): string[] {
  const parts: string[] = [];
  let isInPre = false;
  for (const part of html.split(/\n\s*\n/)) {
    if (isInPre) parts.push(`${parts.pop()}\n\n${part}`);
    else parts.push(part);
    const text = part.toLowerCase();
    const [opened, closed] = [text.lastIndexOf('<pre'), text.lastIndexOf('</pre')];
    if (opened >= 0 || closed >= 0) isInPre = opened > closed;
  }
  return parts;
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

/** The addresses of the images of sanitized HTML. */
const listImages = (html: string) => [
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
      : tag.replace(
          `src="${src}"`,
          () => `src="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
        );
  });
}
