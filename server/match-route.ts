import { LRUCache } from 'lru-cache';
import {
  type IndexRouteObject,
  matchRoutes,
  type RouteObject,
  type ServerBuild,
} from 'react-router';
import { isUuid } from '#app/lib/validators.ts';

type MatchedRoute = {
  /** As in app/routes.ts, `quotes/:token`; the empty string for the home page. */
  pattern: string;
  /**
   * The one spelling of this URL: the route's own case, no empty segments, no slash at the end, parameters
   * as encodeURIComponent writes them, and UUIDs in lower case.
   */
  canonicalPath: string;
};

/** Returns the route of a path as React Router finds it; undefined if there is none but the 404 page. */
export type MatchRoute = (pathname: string) => MatchedRoute | undefined;

/** Paths of the website that the server answers itself. */
export const serverPaths = [
  'design/image',
  'design/model.glb',
  'design/model.usdz',
  'design/listing-image',
  'design/documents',
  'design/documents/:name',
  'quotes/:token/quote.pdf',
  'quotes/:token/agreement.pdf',
];

const maxMatched = 500;
/** The suffix of URLs from which React Router loads a page's data. */
export const dataSuffix = '.data';

/**
 * Creates the function that finds a path's route. React Router matches in any case, with slashes at
 * the end, and with `.data` for the data of a page; code that decides by the path must do the same.
 */
export function createRouteMatcher(routes: ServerBuild['routes']): MatchRoute {
  const tree = [...createRouteTree(routes), ...serverPaths.map((path) => ({ path }))];
  const matched = new LRUCache<string, { route: MatchedRoute | undefined }>({
    max: maxMatched,
    memoMethod: (pathname) => ({ route: match(tree, pathname) }),
  });
  return (pathname) => matched.memo(pathname).route;
}

function match(tree: RouteObject[], pathname: string): MatchedRoute | undefined {
  if (!isDecodable(pathname)) return undefined;
  const isData = pathname.endsWith(dataSuffix);
  const page = isData
    ? pathname.slice(0, -dataSuffix.length).replace(/\/_?$/, '') || '/'
    : pathname;
  const given = page.split('/').filter(Boolean).map(toCanonicalSegment);
  let pattern = findPattern(tree, page);
  if (!pattern) {
    given.push(trimPunctuation(given.pop() ?? ''));
    pattern = findPattern(tree, `/${given.join('/')}`);
  }
  if (!pattern) return undefined;
  const segments = pattern.flatMap((segment, index) => {
    if (segment === '*') return given.slice(index);
    if (segment === ':token') return trimPunctuation(given[index] ?? '');
    return segment.startsWith(':') ? (given[index] ?? []) : segment;
  });
  const path = `/${segments.join('/')}`;
  const canonicalData = path === '/' ? '/_.data' : `${path}.data`;
  return { pattern: pattern.join('/'), canonicalPath: isData ? canonicalData : path };
}

function toCanonicalSegment(segment: string): string {
  const text = decodeURIComponent(segment);
  return encodeURIComponent(isUuid(text) ? text.toLowerCase() : text);
}

/** The segments of the pattern of a path; undefined if there is only the 404 page for it. */
function findPattern(tree: RouteObject[], path: string): string[] | undefined {
  const pattern = matchRoutes(tree, path)
    ?.flatMap(({ route }) => route.path?.split('/') ?? [])
    .filter(Boolean);
  return pattern?.[0] === '*' ? undefined : pattern;
}

/** A link copied from a sentence may end with its period or bracket, which no token, page or document does. */
function trimPunctuation(segment: string): string {
  return /^[\w.-]*[\w-](?=[^\w-]+$)/.exec(decodeURIComponent(segment))?.[0] ?? segment;
}

/**
 * Returns a request's target without an origin (RFC 9112, section 3.2.2) and without dot segments, so that what looks at
 * it before the URL is parsed sees the same path.
 */
export function toOriginForm(target: string): string {
  const isAbsolute = /^https?:\/\//i.test(target);
  if (!isAbsolute && !/^\/[^?]*(?<=\/)(?:\.|%2e)/i.test(target)) return target;
  const url = URL.parse(isAbsolute ? target : `http://localhost${target}`);
  return url ? url.pathname + url.search : target;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

export function createRouteTree(routes: ServerBuild['routes']): RouteObject[] {
  const children = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route?.parentId === parentId)
      .flatMap((route): RouteObject[] => {
        if (!route) return [];
        const { id, path, index } = route;
        if (index) return [{ id, path, index } as IndexRouteObject];
        return [{ id, path, children: children(id) } as RouteObject];
      });
  return children(undefined);
}
