import { type DraftStore, draftKeys, draftPrefix } from './draft-store.ts';

/** How long a draft is kept, in milliseconds: 30 days. */
const lifetime = 30 * 24 * 60 * 60 * 1000;

/** What a visitor has typed and not sent yet. */
export type Draft = {
  /** By field. */
  values: Record<string, string>;
  /** Pictures that are stored already: the file's name and the path in the images bucket. */
  pictures: { name: string; path: string }[];
};

/** A draft as it lies in the store, with the moment in milliseconds since 1970. */
type Kept = Draft & { savedAt: number };

/**
 * A form's place in the store. Each shed has a place of its own, so that what was typed about one
 * never shows up under another, and none of it is lost.
 * @param subject the id of the shed that the form asks about
 */
export function draftKey(form: 'quote' | 'contact', subject = ''): string {
  return `${draftPrefix}${form}:${subject}`;
}

/**
 * The draft that is kept under a key, if there is one that can be read and is not too old.
 * @param now milliseconds since 1970
 */
export function readDraft(store: DraftStore | undefined, key: string, now: number) {
  try {
    const kept: unknown = JSON.parse(store?.getItem(key) ?? 'null');
    return isKept(kept) && now - kept.savedAt < lifetime ? kept : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a draft, or removes it where there is nothing to keep. A store that is full or refused
 * changes nothing for the form.
 * @param now milliseconds since 1970
 */
export function keepDraft(
  store: DraftStore | undefined,
  key: string,
  kept: Draft | undefined,
  now: number,
): void {
  try {
    if (kept) store?.setItem(key, JSON.stringify({ ...kept, savedAt: now }));
    else store?.removeItem(key);
  } catch {
    // The form works without its draft.
  }
}

/**
 * Removes what has expired and what can't be read, and gives the newest of the other drafts whose
 * key begins so.
 * @param now milliseconds since 1970
 */
export function sweepDrafts(store: DraftStore | undefined, prefix: string, now: number) {
  let newest: Kept | undefined;
  try {
    for (const key of draftKeys(store)) {
      const kept = readDraft(store, key, now);
      if (!kept) store?.removeItem(key);
      else if (key.startsWith(prefix) && kept.savedAt > (newest?.savedAt ?? 0)) newest = kept;
    }
  } catch {
    return undefined;
  }
  return newest;
}

/** By hand: the schemas that check the forms are loaded later than the drafts. */
function isKept(value: unknown): value is Kept {
  const { savedAt, values, pictures } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>;
  return (
    typeof savedAt === 'number' &&
    values instanceof Object &&
    Object.values(values).every((text) => typeof text === 'string') &&
    Array.isArray(pictures) &&
    pictures.every((one) => typeof one?.name === 'string' && typeof one.path === 'string')
  );
}
