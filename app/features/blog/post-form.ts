import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import {
  parsePublicationField,
  publicationDate,
  toPublicationField,
} from '#app/lib/publication.ts';
import { z } from '#app/lib/zod.ts';
import { defaultAuthor, maxSlugLength } from './posts.ts';

export const slugTaken = 'This slug is already in use';

const minLength = 10;
const maxLength = 500_000;

/** Whether rich text has as many characters as a post needs. */
export const isPostText = (html: string): boolean => stripTags(html).length >= minLength;

/** Removes the tags from rich text. */
export function stripTags(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .trim();
}

export const postForm = z.object({
  title: requiredText(1, 'Title is required', 200),
  slug: z
    .string()
    .trim()
    .min(1, 'Slug is required')
    .max(maxSlugLength, `Please use at most ${maxSlugLength} characters`)
    .regex(/^[^\s/?#%]*$/, "Please don't use spaces or / ? # %"),
  excerpt: optionalText(1000),
  content: z
    .string()
    .min(minLength, 'Content must be at least 10 characters')
    .max(maxLength, 'This post is too long. Please upload its images instead of pasting them.')
    .refine((html) => html.length < minLength || isPostText(html), {
      error: 'Content must contain at least 10 characters of actual text',
    }),
  author: requiredText(1, 'Author is required', 120),
  is_published: z.boolean(),
  published_at: publicationDate,
});

export type PostInput = z.input<typeof postForm>;
export type PostForm = z.output<typeof postForm>;

export const emptyPost: PostForm = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  author: defaultAuthor,
  is_published: false,
  published_at: '',
};

type PostColumns = Omit<PostForm, 'excerpt' | 'published_at'> & {
  excerpt: string | null;
  published_at: string | null;
};

/** The form of a post; its date is a datetime-local value in Ontario time. */
export function toPostForm(post: PostColumns): PostForm {
  const { title, slug, content, author, is_published, published_at } = post;
  return {
    title,
    slug,
    excerpt: post.excerpt ?? '',
    content,
    author: author || defaultAuthor,
    is_published,
    published_at: toPublicationField(published_at),
  };
}

/**
 * Turns a checked form into columns. A published post without a date gets `now`; a draft has no date.
 * @param stored the stored date, kept if its minute is unchanged: the form shows no seconds
 */
export function toPostColumns(
  form: PostForm,
  now: Date,
  stored: string | null = null,
): PostColumns {
  return {
    ...form,
    excerpt: form.excerpt || null,
    published_at: form.is_published
      ? (parsePublicationField(form.published_at, stored) ?? now.toISOString())
      : null,
  };
}

/** The columns that publishing or unpublishing sets. Publishing always sets a new date. */
export function toPublication(published: boolean, now: Date) {
  return { is_published: published, published_at: published ? now.toISOString() : null };
}
