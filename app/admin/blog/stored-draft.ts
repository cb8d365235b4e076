import type { PostForm } from '#app/domain/blog/post-form.ts';
import { z } from '#app/domain/zod.ts';

const storedDraft = z.object({
  /** When it was written last, ISO 8601. */
  at: z.iso.datetime(),
  /** The updated_at of the post that it changes; absent for a new one. */
  updated_at: z.string().optional(),
  values: z.object({
    title: z.string(),
    slug: z.string(),
    excerpt: z.string(),
    content: z.string(),
    author: z.string(),
    is_published: z.boolean(),
    published_at: z.string().nullable(),
  }),
});

type StoredDraft = { at: string; updated_at?: string | undefined; values: PostForm };

const keyOf = (postId: string | undefined) => `post-draft:${postId ?? 'new'}`;

/** What this browser kept of a post (of the new one, without an id); undefined where nothing. */
export function readDraft(storage: Storage, postId: string | undefined): StoredDraft | undefined {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(storage.getItem(keyOf(postId)) ?? 'null'));
    return parsed.data;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed; where the browser has no room for it, the older draft goes. */
export function keepDraft(storage: Storage, postId: string | undefined, draft: StoredDraft): void {
  try {
    storage.setItem(keyOf(postId), JSON.stringify(draft));
  } catch {
    storage.removeItem(keyOf(postId));
  }
}

/** Forgets the draft, once it was saved or given up. */
export function forgetDraft(storage: Storage, postId: string | undefined): void {
  storage.removeItem(keyOf(postId));
}
