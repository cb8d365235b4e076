import { useCallback, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Version } from '#app/data/errors.ts';
import { emptyPost, type PostForm, type PostInput } from '#app/domain/blog/post-form.ts';
import { forgetDraft, keepDraft, readDraft } from './stored-draft.ts';

/** Milliseconds that the typing must rest before a draft is kept. */
const rest = 600;

/**
 * Keeps a post in this browser while it is typed, and offers what an earlier visit left behind
 * without saving or giving it up.
 */
export function useDraft(
  { watch, getValues, reset }: UseFormReturn<PostInput, unknown, PostForm>,
  post: Version | undefined,
) {
  const postId = post?.id;
  const [offered, setOffered] = useState(() => readDraft(localStorage, postId));
  const [restored, setRestored] = useState(0);
  const [startedFrom, setStartedFrom] = useState<Version>();
  const updatedAt = startedFrom?.updated_at ?? post?.updated_at;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Only what a person types has a type.
    const { unsubscribe } = watch((_values, { type }) => {
      if (!type) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        keepDraft(localStorage, postId, {
          at: new Date().toISOString(),
          updated_at: updatedAt,
          values: { ...emptyPost, ...getValues() },
        });
      }, rest);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [watch, getValues, postId, updatedAt]);

  const forget = useCallback(() => {
    forgetDraft(localStorage, postId);
    setOffered(undefined);
  }, [postId]);

  return {
    /** What may be taken up again; undefined where there is nothing. */
    offered,
    /** Counts the restorations, so that the editor begins anew with the restored text. */
    restored,
    /** The version of the post that the restored draft changes; undefined for today's. */
    startedFrom,
    forget,
    restore() {
      if (!offered) return;
      reset(offered.values, { keepDefaultValues: true });
      setRestored((count) => count + 1);
      if (post && offered.updated_at)
        setStartedFrom({ id: post.id, updated_at: offered.updated_at });
      setOffered(undefined);
    },
  };
}
