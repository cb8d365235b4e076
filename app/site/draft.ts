import { localItems } from '#app/lib/browser-storage.ts';
import { z } from '#app/lib/zod-mini.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

const prefix = 'draft:';

const storedDraft = z.object({
  savedAt: z.number(),
  values: z.record(z.string(), z.string()),
  /** Images that are already in the bucket. */
  images: z.array(z.object({ name: z.string(), path: z.string() })),
  /** The id of the first attempt to send it, if its response was lost. */
  submissionId: z.optional(z.string()),
});

type StoredDraft = z.output<typeof storedDraft>;

/** Input that a visitor has typed but not sent. */
export type Draft = Omit<StoredDraft, 'savedAt'>;

/**
 * The storage key of a form's draft. Each shed has its own, and each answer to a quote.
 * @param subject the id of the shed that the form is about, or the number of the quote
 */
export function draftKey(form: 'quote' | 'contact' | 'answer', subject = ''): string {
  return `${prefix}${form}:${subject}`;
}

/** @param now milliseconds since 1970 */
export function readDraft(key: string, now: number): StoredDraft | undefined {
  try {
    const draft = storedDraft.parse(JSON.parse(localItems.getItem(key) ?? 'null'));
    return now - draft.savedAt < lifetimeMs ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a draft, or removes it if there is none.
 * @param now milliseconds since 1970
 */
export function writeDraft(key: string, draft: Draft | undefined, now: number): void {
  if (draft) localItems.setItem(key, JSON.stringify({ ...draft, savedAt: now }));
  else localItems.removeItem(key);
}

/**
 * Removes expired and unreadable drafts, and returns the newest of the form.
 * @param now milliseconds since 1970
 */
export function cleanDrafts(form: 'quote' | 'contact', now: number): StoredDraft | undefined {
  let newest: StoredDraft | undefined;
  for (const key of localItems.keys().filter((name) => name.startsWith(prefix))) {
    const draft = readDraft(key, now);
    if (!draft) localItems.removeItem(key);
    else if (key.startsWith(draftKey(form)) && draft.savedAt > (newest?.savedAt ?? 0))
      newest = draft;
  }
  return newest;
}
