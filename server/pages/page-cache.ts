import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import type { TablesRead } from './tables-read.ts';

/** A page as it was rendered just now. */
export type Rendered = {
  answer: Answer;
  /** Which tables it shows, so that it goes when they change. */
  read: TablesRead;
  /** False for what must not be kept: errors, redirects, pages with a part missing. */
  lasting: boolean;
};

/** Public pages as they are sent, until a table that they show changes. */
export type PageCache = {
  /** The page if it is there already. */
  get(address: string): Answer | undefined;
  /** The page, rendered first where it is not there; one render for all that ask meanwhile. */
  render(address: string): Promise<Answer>;
  /** Drops the pages that show the table; all pages without one. */
  drop(table?: string): void;
};

type Kept = { answer: Answer; read: TablesRead };

/**
 * Keeps pages within bounds.
 *
 * A render that began before a change is never kept after it: each change takes the next number,
 * and a render is kept only if none of its tables has changed since the number it began with.
 * Nor is it shared with anybody who asks after the change.
 *
 * @param maxBytes memory for all pages together
 * @param lifetime how long a page is kept at most, in milliseconds
 */
export function createPageCache({
  render,
  maxBytes,
  lifetime,
}: {
  render: (address: string) => Promise<Rendered>;
  maxBytes: number;
  lifetime: number;
}): PageCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 8)),
    sizeCalculation: ({ answer }, address) => answer.size + 2 * address.length,
    ttl: lifetime,
  });
  const underWay = new Map<string, Promise<Answer>>();
  const changedAt = new Map<string, number>();
  let lastChange = 0;
  let lastChangeOfAll = 0;

  const changedSince = ({ names, everything }: TablesRead, start: number) =>
    everything
      ? lastChange > start
      : lastChangeOfAll > start || [...names].some((name) => (changedAt.get(name) ?? 0) > start);

  const renderAndKeep = async (address: string) => {
    const start = lastChange;
    const { answer, read, lasting } = await render(address);
    if (lasting && !changedSince(read, start)) kept.set(address, { answer, read });
    return answer;
  };

  return {
    get: (address) => kept.get(address)?.answer,
    render: (address) => {
      const begun = underWay.get(address);
      if (begun) return begun;
      const rendering = renderAndKeep(address).finally(() => {
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
        kept.clear();
        return;
      }
      changedAt.set(table, lastChange);
      for (const [address, { read }] of kept.entries()) {
        if (read.everything || read.names.has(table)) kept.delete(address);
      }
    },
  };
}
