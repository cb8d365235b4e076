import type { Row } from './database.types.ts';
import type { Version } from './errors.ts';
import { everyPage } from './every-row.ts';
import { deleteRow, insertRow, updateAsRead, updateRow, type Written } from './one-row.ts';
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
export type VideoColumns = Written<'video_carousel'>;

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

/** Adds a clip and returns it; a whole row, one that was deleted, comes back as it was. */
export function insertVideo(client: Client, row: VideoColumns | Video): Promise<Video> {
  return insertRow(client, 'video_carousel', row);
}

/**
 * Changes a clip that still is as it was read, and returns it. Throws RowChanged where somebody has
 * saved it since, RowNotFound where it is gone.
 */
export function updateVideo(
  client: Client,
  read: Version,
  change: Partial<VideoColumns>,
): Promise<Video> {
  return updateAsRead(client, 'video_carousel', read, change);
}

/** Sets whether a clip is active, and returns it. Throws RowNotFound where it is gone. */
export function setVideoActive(client: Client, id: string, is_active: boolean): Promise<Video> {
  return updateRow(client, 'video_carousel', id, { is_active });
}

/**
 * Sets the position of a clip, and returns it. Throws RowChanged where somebody has saved or moved it
 * since it was read: two orders that are stored at once would be mixed otherwise.
 */
export function setVideoOrder(client: Client, read: Version, order_index: number): Promise<Video> {
  return updateAsRead(client, 'video_carousel', read, { order_index });
}

/** Deletes a clip and returns it. Throws RowNotFound where it is gone already. */
export function deleteVideo(client: Client, id: string): Promise<Video> {
  return deleteRow(client, 'video_carousel', id);
}
