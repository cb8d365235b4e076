import { projectFilters } from '#app/domain/content/project-filter.ts';
import { formatShedFilter, parseShedFilter } from '#app/domain/sheds/shed-filter.ts';

/**
 * What of a query changes the page, as a query in one fixed order: '' or '?…'. Whatever is left out
 * neither keys the cache nor reaches the page.
 */
type Canonical = (query: URLSearchParams) => string;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The pages that may be kept, and their parameters. A new public page belongs here; without a line
 * it is rendered for each request. Which tables a page shows is not listed: its render tells.
 */
const pages: { path: RegExp; query: Canonical }[] = [
  { path: /^\/$/, query: choose({ work: isProjectFilter, project: isId }) },
  { path: /^\/(custom-)?sheds$/, query: shedsQuery },
  { path: /^\/custom-sheds\/[0-9a-f-]{36}$/, query: none },
  { path: /^\/blog$/, query: (query) => queryOf(withPage(query, new URLSearchParams())) },
  { path: /^\/blog\/[a-z0-9-]{1,200}$/, query: none },
  { path: /^\/(privacy|accessibility)$/, query: none },
  { path: /^\/contact$/, query: choose({ sent: isYes }) },
  { path: /^\/quote-request$/, query: choose({ sent: isYes, shed: isId }) },
];

/** Files that are made from the tables; they have no data of their own to be asked for. */
const files = ['/sitemap.xml', '/robots.txt', '/blog/feed.xml', '/manifest.webmanifest'];

/**
 * The address under which a public page, or the data of one (React Router's `.data`), is kept.
 *
 * @param target the request's target as it stands in its first line: path and query
 * @returns path and query with known parameters only; undefined where the address is no public page
 */
export function canonicalAddress(target: string): string | undefined {
  const mark = target.indexOf('?');
  const asked = mark === -1 ? target : target.slice(0, mark);
  if (files.includes(asked)) return asked;
  const path = withoutData(asked);
  const page = pages.find((candidate) => candidate.path.test(path));
  if (!page) return undefined;
  return mark === -1 ? asked : asked + page.query(new URLSearchParams(target.slice(mark)));
}

/** The page whose data `/blog.data` is; the home page's is `/_.data`. */
function withoutData(path: string): string {
  if (path === '/_.data') return '/';
  return path.length > 6 && path.endsWith('.data') ? path.slice(0, -5) : path;
}

function none(): string {
  return '';
}

/** The named parameters whose value is one that changes the page. */
function choose(known: Record<string, (value: string) => boolean>): Canonical {
  const names = Object.keys(known).sort();
  return (query) => {
    const kept = new URLSearchParams();
    for (const name of names) {
      const value = query.get(name);
      if (value !== null && known[name]?.(value)) kept.set(name, value);
    }
    return queryOf(kept);
  };
}

function shedsQuery(query: URLSearchParams): string {
  return queryOf(withPage(query, new URLSearchParams(formatShedFilter(parseShedFilter(query)))));
}

/** Every page beyond the last shows the last: one address for all that are far beyond it. */
function withPage(query: URLSearchParams, kept: URLSearchParams): URLSearchParams {
  const page = query.get('page') ?? '';
  if (/^[1-9]\d*$/.test(page) && page !== '1') kept.set('page', page.length > 4 ? '9999' : page);
  return kept;
}

function queryOf(kept: URLSearchParams): string {
  return kept.size > 0 ? `?${kept}` : '';
}

function isProjectFilter(value: string): boolean {
  return projectFilters.some(({ slug }) => slug === value);
}

function isId(value: string): boolean {
  return uuid.test(value);
}

function isYes(value: string): boolean {
  return value === 'yes';
}
