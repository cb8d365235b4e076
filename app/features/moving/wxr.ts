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
import { formatMoment, parseLocalMinute } from '#app/lib/dates.ts';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { groupBy } from '#app/lib/group-by.ts';
import { getPublicationState, toPublicationField } from '#app/lib/publication.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { richTextToStore } from '#app/lib/rich-text.ts';
import { plainText, truncate } from '#app/lib/summary.ts';
import { parseUrl } from '#app/lib/urls.ts';
import { escapeXml } from '#app/lib/xml.ts';
import { decodePercent } from './copy-images.ts';
import { ImportFileError } from './read-file.ts';
import { type RedirectColumns, toRedirectPath } from './redirects.ts';
import type { PlannedRow } from './store-rows.ts';
import {
  type ContentSources,
  convertContent,
  imageFile,
  listImages,
  replaceLinks,
  toPageKeys,
} from './wxr-content.ts';

// WordPress's export, an RSS file with elements of its own (WXR).

export const maxWxrBytes = 50 * 1024 * 1024;
const maxItems = 20_000;
const maxDepth = 100;
/** WordPress writes instructions of 2,000 characters. */
const maxPrologLength = 20_000;

/** The elements of an item that are read, by the names of WXR 1.0 to 1.2. */
const itemFields = [
  ...(['title', 'link', 'dc:creator', 'content:encoded', 'excerpt:encoded', 'wp:post_id'] as const),
  ...(['wp:post_name', 'wp:post_type', 'wp:status', 'wp:post_date_gmt', 'wp:post_date'] as const),
  ...(['wp:post_password', 'wp:attachment_url', 'wp:post_parent', 'wp:menu_order'] as const),
] as const;
type ItemField = (typeof itemFields)[number];
const isItemField = (name: string): name is ItemField => itemFields.some((field) => field === name);

type Item = Partial<Record<ItemField, string>> & {
  line: number;
  thumbnailId?: string;
  alt?: string;
};

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
        if (name === 'wp:author_display_name') authors.set(login, toPlainText(collected));
        if (meta && name === 'wp:meta_key') meta.key = collected.trim();
        if (meta && name === 'wp:meta_value') meta.value = collected.trim();
        if (item && meta && name === 'wp:postmeta') {
          if (meta.key === '_thumbnail_id') item.thumbnailId = meta.value;
          if (meta.key === '_wp_attachment_image_alt') item.alt = meta.value;
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
 * @param siteUrl where links to posts and pages of the export lead, without a slash at the end
 * @returns a row for each post and page
 * @throws ImportFileError if it is not an export
 */
export function planWxr(text: string, stored: StoredContent, now: Date, siteUrl: string): WxrRow[] {
  const { items, authors } = readExport(text);
  const sources = collectSources(items);
  const targets = new Map<string, string>();
  const lines = new Map<string, number>();
  const texts: { content: string }[] = [];
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
    const isPublic =
      (status === 'publish' || status === 'future') && !item['wp:post_password']?.trim();
    const thumbnail = sources.images.get(item.thumbnailId)?.url;
    const parsed = isPage
      ? parsePage(item, { title, thumbnail, sources, isTaken: (slug) => lines.has(`page ${slug}`) })
      : parsePost(item, { title, isPublic, authors, sources }, now);
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
    const path = isPage ? getPagePath(slug) : `/blog/${encodeURIComponent(slug)}`;
    const redirect = planRedirect(item.link, path);
    if (isPublic) for (const key of listPageKeys(item)) targets.set(key, siteUrl + path);
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
    const columns = {
      ...{ id: createUuid(), ...parsed.data },
      ...(!isPage && { featured_image: null }),
    };
    const images = listImages(content);
    texts.push(columns);
    if (isPage) {
      const later =
        isPublic && isMissing ? `. To redirect ${from}, publish it and choose the file again` : '';
      const reason = `Draft under Pages${later}`;
      rows.push({ line, name, action: 'create', reason, table: 'own_pages', columns, images });
      continue;
    }
    rows.push({
      ...{ line, name, action: 'create', reason: describeState(parsed.data, now) },
      ...{ table: 'blog_posts', columns, images },
      ...(thumbnail && { thumbnail }),
      ...(redirect && is_published && { redirect }),
    });
  }
  for (const columns of texts) columns.content = replaceLinks(columns.content, targets);
  if (rows.length === 0) throw new ImportFileError('This export has no posts or pages.');
  return rows;
}

