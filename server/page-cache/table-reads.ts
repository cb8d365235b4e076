import { LRUCache } from 'lru-cache';

/** `isUnknown` if a render called a database function, which may read any table. */
export type TablesRead = { names: Set<string>; isUnknown: boolean };

const functionTables = new Map([
  ['get_delivery_price', ['price_lists', 'designer_settings']],
  ['get_free_delivery_km', ['price_lists', 'designer_settings']],
  ['get_image_alt_texts', ['image_alt_texts']],
  ['get_shown_hst_number', ['tax_settings']],
  ['list_approved_reviews', ['reviews']],
  ['price_choices', ['price_lists', 'designer_settings', 'tax_settings']],
  ['price_design', ['price_lists', 'designer_settings', 'tax_settings']],
]);

export function createTablesRead(): TablesRead {
  return { names: new Set(), isUnknown: false };
}

export function trackTableReads(
  fetch: typeof globalThis.fetch,
  tablesRead: TablesRead,
): typeof fetch {
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const [, name, functionName = ''] = /\/rest\/v1\/([^/]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
    const tables = name === 'rpc' ? functionTables.get(functionName) : name && [name];
    for (const table of tables || []) tablesRead.names.add(table);
    if (name === 'rpc' && !tables) tablesRead.isUnknown = true;
    return fetch(input, init);
  };
}

export type ReadCache = {
  wrap(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
  invalidate(table?: string): void;
};

type Read = { table: string; text: string; headers: Headers };

/** Tables that each page reads in the same way for all visitors. */
const cachedTables = [
  'announcements',
  'business_settings',
  'designer_settings',
  'list_entries',
  'own_pages',
];
const maxReads = 20;

/** Caches reads of visitors' pages that aren't cached themselves. */
export function createReadCache(lifetimeMs: number): ReadCache {
  const reads = new LRUCache<string, Read>({ max: maxReads, ttl: lifetimeMs });
  let version = 0;

  return {
    wrap: (fetch) => async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const table = /\/rest\/v1\/(\w+)$/.exec(pathname)?.[1] ?? '';
      if (!cachedTables.includes(table)) return fetch(input, init);
      const request = new Request(input, init);
      if (request.method !== 'GET') return fetch(request);
      const key = `${request.url} ${request.headers.get('accept')}`;
      const cached = reads.get(key);
      if (cached) return new Response(cached.text, { headers: cached.headers });
      const start = version;
      const response = await fetch(request);
      if (response.status !== 200) return response;
      const { headers } = response;
      const text = await response.text();
      if (version === start) reads.set(key, { table, text, headers });
      return new Response(text, { headers });
    },
    invalidate: (table) => {
      version += 1;
      for (const [key, read] of reads.entries()) {
        if (!table || read.table === table) reads.delete(key);
      }
    },
  };
}
