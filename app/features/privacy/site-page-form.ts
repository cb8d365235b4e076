import { stripTags } from '#app/features/blog/post-form.ts';
import { requiredText } from '#app/lib/form-fields.ts';
import { z } from '#app/lib/zod.ts';

export const sitePageForm = z.object({
  title: requiredText(1, 'Title is required', 120),
  content: z
    .string()
    .max(100_000, 'This page is too long.')
    .refine(
      (html) => stripTags(html).length >= 10,
      'Content must contain at least 10 characters of actual text',
    ),
});

export type SitePageForm = z.output<typeof sitePageForm>;
