import type { Client } from '#app/lib/client.ts';
import {
  deleteRow,
  insertRow,
  updateRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { homeLimits, lengths } from '#app/lib/limits.ts';
import { fetchAllRows, toCursorFilter } from '#app/lib/paginate.ts';
import { z } from '#app/lib/zod.ts';

/** Lists the newest approved and featured reviews for the home page. */
export async function listFeaturedReviews(client: Client): Promise<Row<'reviews'>[]> {
  const { data } = await client
    .from('reviews')
    .select('*')
    .eq('is_approved', true)
    .eq('is_featured', true)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(homeLimits.reviews)
    .throwOnError();
  return data;
}

export type Review = Row<'reviews'>;
export type ReviewColumns = WritableColumns<'reviews'>;

/** @throws RowChanged if a row with its id is stored */
export function insertReview(client: Client, row: ReviewColumns | Review): Promise<Review> {
  return insertRow(client, 'reviews', row);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateReview(
  client: Client,
  read: Version,
  change: Partial<ReviewColumns>,
): Promise<Review> {
  return updateUnchanged(client, 'reviews', read, change);
}

/** @throws RowNotFound if it is deleted */
export function flagReview(
  client: Client,
  id: string,
  flag: { is_approved: boolean } | { is_featured: boolean },
): Promise<Review> {
  return updateRow(client, 'reviews', id, flag);
}

/** @throws RowNotFound if it is deleted */
export function deleteReview(client: Client, id: string): Promise<Review> {
  return deleteRow(client, 'reviews', id);
}

/** Lists all reviews that wait for approval, newest first. */
export function listPendingReviews(client: Client): Promise<Review[]> {
  return fetchAllRows((after, limit) => {
    const query = client.from('reviews').select('*', { count: 'exact' }).eq('is_approved', false);
    return (after ? query.or(toCursorFilter(after)) : query)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
      .throwOnError();
  });
}

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

/** The form of a stored review; an empty project type becomes an empty text. */
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

/** Turns a checked form into columns; an empty project type becomes null. */
export function toReviewColumns(form: ReviewForm): StoredReview {
  return { ...form, project_type: form.project_type || null };
}
