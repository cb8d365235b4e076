import type { Client } from '#app/lib/client.ts';
import {
  deleteRow,
  insertRow,
  updateRow,
  updateUnchanged,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Version } from '#app/lib/errors.ts';
import { fetchAllRows, toCursorFilter } from '#app/lib/fetch-all.ts';
import { homeLimits } from '#app/lib/limits.ts';

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

export function insertReview(client: Client, row: ReviewColumns | Review): Promise<Review> {
  return insertRow(client, 'reviews', row);
}

export function updateReview(
  client: Client,
  read: Version,
  change: Partial<ReviewColumns>,
): Promise<Review> {
  return updateUnchanged(client, 'reviews', read, change);
}

export function flagReview(
  client: Client,
  id: string,
  flag: { is_approved: boolean } | { is_featured: boolean },
): Promise<Review> {
  return updateRow(client, 'reviews', id, flag);
}

export function deleteReview(client: Client, id: string): Promise<Review> {
  return deleteRow(client, 'reviews', id);
}

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
