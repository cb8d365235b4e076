import { z } from '#app/domain/zod-mini.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** The inline script of public pages looks for keys with this prefix, too (server/hydration). */
const prefix = 'draft:';

const storedDraft = z.object({
  savedAt: z.number(),
  values: z.record(z.string(), z.string()),
  /** Images that are in the images bucket already. */
  images: z.array(z.object({ name: z.string(), path: z.string() })),
  /** Of the first attempt to send it, if the response was lost. */
  submissionId: z.optional(z.string()),
});

type StoredDraft = z.output<typeof storedDraft>;

/** What a visitor has typed and not sent yet. */
export type Draft = Omit<StoredDraft, 'savedAt'>;

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The browser's storage; undefined if it denies access, as in some private windows. */
export function getDraftStorage(): DraftStorage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * The storage key of a form's draft. Each shed has its own, and each answer to a quote.
 * @param subject the id of the shed that the form is about, or the number of the quote
 */
export function draftKey(form: 'quote' | 'contact' | 'answer', subject = ''): string {
  return `${prefix}${form}:${subject}`;
}

/** @param now milliseconds since 1970 */
export function readDraft(
  storage: DraftStorage | undefined,
  key: string,
  now: number,
): StoredDraft | undefined {
  try {
    const draft = storedDraft.parse(JSON.parse(storage?.getItem(key) ?? 'null'));
    return now - draft.savedAt < lifetimeMs ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a draft, or removes it if there is none. A storage that is full changes nothing for the form.
 * @param now milliseconds since 1970
 */
export function writeDraft(
  storage: DraftStorage | undefined,
  key: string,
  draft: Draft | undefined,
  now: number,
): void {
  try {
    if (draft) storage?.setItem(key, JSON.stringify({ ...draft, savedAt: now }));
    else storage?.removeItem(key);
  } catch {
    // The form works without its draft.
  }
}

/**
 * Removes expired and unreadable drafts, and returns the newest of the form.
 * @param now milliseconds since 1970
 */
export function cleanDrafts(
  storage: DraftStorage | undefined,
  form: 'quote' | 'contact',
  now: number,
): StoredDraft | undefined {
  let newest: StoredDraft | undefined;
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '');
    for (const key of keys.filter((name) => name.startsWith(prefix))) {
      const draft = readDraft(storage, key, now);
      if (!draft) storage?.removeItem(key);
      else if (key.startsWith(draftKey(form)) && draft.savedAt > (newest?.savedAt ?? 0))
        newest = draft;
    }
  } catch {
    return undefined;
  }
  return newest;
}
