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
import { homeLimits, lengths, reviewsPerPage } from '#app/lib/limits.ts';
import { fetchAllRows, type Page, readPage, toCursorFilter } from '#app/lib/paginate.ts';
import { isHttpUrl } from '#app/lib/validators.ts';
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

/**
 * Reads a page of the approved reviews, featured or not: the latest first, those without a date last.
 * @param requestedPage the search parameter
 */
export function readReviewsPage(
  client: Client,
  requestedPage: string | null,
): Promise<Page<Review>> {
  const approved = () => client.rpc('list_approved_reviews', {}, { count: 'exact' });
  return readPage(
    requestedPage,
    reviewsPerPage,
    () => approved().limit(0).throwOnError(),
    (first, last) =>
      approved()
        .order('reviewed_on', { ascending: false, nullsFirst: false })
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, last)
        .throwOnError(),
  );
}

const maxReviewsById = 100;

/** Reads those of some reviews that are approved, featured or not; at most 100. */
export async function readApprovedReviews(client: Client, ids: string[]): Promise<Review[]> {
  if (ids.length === 0) return [];
  const { data } = await client
    .rpc('list_approved_reviews')
    .in('id', [...new Set(ids)].slice(0, maxReviewsById))
    .throwOnError();
  return data;
}

/** Lists the newest approved reviews, at most 200, for a field that chooses one. */
export async function listReviewChoices(
  client: Client,
): Promise<Pick<Review, 'id' | 'customer_name' | 'review_text'>[]> {
  const { data } = await client
    .from('reviews')
    .select('id, customer_name, review_text')
    .eq('is_approved', true)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(200)
    .throwOnError();
  return data;
}

/** What staff write. */
export type ReviewColumns = Omit<WritableColumns<'reviews'>, 'sent_by_customer'>;

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

/**
 * Changes one flag.
 * @throws RowNotFound if it is deleted; RowChanged if staff approve a text that its customer has changed since
 */
export function flagReview(
  client: Client,
  read: Version & { sent_by_customer: boolean },
  flag: { is_approved: boolean } | { is_featured: boolean },
): Promise<Review> {
  const isApproval = 'is_approved' in flag && flag.is_approved;
  return isApproval && read.sent_by_customer
    ? updateUnchanged(client, 'reviews', read, flag)
    : updateRow(client, 'reviews', read.id, flag);
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
  reviewed_on: z.union([z.literal(''), z.iso.date('Please enter a valid date')]).default(''),
  town: optionalText(lengths.location),
  source_url: optionalText(500).check(
    z.refine(
      (text) => text === '' || (isHttpUrl(text) && /^https:/i.test(text)),
      'Please enter a link that starts with https://',
    ),
  ),
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
  reviewed_on: '',
  town: '',
  source_url: '',
  is_featured: false,
  is_approved: false,
};

type StoredReview = {
  customer_name: string;
  rating: number;
  review_text: string;
  project_type: string | null;
  /** YYYY-MM-DD */
  reviewed_on: string | null;
  town: string | null;
  source_url: string | null;
  is_featured: boolean;
  is_approved: boolean;
};

/** The form of a stored review; null becomes an empty text. */
export function toReviewForm(review: StoredReview): ReviewInput {
  const { customer_name, rating, review_text, is_featured, is_approved } = review;
  return {
    customer_name,
    rating: String(rating),
    review_text,
    project_type: review.project_type ?? '',
    reviewed_on: review.reviewed_on ?? '',
    town: review.town ?? '',
    source_url: review.source_url ?? '',
    is_featured,
    is_approved,
  };
}

/** Turns a checked form into columns; empty text becomes null. */
export function toReviewColumns(form: ReviewForm): StoredReview {
  return {
    ...form,
    project_type: form.project_type || null,
    reviewed_on: form.reviewed_on || null,
    town: form.town || null,
    source_url: form.source_url || null,
  };
}
