import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import type { GetIp } from './render-limit.ts';
import type { TablesRead } from './tables-read.ts';

/** A page as it was rendered just now. */
export type Rendered = {
  answer: Answer;
  /** Which tables it shows, so that it goes when they change. */
  read: TablesRead;
  /** False for what must not be kept: errors, redirects, pages with a part missing. */
  lasting: boolean;
  /** Too many renders were waiting, which says nothing about the database. */
  isRefused?: boolean;
  /** What the answer takes in memory with all that is kept for it, in bytes. */
  size: number;
};

/** Public pages as they are sent, until a table that they show changes. */
export type PageCache = {
  /** The page if it is there already. */
  get(address: string): Answer | undefined;
  /**
   * The page, rendered first where it is not there; one render for all that ask meanwhile.
   *
   * @param getIp returns the visitor's IP, for the limit of renders
   */
  render(address: string, getIp?: GetIp): Promise<Answer>;
  /** Drops the pages that show the table. Without one, any may have changed: none is given unasked. */
  drop(table?: string): void;
};

type Kept = { answer: Answer; read: TablesRead; size: number; began: number };

/** How long the stand-ins answer before a render is tried again, in milliseconds. */
const awayPause = 2000;
const whileFresh = { allowStale: false };

/**
 * Keeps pages within bounds.
 *
 * A render that began before a change is never kept after it: each change takes the next number,
 * and a render is kept only if none of its tables has changed since the number it began with.
 * Nor is it shared with anybody who asks after the change.
 *
 * Where a render is answered 503, the page as it was kept last stands in, though it may be past its
 * lifetime, or changes may have been missed; not where it is known to have changed.
 *
 * @param maxBytes memory for all pages together
 * @param lifetime how long a page is kept at most, in milliseconds
 * @param clock milliseconds that only ever grow
 */
export function createPageCache({
  render,
  maxBytes,
  lifetime,
  clock = performance,
}: {
  render: (address: string, getIp?: GetIp) => Promise<Rendered>;
  maxBytes: number;
  lifetime: number;
  clock?: { now: () => number };
}): PageCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 8)),
    sizeCalculation: ({ size }, address) => size + 2 * address.length,
    ttl: lifetime,
    perf: clock,
    ttlResolution: 0,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  const underWay = new Map<string, Promise<Answer>>();
  const changedAt = new Map<string, number>();
  let lastChange = 0;
  let lastChangeOfAll = 0;
  let awayUntil = 0;

  const changedSince = ({ names, everything }: TablesRead, start: number) =>
    everything
      ? lastChange > start
      : lastChangeOfAll > start || [...names].some((name) => (changedAt.get(name) ?? 0) > start);

  const renderAndKeep = async (address: string, getIp?: GetIp) => {
    const start = lastChange;
    const { answer, read, lasting, isRefused, size } = await render(address, getIp);
    if (answer.status === 503) {
      if (!isRefused) awayUntil = clock.now() + awayPause;
      return kept.get(address)?.answer ?? answer;
    }
    if (lasting && !changedSince(read, start)) {
      kept.set(address, { answer, read, size, began: start });
    }
    return answer;
  };

  return {
    get: (address) => {
      const page = kept.get(address, whileFresh);
      return page && page.began >= lastChangeOfAll ? page.answer : undefined;
    },
    render: async (address, getIp) => {
      const standIn = clock.now() < awayUntil ? kept.get(address) : undefined;
      if (standIn) return standIn.answer;
      const begun = underWay.get(address);
      if (begun) return begun;
      const rendering = renderAndKeep(address, getIp).finally(() => {
        if (underWay.get(address) === rendering) underWay.delete(address);
      });
      underWay.set(address, rendering);
      return rendering;
    },
    drop: (table) => {
      lastChange += 1;
      underWay.clear();
      if (!table) {
        lastChangeOfAll = lastChange;
        return;
      }
      changedAt.set(table, lastChange);
      for (const [address, { read }] of kept.entries()) {
        if (read.everything || read.names.has(table)) kept.delete(address);
      }
    },
  };
}
