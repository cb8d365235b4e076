import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { lengths } from '#app/lib/limits.ts';
import { z } from '#app/lib/zod.ts';

const required = 'Rating is required';

export const reviewForm = z.object({
  customer_name: requiredText(1, 'Customer name is required', lengths.name),
  rating: z.coerce
    .number<string | null>(required)
    .int(required)
    .min(1, required)
    .max(5, 'Rating cannot exceed 5'),
  review_text: requiredText(10, 'Review text must be at least 10 characters', 5000),
  project_type: optionalText(lengths.projectType),
  is_featured: z.boolean().default(false),
  is_approved: z.boolean().default(false),
});

export type ReviewInput = z.input<typeof reviewForm>;
export type ReviewForm = z.output<typeof reviewForm>;

export const emptyReview: ReviewInput = {
  customer_name: '',
  rating: null,
  review_text: '',
  project_type: '',
  is_featured: false,
  is_approved: false,
};

type StoredReview = {
  customer_name: string;
  rating: number;
  review_text: string;
  project_type: string | null;
  is_featured: boolean;
  is_approved: boolean;
};

export function toReviewForm(review: StoredReview): ReviewInput {
  const { customer_name, rating, review_text, project_type, is_featured, is_approved } = review;
  return {
    customer_name,
    rating: String(rating),
    review_text,
    project_type: project_type ?? '',
    is_featured,
    is_approved,
  };
}

/** The columns that a checked form fills; a project type that was left empty is null. */
export function toReviewColumns(form: ReviewForm): StoredReview {
  return { ...form, project_type: form.project_type || null };
}
