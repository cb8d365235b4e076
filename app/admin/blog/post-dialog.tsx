import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type BlogPost,
  insertPost,
  isSlugTaken,
  type PostColumns,
  updatePost,
} from '#app/data/blog-posts.ts';
import {
  emptyPost,
  type PostForm,
  type PostInput,
  postColumns,
  postForm,
  postFormOf,
  slugTaken,
} from '#app/domain/post-form.ts';
import { usePictures } from '../pictures/use-pictures.ts';
import { RecordDialog } from '../records/record-dialog.tsx';
import { useRecordSaving } from '../records/use-record-saving.tsx';
import { useAdminClient } from '../session.ts';
import { DraftOffer } from './draft-offer.tsx';
import { PostFields } from './post-fields.tsx';
import { postMerge } from './post-merge.tsx';
import { useDraft } from './use-draft.ts';

type PostDialogProps = {
  /** The post to change; without one, a new one is made. */
  post?: BlogPost | undefined;
  onClose: () => void;
  /** Told once it is stored as the person wants it; the dialog is to be closed then. */
  onSaved: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Makes or changes a post. Shown only while it is open, so that it always begins afresh. */
export function PostDialog({ post, onClose, onSaved, finalFocus }: PostDialogProps) {
  const client = useAdminClient();
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
  const { formState, handleSubmit, setError } = form;
  const draft = useDraft(form, post);
  const saving = useRecordSaving({
    thing: 'post',
    row: post,
    startedFrom: draft.startedFrom,
    fields: postMerge,
    insert: (columns: PostColumns) => insertPost(client, columns),
    update: (read, columns) => updatePost(client, read, columns),
    beforehand: pictures.saveTexts,
    name: (saved) => saved.title,
    onDone() {
      draft.forget();
      onSaved();
    },
    told: tellTakenSlug,
  });

  function tellTakenSlug(error: unknown): boolean {
    if (!isSlugTaken(error)) return false;
    setError('slug', { message: slugTaken }, { shouldFocus: true });
    return true;
  }

  const submit = handleSubmit(async (values) => {
    const { richTextToStore } = await import('#app/domain/rich-text.ts');
    await saving.save({
      ...postColumns(values, new Date()),
      // Words that nobody touched here stay as they are: sanitizing them would look like a change.
      content: values.content === post?.content ? post.content : richTextToStore(values.content),
      featured_image: pictures.paths[0] ?? null,
    });
  });

  return (
    <RecordDialog
      title={post ? 'Edit Blog Post' : 'Create New Blog Post'}
      submitLabel={post ? 'Update Post' : 'Create Post'}
      size="xl"
      saving={formState.isSubmitting}
      uploading={pictures.uploading || uploadingText}
      hasUnsavedInput={formState.isDirty || pictures.changed}
      failure={saving.failure}
      onSubmit={submit}
      onClose={() => {
        // A draft that nobody has decided on is offered again.
        if (!draft.offered) draft.forget();
        onClose();
      }}
      finalFocus={finalFocus}
    >
      {draft.offered && (
        <DraftOffer at={draft.offered.at} onRestore={draft.restore} onDiscard={draft.forget} />
      )}
      <PostFields
        key={draft.restored}
        form={form}
        isNew={post === undefined}
        pictures={pictures}
        onUploading={setUploadingText}
      />
      {saving.dialogs}
    </RecordDialog>
  );
}
