import type { Row } from './database.types.ts';
import { touchedRow } from './errors.ts';
import { everyPage } from './every-row.ts';
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

export type Video = Row<'video_carousel'>;
/** What staff write of a clip. */
export type VideoColumns = Omit<Video, 'id' | 'created_at' | 'updated_at'>;

/** Every clip, active or not, in their order. For staff. */
export function listVideos(client: Client): Promise<Video[]> {
  return everyPage((first, last) =>
    client
      .from('video_carousel')
      .select('*', { count: 'exact' })
      .order('order_index')
      .order('created_at', { ascending: false })
      .order('id')
      .range(first, last)
      .throwOnError(),
  );
}

/** Adds a clip and returns it. */
export async function insertVideo(client: Client, row: VideoColumns): Promise<Video> {
  const { data } = await client.from('video_carousel').insert(row).select().throwOnError();
  return touchedRow(data);
}

/**
 * Changes a clip, or whether it is active, or where it stands, and returns it. Throws RowNotFound
 * where it is gone.
 */
export async function updateVideo(
  client: Client,
  id: string,
  change: VideoColumns | { is_active: boolean } | { order_index: number },
): Promise<Video> {
  const { data } = await client
    .from('video_carousel')
    .update(change)
    .eq('id', id)
    .select()
    .throwOnError();
  return touchedRow(data);
}

/** Deletes a clip and returns it. Throws RowNotFound where it is gone already. */
export async function deleteVideo(client: Client, id: string): Promise<Video> {
  const { data } = await client
    .from('video_carousel')
    .delete()
    .eq('id', id)
    .select()
    .throwOnError();
  return touchedRow(data);
}
