import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { OwnLists } from '#app/lib/options.ts';
import { getCustomerKey, toNetwork } from '#backend/client-network.ts';
import { TooManyRequests } from '#backend/http-error.ts';
import { type CountHit, countInMemory, createFairLimit, type FairLimit } from '#backend/limits.ts';
import { busyFormResponse, busyResponse, createBusyResponse } from '#server/error-responses.ts';
import { waitForTurn } from '#server/fair-queue.ts';
import { createThrottledLog } from '#server/logger.ts';
import { dataSuffix, type MatchRoute } from '#server/match-route.ts';
import { securityHeaders } from '#server/security-headers.ts';
import type { TakeRenderTurn, Website } from '#server/website.ts';
import { cacheKeyFor, isDesignKey } from './cache-key.ts';
import {
  type CachedResponse,
  compressResponse,
  createCachedResponse,
  negotiateResponse,
} from './cached-response.ts';
import { createPageCache, type RenderResult } from './page-cache.ts';
import { createTablesRead } from './table-reads.ts';

const maxCacheBytes = 32 * 1024 * 1024;
/** Room for some 60 preset pages, which never push out other pages. */
const maxDesignCacheBytes = 16 * 1024 * 1024;
const renderLimit = { maxRunning: 4, maxRunningPerKey: 2, maxQueuedPerKey: 50, maxQueued: 500 };
/** Pages with a design have their own queue, so that no other page waits for them. */
const designedPages: (string | undefined)[] = ['design', 'quote-request'];
const designLimit = { maxRunning: 1, maxQueuedPerKey: 1, maxQueued: 100 };
/** Responses to forms have their own queue, so another open page on the same network can't get them refused. */
const designAnswerLimit = { maxRunning: 1, maxQueuedPerKey: 50, maxQueued: 500 };
/** Pages of quotes have their own queue, because customers can fill them with half a megabyte of messages. */
const quotePage = 'quotes/:token';
const quoteLimit = { maxRunning: 1, maxQueuedPerKey: 50, maxQueued: 500 };
/** Forms above this size have images and aren't kept for resending. */
const maxKeptBytes = 1024 * 1024;
/** More than one network's visitors open, fewer than a loop requests. */
const designRateLimit = { hits: 240, seconds: 60 };

/** Browsers revalidate each time; a CDN may send its copy meanwhile (RFC 9213, RFC 5861). */
const cachedPageHeaders = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'CDN-Cache-Control': 'public, max-age=10, stale-while-revalidate=300, stale-if-error=86400',
};