function describeState(post: Parameters<typeof getPublicationState>[0], now: Date): string {
  const state = getPublicationState(post, now);
  if (state === 'draft') return 'Not published';
  return state === 'scheduled' && post.published_at
    ? `Scheduled for ${formatMoment(post.published_at)}`
    : 'Published';
}

/** What texts refer to: the images of the media library, by post as well, and the texts of reusable blocks. */
function collectSources(items: readonly Item[]): ContentSources {
  const media = items
    .filter((item) => item['wp:post_type']?.trim() === 'attachment')
    .sort((one, other) => getOrder(one) - getOrder(other));
  const pictures = media.flatMap((item) => {
    const url = item['wp:attachment_url']?.trim() ?? '';
    if (!imageFile.test(parseUrl(url)?.pathname ?? '')) return [];
    const caption = richTextToStore(item['excerpt:encoded'] ?? '');
    return { item, image: { url, alt: item.alt ?? '', caption } };
  });
  const byPost = groupBy(pictures, ({ item }) => item['wp:post_parent']?.trim());
  return {
    images: new Map(pictures.map(({ item, image }) => [item['wp:post_id']?.trim(), image])),
    imagesOf: new Map([...byPost].map(([id, group]) => [id, group.map(({ image }) => image)])),
    blocks: new Map(
      items
        .filter((item) => item['wp:post_type']?.trim() === 'wp_block')
        .map((item) => [item['wp:post_id']?.trim(), item['content:encoded'] ?? '']),
    ),
    mediaPages: new Set(media.flatMap(listPageKeys)),
  };
}

const getOrder = (item: Item) => Number(item['wp:menu_order']) || 0;

/** The keys of an item's page on the old website: of its address, and of the short one that WordPress has for each. */
function listPageKeys(item: Item): string[] {
  const url = parseUrl(item.link?.trim() ?? '');
  const short = url && parseUrl(`?p=${item['wp:post_id']?.trim()}`, url.href);
  return [url, short].flatMap((address) => (address ? toPageKeys(address) : []));
}

const toContent = (item: Item, sources: ContentSources, start?: string) =>
  convertContent(
    item['content:encoded'] ?? '',
    { id: item['wp:post_id']?.trim(), link: item.link?.trim() ?? '' },
    sources,
    start,
  );

type PostContext = {
  title: string;
  isPublic: boolean;
  authors: ReadonlyMap<string, string>;
  sources: ContentSources;
};

function parsePost(item: Item, { title, isPublic, authors, sources }: PostContext, now: Date) {
  const date = toDate(item);
  const name = decodePercent(item['wp:post_name'] ?? '').slice(0, maxSlugLength);
  return postForm
    .transform((form) => toPostColumns(form, now, date))
    .safeParse({
      ...emptyPost,
      ...{ title: truncate(title, 200), slug: name || createSlug(title) },
      content: toContent(item, sources),
      excerpt: truncate(toPlainText(item['excerpt:encoded']), 1000),
      author: authors.get(item['dc:creator']?.trim() ?? '')?.slice(0, 120) || defaultAuthor,
      is_published: isPublic,
      published_at: toPublicationField(date),
    });
}

type PageContext = {
  title: string;
  thumbnail: string | undefined;
  sources: ContentSources;
  /** Whether a page before it has the slug. */
  isTaken: (slug: string) => boolean;
};

/** A draft. Its featured image becomes the start of its text. */
function parsePage(item: Item, { title, thumbnail, sources, isTaken }: PageContext) {
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
      content: toContent(item, sources, thumbnail && `<p><img src="${escapeXml(thumbnail)}"></p>`),
    });
}

/** The redirect from an address on the old website; undefined if it was the home page, or stays the same. */
function planRedirect(link = '', to_url: string): RedirectColumns | undefined {
  const from_path = toRedirectPath(parseUrl(link.trim())?.pathname ?? '/') ?? '/';
  const isMoved = from_path !== '/' && from_path !== toRedirectPath(to_url);
  return isMoved ? { from_path, to_url } : undefined;
}

/** When a post appeared or will; null for drafts, whose date is 0000-00-00. Old ones have only the local date. */
function toDate(item: Item): string | null {
  const toIso = (text = '') => text.trim().replace(' ', 'T');
  const moment = new Date(`${toIso(item['wp:post_date_gmt'])}Z`);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  return parseLocalMinute(toIso(item['wp:post_date']).slice(0, 16))?.toISOString() ?? null;
}

/** A title, excerpt or name may have tags and any of HTML's entities. */
const toPlainText = (html = '') => plainText(richTextToStore(html.slice(0, 5000)));
