import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cached-response.ts';
import type { TablesRead } from './table-reads.ts';

export type RenderResult = {
  response: CachedResponse;
  tablesRead: TablesRead;
  isCacheable: boolean;
  /** The 503 comes from too many queued renders, not from the database. */
  isRefused?: boolean;
};

export type PageCache = {
  get(key: string): CachedResponse | undefined;
  /** Renders a page once for concurrent calls; `ip` is used to limit renders. */
  render(key: string, ip: string): Promise<CachedResponse>;
  /** Removes the pages that read the table; without one, every page is rendered again before it is sent. */
  invalidate(table?: string): void;
};

type Entry = { response: CachedResponse; tablesRead: TablesRead; version: number };

const outageRetryMs = 2000;

/**
 * Each invalidation increments a version. A render is stored only if none of its tables was invalidated
 * since the version it began with. During an outage (503) unchanged pages are sent beyond their lifetime.
 */
export function createPageCache({
  render,
  maxBytes,
  lifetimeMs,
  clock = performance,
}: {
  render: (key: string, ip: string) => Promise<RenderResult>;
  maxBytes: number;
  lifetimeMs: number;
  clock?: { now: () => number };
}): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 8)),
    sizeCalculation: ({ response }, key) => response.sizeBytes + 2 * key.length,
    ttl: lifetimeMs,
    perf: clock,
    ttlResolution: 0,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  const inFlight = new Map<string, Promise<CachedResponse>>();
  const invalidatedAt = new Map<string, number>();
  let version = 0;
  let allInvalidatedAt = 0;
  let outageUntil = 0;

  const isInvalidatedSince = ({ names, isUnknown }: TablesRead, start: number) =>
    isUnknown
      ? version > start
      : allInvalidatedAt > start ||
        [...names].some((name) => (invalidatedAt.get(name) ?? 0) > start);

  const renderAndStore = async (key: string, ip: string) => {
    const start = version;
    const { response, tablesRead, isCacheable, isRefused } = await render(key, ip);
    if (response.status === 503) {
      if (!isRefused) outageUntil = clock.now() + outageRetryMs;
      return entries.get(key)?.response ?? response;
    }
    if (isCacheable && !isInvalidatedSince(tablesRead, start)) {
      entries.set(key, { response, tablesRead, version: start });
    }
    return response;
  };

  return {
    get: (key) => {
      const entry = entries.get(key, { allowStale: false });
      return entry && entry.version >= allInvalidatedAt ? entry.response : undefined;
    },
    render: async (key, ip) => {
      const stale = clock.now() < outageUntil ? entries.get(key) : undefined;
      if (stale) return stale.response;
      const current = inFlight.get(key);
      if (current) return current;
      const rendering = renderAndStore(key, ip).finally(() => {
        if (inFlight.get(key) === rendering) inFlight.delete(key);
      });
      inFlight.set(key, rendering);
      return rendering;
    },
    invalidate: (table) => {
      version += 1;
      inFlight.clear();
      if (!table) {
        allInvalidatedAt = version;
        return;
      }
      invalidatedAt.set(table, version);
      for (const [key, { tablesRead }] of entries.entries()) {
        if (tablesRead.isUnknown || tablesRead.names.has(table)) entries.delete(key);
      }
    },
  };
}