export type PageServer = {
  /** Sends a page from the cache; returns false if it is not there. */
  serveCached(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers 503 to a page of a design if too many are queued, of this customer or in all; returns false otherwise. */
  refuseExcess(request: IncomingMessage, response: ServerResponse, customer: string): boolean;
  website: Website;
  invalidate(table?: string): void;
};

/** Public pages are rendered from the cache key alone, without headers, cookies or unknown parameters. */
export function createPageServer({
  website,
  siteUrl,
  lifetimeMs,
  getOwnLists = () => ({}),
  matchRoute,
  countHit = countInMemory(),
  logger,
}: {
  website: Website;
  siteUrl: string;
  lifetimeMs: number;
  getOwnLists?: () => OwnLists;
  matchRoute: MatchRoute;
  countHit?: CountHit;
  logger: Logger;
}): PageServer {
  const throttledLog = createThrottledLog(logger);
  const allRenders = createFairLimit(renderLimit);
  const designRenders = createFairLimit(designLimit);
  const designAnswers = createFairLimit(designAnswerLimit);
  const quoteRenders = createFairLimit(quoteLimit);
  const limitRenders = (
    ip: string,
    render: () => Promise<Response>,
    { signal, renders = allRenders }: { signal?: AbortSignal; renders?: FairLimit } = {},
  ) => renders.run(getCustomerKey(toNetwork(ip)), () => waitForTurn().then(render), signal);

  const render = async (key: string, ip: string): Promise<RenderResult> => {
    const tablesRead = createTablesRead();
    const template = isNotFoundTemplate(key) ? undefined : getNotFoundTemplate(key);
    let hasErrors = false;
    let isNotFound = false;
    const observer = {
      log: {
        error: (details: object, message: string) => {
          hasErrors = true;
          throttledLog.error(details, message);
        },
      },
      tablesRead,
      onNotFound: template
        ? () => {
            isNotFound = true;
          }
        : undefined,
    };
    let page: Response;
    try {
      page = await limitRenders(ip, () => website(new Request(siteUrl + key), '', observer), {
        renders: isDesignKey(key) ? designRenders : allRenders,
      });
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return { response: tooManyRenders, tablesRead, isCacheable: false, isRefused: true };
    }
    if (template && isNotFound) {
      return { response: await getPage(template, ip), tablesRead, isCacheable: false };
    }
    const isCacheable = page.status === 200 && !hasErrors && isPublic(page.headers);
    const headers = new Headers({ ...securityHeaders, 'Cache-Control': 'private, no-cache' });
    for (const [name, value] of page.headers) headers.set(name, value);
    if (isCacheable) {
      for (const [name, value] of Object.entries(cachedPageHeaders)) headers.set(name, value);
    }
    const body = Buffer.from(await page.arrayBuffer());
    return {
      response: await createCachedResponse(page.status, headers, body),
      tablesRead,
      isCacheable: isCacheable || (page.status === 404 && !hasErrors && isNotFoundTemplate(key)),
    };
  };
  const pageCache = createPageCache({ render, maxBytes: maxCacheBytes, lifetimeMs });
  const designCache = createPageCache({ render, maxBytes: maxDesignCacheBytes, lifetimeMs });
  const getCache = (key: string) => (isDesignKey(key) ? designCache : pageCache);
  const getCached = (key: string | undefined) =>
    key === undefined ? undefined : getCache(key).get(key);
  const getPage = async (key: string, ip: string) =>
    getCached(key) ?? getCache(key).render(key, ip);

  const renderUncached = async (request: Request, ip: string, pathname: string) => {
    const template = getNotFoundTemplate(pathname);
    let isNotFound = false;
    const onNotFound = () => {
      isNotFound = true;
    };
    const observer = template
      ? { log: throttledLog, tablesRead: createTablesRead(), onNotFound }
      : undefined;
    const pattern = matchRoute(pathname)?.pattern;
    const isDesigned = designedPages.includes(pattern);
    if (isDesigned) {
      const wait = await countHit(getCustomerKey(toNetwork(ip)), designRateLimit);
      if (wait > 0) return tooManyDesigns(wait);
    }
    const otherRenders = pattern === quotePage ? quoteRenders : allRenders;
    const renders = isDesigned ? designRenders : otherRenders;
    const acceptEncoding = request.headers.get('accept-encoding') ?? undefined;
    const render = async () => {
      const response = await website(request, ip, observer);
      return isDesigned ? compressResponse(response, acceptEncoding) : response;
    };
    try {
      const response = await limitRenders(ip, render, { signal: request.signal, renders });
      return template && isNotFound ? toResponse(request, await getPage(template, ip)) : response;
    } catch (error) {
      if (error instanceof TooManyRequests || request.signal.aborted) {
        return toResponse(request, tooManyRenders);
      }
      throw error;
    }
  };

  /** The post runs at once. Only rendering its response waits in that page's queue. */
  const answerPost = async (request: Request, ip: string, pathname: string) => {
    const pattern = matchRoute(pathname)?.pattern;
    const isDesigned = designedPages.includes(pattern);
    const otherRenders = pattern === quotePage ? quoteRenders : allRenders;
    const renders = isDesigned ? designAnswers : otherRenders;
    const bytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
    const kept = bytes <= maxKeptBytes ? request.clone() : undefined;
    const takeTurn: TakeRenderTurn = async (render) => {
      // Count the post but never refuse it here; forms have their own limits.
      if (isDesigned) await countHit(getCustomerKey(toNetwork(ip)), designRateLimit);
      try {
        return await limitRenders(ip, render, { renders });
      } catch (error) {
        if (error instanceof TooManyRequests) return busyFormResponse(kept);
        throw error;
      }
    };
    return website(request, ip, undefined, takeTurn);
  };

  return {
    invalidate: (table) => {
      pageCache.invalidate(table);
      designCache.invalidate(table);
    },
    website: async (request, ip) => {
      const { pathname, search } = new URL(request.url);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return answerPost(request, ip, pathname);
      }
      const isKnown = matchRoute(pathname) !== undefined || pathname.endsWith(dataSuffix);
      const key = isKnown ? cacheKeyFor(pathname + search, getOwnLists()) : unknownUrl;
      return key === undefined
        ? renderUncached(request, ip, pathname)
        : toResponse(request, await getPage(key, ip));
    },
    serveCached: ({ method, url = '', headers }, response) => {
      if (method !== 'GET' && method !== 'HEAD') return false;
      const cached = pageCache.get(url) ?? getCached(cacheKeyFor(url, getOwnLists()));
      if (!cached) return false;
      const sent = negotiateResponse(cached, {
        method,
        acceptEncoding: headers['accept-encoding']?.toString(),
        ifNoneMatch: headers['if-none-match'],
      });
      response.writeHead(sent.status, sent.headers).end(sent.body);
      return true;
    },
    refuseExcess: ({ method, url = '' }, response, customer) => {
      if (!designRenders.isFull(customer) || (method !== 'GET' && method !== 'HEAD')) return false;
      const [pathname = ''] = url.split('?', 1);
      if (!designedPages.includes(matchRoute(pathname)?.pattern)) return false;
      const key = cacheKeyFor(url, getOwnLists());
      const isRefused = key === undefined || (isDesignKey(key) && !getCached(key));
      if (!isRefused) return false;
      const { status, headers, body } = negotiateResponse(tooManyRenders, { method });
      response.writeHead(status, headers).end(body);
      return true;
    },
  };
}

