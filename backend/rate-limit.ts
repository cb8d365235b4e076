import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './database/database.ts';

/** So many hits within so many seconds, from the first of them on. */
export type RateLimit = { hits: number; seconds: number };

/**
 * Counts one hit of a key. Everything that is limited counts through this, so that one place
 * decides where the counts are kept.
 *
 * @returns 0 within the limit, else the seconds until it is open again
 */
export type CountHit = (key: string, limit: RateLimit) => Promise<number>;

/** Keys that are counted at once; the one that was idle longest is forgotten first. */
const mostKeys = 20_000;
/** After so many refusals of a key in a row, the database is asked again only now and then. */
const maxRefusalsAsked = 20;
const refusalLifetimeMs = 5000;

/** By database and key: refusals cost no statement while a caller keeps sending. */
const refusals = new WeakMap<
  object,
  LRUCache<string, { count: number; until: number; wait: number }>
>();

/** Counts that every process on the database shares. */
export function countInDatabase({ owner }: Pick<Database, 'owner'>): CountHit {
  const refused = refusals.get(owner) ?? new LRUCache({ max: mostKeys });
  refusals.set(owner, refused);
  return async (key, limit) => {
    const known = refused.get(key);
    if (known && performance.now() < known.until) return known.wait;
    const wait = await countHit(owner, key, limit);
    if (wait === 0) {
      refused.delete(key);
      return 0;
    }
    const count = (known?.count ?? 0) + 1;
    const until = count > maxRefusalsAsked ? performance.now() + refusalLifetimeMs : 0;
    refused.set(key, { count, until, wait });
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
 * Counts of this process alone: for what a count in the database would cost as much as it saves, and
 * for the hosted platform, whose database takes no counts from here.
 *
 * @param clock milliseconds that only ever grow
 */
export function countInMemory(clock: { now: () => number } = performance): CountHit {
  const windows = new LRUCache<string, { hits: number; end: number }>({ max: mostKeys });
  return async (key, { hits, seconds }) => {
    const now = clock.now();
    const known = windows.get(key);
    const window = known && known.end > now ? known : { hits: 0, end: now + seconds * 1000 };
    window.hits += 1;
    windows.set(key, window);
    return window.hits <= hits ? 0 : Math.ceil((window.end - now) / 1000);
  };
}

/** A caller has used up a limit: 429 in the words of whichever service answers. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  /** Seconds. */
  readonly retryAfter: number;

  constructor(retryAfter: number, message = 'Too many requests, please try again later') {
    super(message);
    this.retryAfter = retryAfter;
  }
}
