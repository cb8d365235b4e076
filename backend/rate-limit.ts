import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ResolveCaller } from './auth/caller.ts';
import { getSitePrefix } from './client-network.ts';
import type { Database } from './database/database.ts';
import { TooManyRequests } from './http-error.ts';

/** The hits allowed within a number of seconds, counted from the first hit. */
export type RateLimit = { hits: number; seconds: number };

/**
 * Counts one hit of a key.
 *
 * @returns 0 within the limit, else the seconds until the window ends
 */
export type CountHit = (key: string, limit: RateLimit) => Promise<number>;

/** Least recently used keys are evicted. */
const maxKeys = 20_000;
/** After this many rejections in a row, the database is queried only every few seconds. */
const maxRejectionsQueried = 20;
const rejectionLifetimeMs = 5000;

/** By database and key, so that a caller who keeps sending costs no statements. */
const rejections = new WeakMap<
  object,
  LRUCache<string, { count: number; until: number; wait: number }>
>();

/** Returns a counter that all processes on the database share. */
export function countInDatabase({ owner }: Pick<Database, 'owner'>): CountHit {
  const rejected = rejections.get(owner) ?? new LRUCache({ max: maxKeys });
  rejections.set(owner, rejected);
  return async (key, limit) => {
    const known = rejected.get(key);
    if (known && performance.now() < known.until) return known.wait;
    const wait = await countHit(owner, key, limit);
    if (wait === 0) {
      rejected.delete(key);
      return 0;
    }
    const count = (known?.count ?? 0) + 1;
    const until = count > maxRejectionsQueried ? performance.now() + rejectionLifetimeMs : 0;
    rejected.set(key, { count, until, wait });
    return wait;
  };
}

async function countHit(
  owner: Database['owner'],
  key: string,
  { hits, seconds }: RateLimit,
): Promise<number> {
  const { rows } = await sql<{ allowed: boolean }>`
      select public.take_rate_limit(${key}, ${hits}::integer, ${seconds}::integer) as allowed
    `.execute(owner);
  if (rows[0]?.allowed) return 0;
  const { rows: windows } = await sql<{ left: number }>`
      select ceil(extract(epoch from window_started_at - now()))::integer + ${seconds}::integer as left
      from private.rate_limits where key = ${key}
    `.execute(owner);
  return Math.min(seconds, Math.max(1, windows[0]?.left ?? seconds));
}

/**
 * Returns a counter of this process alone, for cases where counting in the database costs as much
 * as it saves, and for the hosted platform, whose database this process can't count in.
 *
 * @param clock monotonic, in milliseconds
 */
export function countInMemory(clock: { now: () => number } = performance): CountHit {
  const windows = new LRUCache<string, { hits: number; end: number }>({ max: maxKeys });
  return async (key, { hits, seconds }) => {
    const now = clock.now();
    const known = windows.get(key);
    const window = known && known.end > now ? known : { hits: 0, end: now + seconds * 1000 };
    window.hits += 1;
    windows.set(key, window);
    return window.hits <= hits ? 0 : Math.ceil((window.end - now) / 1000);
  };
}

/** Limits all requests per minute of each network, IPv6 /48 and account. */
type RequestRateLimit = {
  /** @returns the seconds to wait, 0 within the limit */
  countNetwork(network: string): Promise<number>;
  /** Resolves callers as `resolveCaller` does, and counts each account. @throws TooManyRequests */
  countAccounts(resolveCaller: ResolveCaller): ResolveCaller;
};

/**
 * Keeps one caller from using the whole process: an IPv6 /48 may send four times as much as a network.
 * Each process counts in its own memory, because a count in the database would cost as much as what it
 * protects.
 *
 * @param requestsPerMinute of each network and each account; 0 for no limit
 */
export function createRequestRateLimit(requestsPerMinute: number): RequestRateLimit {
  const countHit = countInMemory();
  const limit = { hits: requestsPerMinute, seconds: 60 };
  const siteLimit = { ...limit, hits: 4 * requestsPerMinute };
  const count = async (key: string) => (requestsPerMinute === 0 ? 0 : countHit(key, limit));
  return {
    countNetwork: async (network) => {
      const site = requestsPerMinute === 0 ? undefined : getSitePrefix(network);
      const wait = await count(`network:${network}`);
      return wait > 0 || !site ? wait : countHit(`site:${site}`, siteLimit);
    },
    countAccounts: (resolveCaller) => async (request) => {
      const caller = await resolveCaller(request);
      if (caller.role !== 'authenticated') return caller;
      const wait = await count(`account:${String(caller.claims.sub)}`);
      if (wait > 0) throw new TooManyRequests(wait);
      return caller;
    },
  };
}
