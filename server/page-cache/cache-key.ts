import { LRUCache } from 'lru-cache';
import { deleteUnknownParams, parseDesignParams } from '#app/features/designer/design-params.ts';
import { formatDesignQuery } from '#app/features/designer/design-view.ts';
import { PLACE_PARAM } from '#app/features/designer/place-param.ts';
import { findProjectFilter } from '#app/features/projects/project-filter.ts';
import { formatShedFilter, parseShedFilter } from '#app/features/sheds/shed-filter.ts';
import { isQuoteProjectType, type OwnLists, shedSizes } from '#app/lib/options.ts';
import { isUuid } from '#app/lib/validators.ts';

/** Returns the known parameters; undefined if such a page is not cached. */
type Normalize = (searchParams: URLSearchParams, own: OwnLists) => URLSearchParams | undefined;

const pages: { path: RegExp; normalize: Normalize }[] = [
  { path: /^\/$/, normalize: pick({ work: isProjectFilter, project: isId, menu: isClosed }) },
  { path: /^\/(custom-)?sheds$/, normalize: normalizeShedFilter },
  { path: /^\/custom-sheds\/[0-9a-f-]{36}$/, normalize: unlessPlaced(pick({})) },
  { path: /^\/projects\/[0-9a-f-]{36}$/, normalize: pick({}) },
  { path: /^\/services\/[a-z-]{1,40}$/, normalize: pick({}) },
  {
    path: /^\/(blog|reviews)$/,
    normalize: (searchParams) => withPage(searchParams, new URLSearchParams()),
  },
  { path: /^\/blog\/[a-z0-9-]{1,200}$/, normalize: pick({}) },
  { path: /^\/pages\/[a-z0-9-]{1,100}$/, normalize: pick({}) },
  { path: /^\/(faq|privacy|accessibility)$/, normalize: pick({}) },
  { path: /^\/contact$/, normalize: unlessSent(pick({})) },
  {
    path: /^\/quote-request$/,
    normalize: unlessSent(unlessDesigned(pick({ shed: isId, project: isId, type: isProjectType }))),
  },
  {
    path: /^\/design$/,
    normalize: (searchParams) => {
      const params = deleteUnknownParams(searchParams);
      return params.size === 0 || isPresetQuery.memo(params.toString()) ? params : undefined;
    },
  },
];

/** Style, usual size, material and colour, in this order: a few hundred linked pages. */
const presetQuery =
  /^style=[a-z-]{1,20}&size=\d{1,2}x\d{1,2}(&material=[a-z]{1,20})?(&color=[a-z-]{1,20})?$/;
/** Returns true if a query is a preset's canonical one. Others are redirected to it. */
const isPresetQuery = new LRUCache<string, boolean>({
  max: 1000,
  memoMethod: (query) => {
    if (!presetQuery.test(query)) return false;
    const params = new URLSearchParams(query);
    const { design } = parseDesignParams(params);
    return isUsualSize(params.get('size')) && formatDesignQuery(design) === query;
  },
});
const isUsualSize = (size: string | null) => shedSizes.some((usual) => usual === size);

const files = ['/sitemap.xml', '/robots.txt', '/blog/feed.xml', '/manifest.webmanifest'];
const maxPage = '9999';

/**
 * Returns a page's path with known parameters, which is rendered; undefined if it is not cached.
 * @param own the owner's entries in lists, which filters know
 */
export function cacheKeyFor(target: string, own: OwnLists): string | undefined {
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  if (files.includes(path)) return path;
  const page = pages.find((candidate) => candidate.path.test(toPagePath(path)));
  if (!page) return undefined;
  const searchParams = page.normalize(new URLSearchParams(search), own);
  if (!searchParams) return undefined;
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}

function toPagePath(path: string): string {
  if (path === '/_.data') return '/';
  return path.length > 6 && path.endsWith('.data') ? path.slice(0, -5) : path;
}

/** Returns true if the key is that of a page with a design. Those are cached separately. */
export const isDesignKey = (key: string): boolean => /^\/design(\.data)?\?/.test(key);

/** There are more designs than the cache has room for. */
function unlessDesigned(normalize: Normalize): Normalize {
  return (searchParams, own) =>
    searchParams.has('design') ? undefined : normalize(searchParams, own);
}

/** A listing with what a visitor asks about delivery. */
function unlessPlaced(normalize: Normalize): Normalize {
  return (searchParams, own) =>
    searchParams.get(PLACE_PARAM)?.trim() ? undefined : normalize(searchParams, own);
}

/** The page that confirms a form is for one visitor only, for a few minutes. */
function unlessSent(normalize: Normalize): Normalize {
  return (searchParams, own) =>
    isReceiptLike(searchParams.get('receipt')) ? undefined : normalize(searchParams, own);
}

const isReceiptLike = (text: string | null) => text !== null && /^\d{13}\.[\w-]{43}$/.test(text);

function pick(known: Record<string, (value: string, own: OwnLists) => boolean>): Normalize {
  const names = Object.keys(known).sort();
  return (searchParams, own) => {
    const picked = new URLSearchParams();
    for (const name of names) {
      const value = searchParams.get(name);
      if (value !== null && known[name]?.(value, own)) picked.set(name, value);
    }
    return picked;
  };
}

function normalizeShedFilter(searchParams: URLSearchParams, own: OwnLists): URLSearchParams {
  const filter = new URLSearchParams(formatShedFilter(parseShedFilter(searchParams, own)));
  const shed = searchParams.get('shed') ?? '';
  if (isId(shed)) filter.set('shed', shed);
  return withPage(searchParams, filter);
}

function withPage(searchParams: URLSearchParams, normalized: URLSearchParams): URLSearchParams {
  const page = searchParams.get('page') ?? '';
  if (/^[1-9]\d*$/.test(page) && page !== '1') {
    normalized.set('page', page.length > maxPage.length ? maxPage : page);
  }
  return normalized;
}

function isProjectFilter(value: string, { project_type = [] }: OwnLists): boolean {
  return findProjectFilter(value, project_type) !== undefined;
}

function isProjectType(value: string, own: OwnLists): boolean {
  return isQuoteProjectType(value, own.project_type);
}

function isId(value: string): boolean {
  return isUuid(value) && value === value.toLowerCase();
}

function isClosed(value: string): boolean {
  return value === 'closed';
}
