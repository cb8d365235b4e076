import { homeLimits } from '#app/domain/limits.ts';
import type { Row } from './database.types.ts';
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
