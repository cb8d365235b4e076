import { stripTags } from '#app/features/blog/post-form.ts';
import { createSlug } from '#app/features/blog/posts.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import {
  parsePublicationField,
  publicationDate,
  toPublicationField,
} from '#app/lib/publication.ts';
import { z } from '#app/lib/zod.ts';
import type { OwnPage, OwnPageColumns } from './own-pages.ts';

/** Characters; the database has the same limits. */
const maxLengths = { title: 120, slug: 100, description: 300, content: 200_000 } as const;

export const pageSlugTaken = 'Another page has this address';

/** The address that a title suggests, as long as it may be. */
export const suggestPageSlug = (title: string): string =>
  createSlug(title).slice(0, maxLengths.slug).replace(/-$/, '');

/** Whether a page would show anything. */
export const isPageContent = (html: string): boolean =>
  /<img|data-block/.test(html) || stripTags(html) !== '';

export const pageForm = z.object({
  title: requiredText(1, 'Title is required', maxLengths.title),
  slug: z
    .string()
    .trim()
    .min(1, 'Address is required')
    .max(maxLengths.slug, `Please use at most ${maxLengths.slug} characters`)
    .regex(
      /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/,
      'Please use lowercase letters, digits and single hyphens',
    ),
  description: optionalText(maxLengths.description),
  content: z
    .string()
    .max(
      maxLengths.content,
      'This page is too long. Please upload its images instead of pasting them.',
    )
    .refine(isPageContent, 'Content is required'),
  is_published: z.boolean(),
  published_at: publicationDate,
  in_footer: z.boolean(),
  in_menu: z.boolean(),
  order_index: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, 'Please enter a whole number from 0 to 9999'),
});

export type PageInput = z.input<typeof pageForm>;
export type PageForm = z.output<typeof pageForm>;

/** The form of a page, or of a new one; its date is a datetime-local value in Ontario time. */
export function toPageForm(page: OwnPage | undefined): PageForm {
  return {
    title: page?.title ?? '',
    slug: page?.slug ?? '',
    description: page?.description ?? '',
    content: page?.content ?? '',
    is_published: page?.is_published ?? false,
    published_at: toPublicationField(page?.published_at ?? null),
    in_footer: page?.in_footer ?? true,
    in_menu: page?.in_menu ?? false,
    order_index: String(page?.order_index ?? 0),
  };
}

/**
 * Turns a checked form into columns. A draft has no date; the database dates a page that is published without one.
 * @param stored the stored date, kept if its minute is unchanged: the form shows no seconds
 */
export function toPageColumns(form: PageForm, stored: string | null = null): OwnPageColumns {
  return {
    ...form,
    description: form.description || null,
    published_at: form.is_published ? parsePublicationField(form.published_at, stored) : null,
    order_index: Number(form.order_index),
  };
}
