import {
  emptyPost,
  isPostText,
  postForm,
  slugTaken,
  toPostColumns,
} from '#app/features/blog/post-form.ts';
import { createSlug, defaultAuthor, maxSlugLength } from '#app/features/blog/posts.ts';
import { getPagePath } from '#app/features/pages/own-pages.ts';
import {
  isPageContent,
  pageForm,
  pageSlugTaken,
  suggestPageSlug,
  toPageColumns,
  toPageForm,
} from '#app/features/pages/page-form.ts';
import { formatDay, formatMoment, parseLocalMinute } from '#app/lib/dates.ts';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { groupBy } from '#app/lib/group-by.ts';
import { getPublicationState, toPublicationField } from '#app/lib/publication.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { richTextToStore } from '#app/lib/rich-text.ts';
import { plainText, summarize, truncate } from '#app/lib/summary.ts';
import { capitalize } from '#app/lib/text.ts';
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
import { type Item, readExport, toPlainText } from './wxr-export.ts';

export const maxWxrBytes = 50 * 1024 * 1024;

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
 * Plans the import of an export's posts, and of its pages as drafts. Posts that lack a title or text become drafts, too.
 * Those whose slug is taken already are skipped.
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
    const given = toPlainText(item.title);
    const status = item['wp:status']?.trim();
    if (status === 'trash' || status === 'auto-draft') {
      const name = given || 'No title';
      rows.push({ line, name, action: 'skip', reason: 'In the trash, or never saved' });
      continue;
    }
    const wasPublic =
      (status === 'publish' || status === 'future') && !item['wp:post_password']?.trim();
    const thumbnail = sources.images.get(item.thumbnailId)?.url;
    // The featured image of a page becomes the start of its text.
    const start = isPage && thumbnail ? `<p><img src="${escapeXml(thumbnail)}"></p>` : undefined;
    const text = toContent(item, sources, start);
    const date = toDate(item);
    const name = given || makeTitle(text, type, date);
    const hasText = isPage ? isPageContent(text) : isPostText(text);
    const gaps = describeGaps(given !== '', hasText);
    const isPublic = wasPublic && (isPage || gaps === '');
    const parts = {
      title: name,
      content: hasText ? text : `${text}<p>This ${type} has no text yet.</p>`,
      isTaken: (slug: string) => lines.has(`${type} ${slug}`),
    };
    const parsed = isPage
      ? parsePage(item, parts)
      : parsePost(item, { ...parts, date, isPublic, authors }, now);
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
    const later =
      wasPublic && isMissing ? `. To redirect ${from}, publish it and choose the file again` : '';
    if (isPage) {
      const reason = `Draft under Pages${gaps}${later}`;
      rows.push({ line, name, action: 'create', reason, table: 'own_pages', columns, images });
      continue;
    }
    rows.push({
      ...{ line, name, action: 'create' },
      reason: gaps
        ? `Not published${gaps}${wasPublic ? describeDate(date) : ''}${later}`
        : describeState(parsed.data, now),
      ...{ table: 'blog_posts', columns, images },
      ...(thumbnail && { thumbnail }),
      ...(redirect && is_published && { redirect }),
    });
  }
  for (const columns of texts) columns.content = replaceLinks(columns.content, targets);
  if (rows.length === 0) throw new ImportFileError('This export has no posts or pages.');
  return rows;
}

/** A title from the first words of a text, or from its date. */
function makeTitle(html: string, type: 'post' | 'page', date: string | null): string {
  const kind = capitalize(type);
  return summarize(plainText(html), 60) || (date ? `${kind} of ${formatDay(date)}` : kind);
}

/** Ends the sentence about a draft; empty if nothing is missing. */
function describeGaps(hasTitle: boolean, hasText: boolean): string {
  if (hasTitle) return hasText ? '' : ': it has no text';
  return `: it has no title${hasText ? '' : ' and no text'}, so we made ${hasText ? 'one' : 'a title'}`;
}

/** A draft has no date of its own. */
const describeDate = (date: string | null) => (date ? `. It appeared on ${formatDay(date)}` : '');

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

const toContent = (item: Item, sources: ContentSources, start: string | undefined) =>
  convertContent(
    item['content:encoded'] ?? '',
    { id: item['wp:post_id']?.trim(), link: item.link?.trim() ?? '' },
    sources,
    start,
  );

type Parts = {
  title: string;
  content: string;
  /** Whether an item of its type before it has the slug. */
  isTaken: (slug: string) => boolean;
};

type PostParts = Parts & {
  date: string | null;
  isPublic: boolean;
  authors: ReadonlyMap<string, string>;
};

function parsePost(item: Item, { title, content, isTaken, ...parts }: PostParts, now: Date) {
  const { date, isPublic, authors } = parts;
  const name = decodePercent(item['wp:post_name'] ?? '').slice(0, maxSlugLength);
  // WordPress gives drafts no name. A title in another script has no characters for a slug.
  const slugs = [createSlug(title), `post-${item['wp:post_id']?.trim()}`].filter(Boolean);
  return postForm
    .transform((form) => toPostColumns(form, now, date))
    .safeParse({
      ...emptyPost,
      ...{ title: truncate(title, 200), content },
      slug: name || (slugs.find((slug) => !isTaken(slug)) ?? slugs[0]),
      excerpt: truncate(toPlainText(item['excerpt:encoded']), 1000),
      author: authors.get(item['dc:creator']?.trim() ?? '')?.slice(0, 120) || defaultAuthor,
      is_published: isPublic,
      published_at: toPublicationField(date),
    });
}

/** A draft. */
function parsePage(item: Item, { title, content, isTaken }: Parts) {
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
      content,
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
