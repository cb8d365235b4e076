import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { isHttpUrl, isSitePath } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';

const invalidUrlMessage = 'Please enter a valid video URL';
const validOrder = 'Please enter a whole number from 0';

/** The form of a clip, without its thumbnail. */
export const videoForm = z.object({
  title: requiredText(1, 'Title is required', 200),
  description: optionalText(2000),
  /** An http(s) URL, or a path on this site. */
  video_url: requiredText(1, invalidUrlMessage, 1000).check(
    z.refine((text) => isHttpUrl(text) || isSitePath(text), invalidUrlMessage),
  ),
  /** The position among the clips from 0, as typed. */
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

/** The columns that a checked form fills; a description that was left empty is null. */
export function toVideoColumns(form: VideoForm): StoredVideo {
  return { ...form, description: form.description || null };
}
