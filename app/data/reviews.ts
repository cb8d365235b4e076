import { homeLimits } from '#app/domain/limits.ts';
import type { Row } from './database.types.ts';
import type { Version } from './errors.ts';
import { everyRow, rowsAfter } from './every-row.ts';
import { deleteRow, insertRow, updateAsRead, updateRow, type Written } from './one-row.ts';
import type { Client } from './supabase-context.ts';

/** The newest approved and featured reviews, as many as the home page shows. */
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
/** What staff write of a review. */
export type ReviewColumns = Written<'reviews'>;

/** Adds a review and returns it; a whole row, one that was deleted, comes back as it was. */
export function insertReview(client: Client, row: ReviewColumns | Review): Promise<Review> {
  return insertRow(client, 'reviews', row);
}

/**
 * Changes a review that still is as it was read, and returns it. Throws RowChanged where somebody has
 * saved it since, RowNotFound where it is gone.
 */
export function updateReview(
  client: Client,
  read: Version,
  change: Partial<ReviewColumns>,
): Promise<Review> {
  return updateAsRead(client, 'reviews', read, change);
}

/** Sets one of the flags of a review, and returns it. Throws RowNotFound where it is gone. */
export function flagReview(
  client: Client,
  id: string,
  flag: { is_approved: boolean } | { is_featured: boolean },
): Promise<Review> {
  return updateRow(client, 'reviews', id, flag);
}

/** Deletes a review and returns it. Throws RowNotFound where it is gone already. */
export function deleteReview(client: Client, id: string): Promise<Review> {
  return deleteRow(client, 'reviews', id);
}

/** The reviews that wait for approval, newest first. For staff. */
export function listPendingReviews(client: Client): Promise<Review[]> {
  return everyRow((after, limit) => {
    const query = client.from('reviews').select('*', { count: 'exact' }).eq('is_approved', false);
    return (after ? query.or(rowsAfter(after)) : query)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(limit)
      .throwOnError();
  });
}
