import type { Row } from './database.types.ts';
import type { Client } from './supabase-context.ts';

/** The active clips in their order. */
export async function listActiveVideos(client: Client): Promise<Row<'video_carousel'>[]> {
  const { data } = await client
    .from('video_carousel')
    .select('*')
    .eq('is_active', true)
    .order('order_index')
    .order('created_at', { ascending: false })
    .order('id')
    .throwOnError();
  return data;
}
