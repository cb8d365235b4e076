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
import { fetchAllPages } from '#app/lib/fetch-all.ts';

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
export type VideoColumns = WritableColumns<'video_carousel'>;

export function listVideos(client: Client): Promise<Video[]> {
  return fetchAllPages((first, last) =>
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

export function insertVideo(client: Client, row: VideoColumns | Video): Promise<Video> {
  return insertRow(client, 'video_carousel', row);
}

export function updateVideo(
  client: Client,
  read: Version,
  change: Partial<VideoColumns>,
): Promise<Video> {
  return updateUnchanged(client, 'video_carousel', read, change);
}

export function setVideoActive(client: Client, id: string, is_active: boolean): Promise<Video> {
  return updateRow(client, 'video_carousel', id, { is_active });
}

export function setVideoOrder(client: Client, read: Version, order_index: number): Promise<Video> {
  return updateUnchanged(client, 'video_carousel', read, { order_index });
}

export function deleteVideo(client: Client, id: string): Promise<Video> {
  return deleteRow(client, 'video_carousel', id);
}
