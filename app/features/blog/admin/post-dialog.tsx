import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ImageField } from '#app/admin/images/image-field.tsx';
import { type EditedImages, useImages } from '#app/admin/images/use-images.ts';
import { CheckField, PublicationDateField } from '#app/admin/records/record-fields.tsx';
import { RecordDialog } from '#app/admin/records/record-form.tsx';
import type { EditingDialog } from '#app/admin/records/use-records.tsx';
import type { Fields } from '#app/admin/records/version-conflict.ts';
import { RichTextField, storedRichText } from '#app/admin/rich-text/rich-text-field.tsx';
import { formatMoment } from '#app/lib/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import {
  type BlogPost,
  insertPost,
  isSlugTaken,
  type PostColumns,
  updatePost,
} from '../blog-posts.ts';
import {
  emptyPost,
  type PostForm,
  type PostInput,
  postForm,
  slugTaken,
  toPostColumns,
  toPostForm,
} from '../post-form.ts';
import { createSlug } from '../posts.ts';
import { useDraft } from './post-draft.ts';

const fields: Fields<PostColumns> = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  content: { label: 'Content', show: 'richText' },
  featured_image: { label: 'Featured Image', show: 'images' },
  author: 'Author',
  is_published: {
    label: 'Published',
    companion: 'published_at',
    show: (isPublished: boolean, { published_at }: PostColumns) =>
      isPublished ? `Yes, on ${formatMoment(published_at ?? '')}` : 'No',
  },
  published_at: null,
};

export default function PostDialog({
  row: post,
  onClose,
  onSaved,
  finalFocus,
}: EditingDialog<BlogPost>) {
  const [uploadingText, setUploadingText] = useState(false);
  const [pending, setPending] = useState(false);
  const images = useImages({
    folder: 'blog',
    initial: post?.featured_image ? [post.featured_image] : [],
    limit: 1,
    failed: () => 'Failed to upload image',
  });
  const form = useForm<PostInput, unknown, PostForm>({
    resolver: zodResolver(postForm),
    defaultValues: post ? toPostForm(post) : emptyPost,
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
      fields={fields}
      title={post ? 'Edit Blog Post' : 'Create New Blog Post'}
      submitLabel={post ? 'Update Post' : 'Create Post'}
      size="xl"
      form={form}
      images={images}
      uploading={uploadingText}
      hasPendingInput={pending}
      toColumns={async (values) => ({
        ...toPostColumns(values, new Date(), post?.published_at),
        content: await storedRichText(values.content, post?.content),
        featured_image: images.paths[0] ?? null,
      })}
      insert={insertPost}
      update={updatePost}
      getName={(saved) => saved.title}
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
        images={images}
        onUploading={setUploadingText}
        onPending={setPending}
      />
    </RecordDialog>
  );
}

type PostFieldsProps = {
  form: UseFormReturn<PostInput, unknown, PostForm>;
  isNew: boolean;
  images: EditedImages;
  onUploading: (uploading: boolean) => void;
  onPending: (isPending: boolean) => void;
};

function PostFields(props: PostFieldsProps) {
  const { form, isNew, images, onUploading, onPending } = props;
  const { register, control, setValue, getValues, formState } = form;
  const { errors, isSubmitted } = formState;
  const written = useRef('');
  const title = register('title', {
    onChange: (event) => {
      if (!isNew || getValues('slug') !== written.current) return;
      const slug = createSlug(event.target.value);
      written.current = slug;
      setValue('slug', slug, { shouldDirty: true, shouldValidate: isSubmitted });
    },
  });

  return (
    <div className="grid gap-5">
      <TextField label="Title" required error={errors.title?.message} {...title} />
      <TextField
        label="Slug"
        required
        autoCapitalize="none"
        spellCheck={false}
        hint="The last part of the post's address, after /blog/."
        error={errors.slug?.message}
        {...register('slug')}
      />
      <TextAreaField
        label="Excerpt"
        rows={2}
        hint="Shown in the list of posts and in search results."
        error={errors.excerpt?.message}
        {...register('excerpt')}
      />
      <RichTextField
        label="Content"
        control={control}
        name="content"
        initial={getValues('content')}
        onUploading={onUploading}
        onPending={onPending}
      />
      <ImageField
        legend="Featured Image"
        images={images}
        hint="We resize the image and remove its location data."
      />
      <TextField label="Author" required error={errors.author?.message} {...register('author')} />
      <CheckField
        label="Published"
        hint="Visitors see the post from its publication date."
        {...register('is_published')}
      />
      <PublicationDateField
        hint="Shown with the post, in Ontario time. Pick a later date to schedule the post, or leave it empty to publish it now. Drafts have no date."
        error={errors.published_at?.message}
        {...register('published_at')}
      />
    </div>
  );
}

type DraftOfferProps = { at: string; onRestore: () => void; onDiscard: () => void };

function DraftOffer({ at, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <section
      aria-label="Unsaved draft"
      className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-3 border border-line-firm bg-pine px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64">
        Your changes from {formatMoment(at)} were not saved.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onDiscard}>
          Discard draft
        </Button>
        <Button onClick={onRestore}>Restore draft</Button>
      </div>
    </section>
  );
}
