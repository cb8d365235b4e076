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
import { fetchAllPages } from '#app/lib/paginate.ts';
import { isHttpUrl, isSitePath } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';

/** Lists the videos that visitors see, in the order of the carousel. */
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

/** Lists all videos, inactive ones too, in the order of the carousel. */
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

/** @throws RowChanged if a row with its id is stored */
export function insertVideo(client: Client, row: VideoColumns | Video): Promise<Video> {
  return insertRow(client, 'video_carousel', row);
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function updateVideo(
  client: Client,
  read: Version,
  change: Partial<VideoColumns>,
): Promise<Video> {
  return updateUnchanged(client, 'video_carousel', read, change);
}

/** @throws RowNotFound if it is deleted */
export function setVideoActive(client: Client, id: string, is_active: boolean): Promise<Video> {
  return updateRow(client, 'video_carousel', id, { is_active });
}

/** @throws RowChanged if someone has saved it since, RowNotFound if it is deleted */
export function setVideoOrder(client: Client, read: Version, order_index: number): Promise<Video> {
  return updateUnchanged(client, 'video_carousel', read, { order_index });
}

/** @throws RowNotFound if it is deleted */
export function deleteVideo(client: Client, id: string): Promise<Video> {
  return deleteRow(client, 'video_carousel', id);
}

type Ordered = { id: string; order_index: number; created_at: string };

/** Sorts videos as the website shows them: by order_index, then newest first. */
export function sortVideos<Item extends Ordered>(clips: Item[]): Item[] {
  return [...clips].sort(
    (one, other) =>
      one.order_index - other.order_index ||
      other.created_at.localeCompare(one.created_at) ||
      one.id.localeCompare(other.id),
  );
}

/** The videos whose order_index differs from their place in the list, with the new order_index. */
export function getRenumberedVideos<Item extends Ordered>(
  clips: Item[],
): { clip: Item; order_index: number }[] {
  return clips
    .map((clip, index) => ({ clip, order_index: index }))
    .filter(({ clip, order_index }) => order_index !== clip.order_index);
}

const invalidUrlMessage = 'Please enter a valid video URL';
const validOrder = 'Please enter a whole number from 0';

/** The form of a video, without its thumbnail. */
export const videoForm = z.object({
  title: requiredText(1, 'Title is required', 200),
  description: optionalText(2000),
  /** An http(s) URL, or a path on this site. */
  video_url: requiredText(1, invalidUrlMessage, 1000).check(
    z.refine((text) => isHttpUrl(text) || isSitePath(text), invalidUrlMessage),
  ),
  /** The position in the carousel from 0, as typed. */
  order_index: z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, validOrder)
    .transform(Number),
  is_active: z.boolean().default(true),
});

export type VideoInput = z.input<typeof videoForm>;
export type VideoForm = z.output<typeof videoForm>;

type StoredVideo = {
  title: string;
  description: string | null;
  video_url: string;
  order_index: number;
  is_active: boolean;
};

/** The initial form, from the stored row if there is one. */
export function toVideoForm(video: StoredVideo | undefined): VideoInput {
  return {
    title: video?.title ?? '',
    description: video?.description ?? '',
    video_url: video?.video_url ?? '',
    order_index: String(video?.order_index ?? 0),
    is_active: video?.is_active ?? true,
  };
}

/** Turns a checked form into columns; an empty description becomes null. */
export function toVideoColumns(form: VideoForm): StoredVideo {
  return { ...form, description: form.description || null };
}