export function createUncachedPageServer(website: Website): PageServer {
  return {
    website: async (request, ip) => {
      const response = await website(request, ip);
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
      return response;
    },
    serveCached: () => false,
    refuseExcess: () => false,
    invalidate: () => {},
  };
}

const tooManyRenders = await createBusyResponse(
  503,
  'Our website is busy right now',
  "We can't show this page right now. Please try again in a few seconds.",
  { 'Retry-After': '5' },
);

const tooManyDesigns = (retryAfter: number) =>
  busyResponse(
    429,
    'Too many designs',
    'Too many designs are being opened from your network. Please try again in a minute.',
    { 'Retry-After': String(retryAfter) },
  );

function toResponse({ method, headers }: Request, response: CachedResponse): Response {
  const { body, ...init } = negotiateResponse(response, {
    method,
    acceptEncoding: headers.get('accept-encoding') ?? undefined,
    ifNoneMatch: headers.get('if-none-match') ?? undefined,
  });
  return new Response(body, init);
}

function isPublic(headers: Headers): boolean {
  return !headers.has('Set-Cookie') && !/no-store|private/.test(headers.get('Cache-Control') ?? '');
}

/** The 404 page of this URL is sent for every URL without a route. */
const unknownUrl = '/404';

/** Routes that answer 404 for unknown parameters, each with a parameter that no row has. */
const templates = [
  { path: /^\/blog\/[^/]+$/, url: '/blog/%20' },
  {
    path: /^\/custom-sheds\/[^/]+$/,
    url: '/custom-sheds/00000000-0000-4000-8000-000000000000',
  },
  { path: /^\/projects\/[^/]+$/, url: '/projects/00000000-0000-4000-8000-000000000000' },
  { path: /^\/services\/[^/]+$/, url: '/services/%20' },
  { path: /^\/pages\/[^/]+$/, url: '/pages/%20' },
];

function isNotFoundTemplate(url: string): boolean {
  return url === unknownUrl || templates.some((template) => template.url === url);
}

export function getNotFoundTemplate(pathname: string): string | undefined {
  return templates.find(({ path }) => path.test(pathname))?.url;
}
