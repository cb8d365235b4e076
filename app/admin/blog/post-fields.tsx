import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PostForm, PostInput } from '#app/domain/blog/post-form.ts';
import { createSlug } from '#app/domain/blog/posts.ts';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { PictureField } from '../pictures/picture-field.tsx';
import type { Pictures } from '../pictures/use-pictures.ts';
import { CheckField } from '../records/record-fields.tsx';
import { RichTextField } from '../rich-text/rich-text-field.tsx';

type PostFieldsProps = {
  form: UseFormReturn<PostInput, unknown, PostForm>;
  /** Whether the post is new: only then the title writes the slug. */
  isNew: boolean;
  pictures: Pictures;
  onUploading: (uploading: boolean) => void;
};

/** The form of a post. */
export function PostFields({ form, isNew, pictures, onUploading }: PostFieldsProps) {
  const { register, control, setValue, getValues, formState } = form;
  const { errors, isSubmitted } = formState;
  const written = useRef('');
  const title = register('title', {
    onChange: (event) => {
      // A slug that somebody typed themselves is theirs.
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
        hint="The end of the post's address, after /blog/."
        error={errors.slug?.message}
        {...register('slug')}
      />
      <TextAreaField
        label="Excerpt"
        rows={2}
        hint="Shown in the list of posts and by search engines."
        error={errors.excerpt?.message}
        {...register('excerpt')}
      />
      <RichTextField
        label="Content"
        control={control}
        name="content"
        initial={getValues('content')}
        onUploading={onUploading}
      />
      <PictureField
        legend="Featured Image"
        pictures={pictures}
        hint="Made smaller, and where it was taken is removed."
      />
      <TextField label="Author" required error={errors.author?.message} {...register('author')} />
      <CheckField
        label="Published"
        hint="Visitors see the post as soon as it is saved."
        {...register('is_published')}
      />
    </div>
  );
}
