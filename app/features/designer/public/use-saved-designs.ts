import { useCallback, useEffect, useState } from 'react';
import { localItems } from '#app/lib/browser-storage.ts';

const storageKey = 'designs';
export const maxDesigns = 12;
const maxRecent = maxDesigns / 2;
/** A design is recent once it has been looked at for this long. */
const recentDelayMs = 4000;
/** How long recent designs are kept; the built-in text of /privacy names it. */
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** The query of a design in its surroundings, and the price as it was then; `viewedAt` in milliseconds since 1970. */
export type SavedDesign = { query: string; price: string; isSaved: boolean; viewedAt: number };

export type SavedDesigns = {
  designs: readonly SavedDesign[];
  isSaved: boolean;
  /** Saves the design of a query, also before the page has followed a change. @returns false at the limit */
  save: (query: string) => boolean;
  /** Removes one, or without a query all of them. */
  remove: (query?: string) => void;
};

/** The designs of this browser, the latest first. The current one, if any, is added after a while. */
export function useSavedDesigns(query: string, price = ''): SavedDesigns {
  const [designs, setDesigns] = useState<readonly SavedDesign[]>([]);
  useEffect(() => {
    const read = () => setDesigns(readDesigns());
    read();
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, []);
  useEffect(() => {
    if (!query) return;
    const timer = setTimeout(
      () => setDesigns(addDesign({ query, price, isSaved: false, viewedAt: Date.now() })),
      recentDelayMs,
    );
    return () => clearTimeout(timer);
  }, [query, price]);
  return {
    designs,
    isSaved: designs.some((saved) => saved.query === query && saved.isSaved),
    save: useCallback(
      (saved: string) => {
        const next = addDesign({
          query: saved,
          price: saved === query ? price : '',
          isSaved: true,
          viewedAt: Date.now(),
        });
        setDesigns(next);
        return next.some((each) => each.query === saved && each.isSaved);
      },
      [query, price],
    ),
    remove: useCallback(
      (removed?: string) =>
        setDesigns(writeDesigns(readDesigns().filter(({ query }) => removed && query !== removed))),
      [],
    ),
  };
}

/** Removes expired or unreadable designs, and returns the others. */
export function readDesigns(): SavedDesign[] {
  try {
    const stored: unknown = JSON.parse(localItems.getItem(storageKey) ?? '[]');
    const entries: unknown[] = Array.isArray(stored) ? stored : [];
    const designs = entries.filter(isSavedDesign).filter(isCurrent).slice(0, maxDesigns);
    return designs.length === entries.length ? designs : writeDesigns(designs);
  } catch {
    // Another program wrote this value.
    return [];
  }
}

function isSavedDesign(value: unknown): value is SavedDesign {
  const { query, price, isSaved, viewedAt } = (value ?? {}) as Partial<SavedDesign>;
  const types = [typeof query, typeof price, typeof isSaved, typeof viewedAt];
  return types.join() === 'string,string,boolean,number';
}

const isCurrent = ({ isSaved, viewedAt }: SavedDesign) =>
  isSaved || Date.now() - viewedAt < lifetimeMs;

/** The latest first; saved ones are never dropped. Of a style and size, only the latest is recent. */
export function addDesign(added: SavedDesign): SavedDesign[] {
  const designs = readDesigns();
  const before = designs.find(({ query }) => query === added.query);
  const others = designs.filter(
    ({ query, isSaved }) =>
      query !== added.query && (isSaved || getStyleAndSize(query) !== getStyleAndSize(added.query)),
  );
  const next = [{ ...added, isSaved: added.isSaved || before?.isSaved === true }, ...others];
  const room = maxDesigns - next.filter(({ isSaved }) => isSaved).length;
  if (room < 0) return designs;
  return writeDesigns(next.filter(({ isSaved }, i) => isSaved || i < Math.min(room, maxRecent)));
}

function getStyleAndSize(query: string): string {
  const params = new URLSearchParams(query);
  return `${params.get('style')} ${params.get('size')}`;
}

function writeDesigns(designs: SavedDesign[]): SavedDesign[] {
  if (designs.length === 0) localItems.removeItem(storageKey);
  else localItems.setItem(storageKey, JSON.stringify(designs));
  return designs;
}
