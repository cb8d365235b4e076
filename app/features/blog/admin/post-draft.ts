import { useCallback, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { draftPrefix } from '#app/admin/session.ts';
import { localItems } from '#app/lib/browser-storage.ts';
import type { Version } from '#app/lib/crud.ts';
import { z } from '#app/lib/zod.ts';
import type { BlogPost } from '../blog-posts.ts';
import { emptyPost, type PostForm, type PostInput, toPostForm } from '../post-form.ts';

const debounceMs = 600;

export function useDraft(
  { watch, getValues, reset }: UseFormReturn<PostInput, unknown, PostForm>,
  post: BlogPost | undefined,
) {
  const postId = post?.id;
  const [initial] = useState(() => (post ? toPostForm(post) : emptyPost));
  const [offered, setOffered] = useState(() => readDraft(postId));
  const [restored, setRestored] = useState(0);
  const [baseVersion, setBaseVersion] = useState<Version>();
  const updatedAt = baseVersion?.updated_at ?? post?.updated_at;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Changes by setValue and reset have no type.
    const { unsubscribe } = watch((_values, { type }) => {
      // A draft that is being offered is not overwritten.
      if (!type || offered) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const values = getChangedValues({ ...initial, ...getValues() }, initial);
        const at = new Date().toISOString();
        if (Object.keys(values).length === 0) removeDraft(postId);
        else storeDraft(postId, { at, updated_at: updatedAt, values });
      }, debounceMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [watch, getValues, postId, initial, updatedAt, offered]);

  const discard = useCallback(() => {
    removeDraft(postId);
    setOffered(undefined);
  }, [postId]);

  return {
    offered,
    restored,
    baseVersion,
    discard,
    restore() {
      if (!offered) return;
      reset({ ...initial, ...offered.values }, { keepDefaultValues: true });
      setRestored((count) => count + 1);
      if (post && offered.updated_at)
        setBaseVersion({ id: post.id, updated_at: offered.updated_at });
      setOffered(undefined);
    },
  };
}

function getChangedValues(values: PostForm, initial: PostForm): Partial<PostForm> {
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== initial[field as keyof PostForm],
  );
  return Object.fromEntries(changed);
}

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
