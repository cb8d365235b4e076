import type { PostForm } from '#app/domain/blog/post-form.ts';
import { z } from '#app/domain/zod.ts';

const storedDraft = z.object({
  /** When it was last written, ISO 8601. */
  at: z.iso.datetime(),
  /** The updated_at of the post that it changes; absent for a new one. */
  updated_at: z.string().optional(),
  values: z
    .object({
      title: z.string(),
      slug: z.string(),
      excerpt: z.string(),
      content: z.string(),
      author: z.string(),
      is_published: z.boolean(),
      published_at: z.string().nullable(),
    })
    .partial(),
});

type StoredDraft = {
  at: string;
  updated_at?: string | undefined;
  /** The changed fields alone: the others may be saved by somebody else meanwhile. */
  values: Partial<PostForm>;
};

const getKey = (postId: string | undefined) => `post-draft:${postId ?? 'new'}`;

/** The draft of a post (of the new one, without an id) in this browser; undefined if there is none. */
export function readDraft(storage: Storage, postId: string | undefined): StoredDraft | undefined {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(storage.getItem(getKey(postId)) ?? 'null'));
    return parsed.data as StoredDraft | undefined;
  } catch {
    return undefined;
  }
}

/** Stores what is typed; if the browser has no room for it, the older draft is removed. */
export function storeDraft(storage: Storage, postId: string | undefined, draft: StoredDraft): void {
  try {
    storage.setItem(getKey(postId), JSON.stringify(draft));
  } catch {
    storage.removeItem(getKey(postId));
  }
}

/** Removes the draft, once it was saved or discarded. */
export function removeDraft(storage: Storage, postId: string | undefined): void {
  storage.removeItem(getKey(postId));
}
