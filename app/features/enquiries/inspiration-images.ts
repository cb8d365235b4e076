import { isHeic } from '#app/features/images/heic.ts';
import { imageLimits, unsentUploadHours } from '#app/lib/limits.ts';

const imageTypes = 'JPEG, PNG, WebP, AVIF, GIF or HEIC';

export const tooManyImages = `you can attach up to ${imageLimits.count} photos`;

export const uploadTimedOut = 'the upload took too long';

/** The message for a restored draft whose images the storage has deleted. */
export const expiredImages =
  'We keep unsent photos for two days, and yours have expired. Please add them again.';

/** The advice for when the storage has no room for more visitors' images. */
const storageFull =
  "We can't accept more photos right now. Please send your request without them, and we'll ask for photos by email.";

/** The messages about an image that could not be stored, the second one with advice. */
export function formatUploadError(fileName: string, reason: string | undefined): string[] {
  const message = `Failed to upload ${fileName}: ${reason || 'Unknown error'}`;
  return /storage for visitors' images is full/i.test(message) ? [message, storageFull] : [message];
}

/** Why a file is rejected before it is downscaled or uploaded; undefined if it is accepted. */
export function explainRejectedImage(file: {
  name: string;
  size: number;
  type: string;
}): string | undefined {
  if (file.size === 0) return 'the file is empty';
  if (!imageLimits.types.some((type) => type === file.type) && !isHeic(file)) {
    return `please choose a ${imageTypes} photo`;
  }
  return undefined;
}

/** Why a file is rejected before it is uploaded; undefined if it is accepted. */
export function explainRejectedUpload(file: Parameters<typeof explainRejectedImage>[0]) {
  const { bytes } = imageLimits;
  return (
    explainRejectedImage(file) ??
    (file.size > bytes ? `the file is larger than ${bytes / 1024 / 1024} MB` : undefined)
  );
}

/**
 * Separates the images of a draft that the storage has deleted, or will within the hour, from the others.
 *
 * @param now milliseconds since 1970, by the clock that named them
 */
export function partitionUploads<Upload extends { path: string }>(
  uploads: Upload[],
  now: number,
): { current: Upload[]; expired: Upload[] } {
  const oldest = now - (unsentUploadHours - 1) * 3_600_000;
  const isExpired = ({ path }: Upload) =>
    Number(/^inspiration\/(\d+)-/.exec(path)?.[1] ?? now) < oldest;
  return {
    current: uploads.filter((upload) => !isExpired(upload)),
    expired: uploads.filter(isExpired),
  };
}
