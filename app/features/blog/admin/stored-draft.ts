import { localItems } from '#app/lib/browser-storage.ts';
import { z } from '#app/lib/zod.ts';
import type { PostForm } from '../post-form.ts';
import { draftPrefix } from './remove-drafts.ts';

const storedDraft = z.object({
  at: z.iso.datetime(),
  updated_at: z.string().optional(),
  values: z
    .object({
      title: z.string(),
      slug: z.string(),
      excerpt: z.string(),
      content: z.string(),
      author: z.string(),
      is_published: z.boolean(),
      published_at: z.string(),
    })
    .partial(),
});

type StoredDraft = {
  at: string;
  updated_at?: string | undefined;
  values: Partial<PostForm>;
};

const getKey = (postId: string | undefined) => `${draftPrefix}${postId ?? 'new'}`;

export function readDraft(postId: string | undefined): StoredDraft | undefined {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(localItems.getItem(getKey(postId)) ?? 'null'));
    return parsed.data as StoredDraft | undefined;
  } catch {
    return undefined;
  }
}

export function storeDraft(postId: string | undefined, draft: StoredDraft): void {
  localItems.setItem(getKey(postId), JSON.stringify(draft));
}

export function removeDraft(postId: string | undefined): void {
  localItems.removeItem(getKey(postId));
}
