import type { Logger } from 'pino';
import {
  findRedirect,
  mapRedirects,
  type Redirect,
  toMissingPath,
  toReferrerHost,
} from '#app/features/moving/redirects.ts';
import { getCustomerKey, toNetwork } from '#backend/client-network.ts';
import { countInMemory } from '#backend/limits.ts';
import { getPersonDevice } from './visits.ts';

type RenderPage = (request: Request, ip: string) => Promise<Response>;

export type MissingPageCount = { path: string; hits: number; referrer_host: string | null };

export type MovedPages = {
  /** Redirects visitors of pages that would be a 404, and counts those without a redirect. */
  wrap(website: RenderPage): RenderPage;
  /** Reads the redirects again at the next 404 if the changed table, or any if none is given, has them. */
  invalidate(table?: string): void;
  /** Stores the counts. They are kept for the next time if that fails. */
  flush(): Promise<void>;
};

/** Addresses that are counted between two writes. */
const maxCounted = 500;
/** So that one sender can't crowd out the addresses that others miss: visits of a network, and to one address. */
const networkLimit = { hits: 20, seconds: 3600 };
const repeatLimit = { hits: 1, seconds: 60 };

/**
 * Sends visitors of old addresses on, and counts the addresses at which they found no page.
 *
 * @param readRedirects reads the whole table
 * @param recordMissing stores counts; undefined if this process may not, so that none are kept
 * @param lifetimeMs how long redirects are used if no change is notified
 */
export function createMovedPages({
  readRedirects,
  recordMissing,
  siteUrl,
  lifetimeMs,
  logger,
}: {
  readRedirects: () => Promise<Pick<Redirect, 'from_path' | 'to_url'>[]>;
  recordMissing: ((counts: MissingPageCount[]) => Promise<void>) | undefined;
  siteUrl: string;
  lifetimeMs: number;
  logger: Logger;
}): MovedPages {
  let redirects: { byPath: Promise<ReadonlyMap<string, string>>; readAt: number } | undefined;
  let counts = new Map<string, MissingPageCount>();
  const countNetwork = countInMemory();
  const countRepeat = countInMemory();

  const read = () => {
    if (redirects && performance.now() - redirects.readAt < lifetimeMs) return redirects.byPath;
    const byPath = readRedirects().then((rows) => mapRedirects(rows, siteUrl));
    const reading = { byPath, readAt: performance.now() };
    redirects = reading;
    byPath.catch((error: unknown) => {
      logger.error({ error }, 'Redirects read failed');
      // The next 404 tries again, at most once a second.
      reading.readAt += Math.min(0, 1000 - lifetimeMs);
    });
    return byPath;
  };

  async function count(pathname: string, headers: Headers, ip: string) {
    const isPageView = headers.get('accept')?.includes('text/html') ?? false;
    if (!recordMissing || !isPageView || !getPersonDevice(Object.fromEntries(headers))) return;
    const path = toMissingPath(pathname);
    if (path === undefined) return;
    const network = getCustomerKey(toNetwork(ip));
    if (await countRepeat(`${network} ${path}`, repeatLimit)) return;
    if (await countNetwork(network, networkLimit)) return;
    const counted = counts.get(path);
    if (!counted && counts.size >= maxCounted) return;
    counts.set(path, {
      path,
      hits: (counted?.hits ?? 0) + 1,
      referrer_host: counted?.referrer_host ?? toReferrerHost(headers.get('referer')) ?? null,
    });
  }

  return {
    wrap: (website) => async (request, ip) => {
      const response = await website(request, ip);
      const { method, headers } = request;
      if (response.status !== 404 || (method !== 'GET' && method !== 'HEAD')) return response;
      const url = new URL(request.url);
      const location = await read().then(
        (byPath) => findRedirect(byPath, url),
        () => undefined,
      );
      if (location === undefined) {
        if (method === 'GET') await count(url.pathname, headers, ip);
        return response;
      }
      await response.body?.cancel();
      // Browsers ask again each time, so that a changed redirect, or a new page in its place, counts at once.
      return new Response(null, {
        status: 301,
        headers: { Location: location, 'Cache-Control': 'public, max-age=0, must-revalidate' },
      });
    },
    invalidate: (table) => {
      if (table === undefined || table === 'redirects') redirects = undefined;
    },
    flush: async () => {
      if (!recordMissing || counts.size === 0) return;
      const written = counts;
      counts = new Map();
      try {
        await recordMissing([...written.values()]);
      } catch (error) {
        for (const [path, { hits, referrer_host }] of counts) {
          const earlier = written.get(path);
          if (!earlier && written.size >= maxCounted) continue;
          written.set(path, {
            path,
            hits: hits + (earlier?.hits ?? 0),
            referrer_host: earlier?.referrer_host ?? referrer_host,
          });
        }
        counts = written;
        throw error;
      }
    },
  };
}
