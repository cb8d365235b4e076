import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type BlogPost, insertPost, isSlugTaken, updatePost } from '#app/data/blog-posts.ts';
import {
  emptyPost,
  type PostForm,
  type PostInput,
  postColumns,
  postForm,
  postFormOf,
  slugTaken,
} from '#app/domain/blog/post-form.ts';
import { usePictures } from '../pictures/use-pictures.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import type { EditingDialog } from '../records/use-editing.ts';
import { storedRichText } from '../rich-text/stored-rich-text.ts';
import { DraftOffer } from './draft-offer.tsx';
import { PostFields } from './post-fields.tsx';
import { useDraft } from './use-draft.ts';

/** Makes or changes a post, and keeps what is typed in this browser until it is stored. */
export default function PostDialog({
  row: post,
  onClose,
  onSaved,
  finalFocus,
}: EditingDialog<BlogPost>) {
  const [uploadingText, setUploadingText] = useState(false);
  const pictures = usePictures({
    folder: 'blog',
    initial: post?.featured_image ? [post.featured_image] : [],
    limit: 1,
    failed: () => 'Failed to upload image',
  });
  const form = useForm<PostInput, unknown, PostForm>({
    resolver: zodResolver(postForm),
    defaultValues: post ? postFormOf(post) : emptyPost,
  });
  const draft = useDraft(form, post);

  function showTakenSlug(error: unknown): boolean {
    if (!isSlugTaken(error)) return false;
    form.setError('slug', { message: slugTaken }, { shouldFocus: true });
    return true;
  }

  return (
    <RecordDialog
      row={post}
      entity="post"
      title={post ? 'Edit Blog Post' : 'Create New Blog Post'}
      submitLabel={post ? 'Update Post' : 'Create Post'}
      size="xl"
      form={form}
      pictures={pictures}
      uploading={uploadingText}
      toColumns={async (values) => ({
        ...postColumns(values, new Date()),
        content: await storedRichText(values.content, post?.content),
        featured_image: pictures.paths[0] ?? null,
      })}
      insert={insertPost}
      update={updatePost}
      nameOf={(saved) => saved.title}
      baseVersion={draft.baseVersion}
      onError={showTakenSlug}
      onSaved={() => {
        draft.discard();
        onSaved();
      }}
      onClose={() => {
        // A draft that was neither restored nor discarded is offered again.
        if (!draft.offered) draft.discard();
        onClose();
      }}
      finalFocus={finalFocus}
    >
      {draft.offered && (
        <DraftOffer at={draft.offered.at} onRestore={draft.restore} onDiscard={draft.discard} />
      )}
      <PostFields
        key={draft.restored}
        form={form}
        isNew={post === undefined}
        pictures={pictures}
        onUploading={setUploadingText}
      />
    </RecordDialog>
  );
}
