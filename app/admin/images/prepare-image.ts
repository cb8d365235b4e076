import { downscaleImage } from '#app/features/images/downscale-image.ts';
import { isHeic } from '#app/features/images/heic.ts';
import { imageLimits } from '#app/lib/limits.ts';

export class InvalidImageError extends Error {
  override name = 'InvalidImageError';
}

/**
 * Downscales an image. One that the browser cannot decode is returned as it is, for the server to decode.
 * @throws InvalidImageError
 */
export async function prepareImage(file: File): Promise<File> {
  if (!file.type.startsWith('image/') && !isHeic(file)) {
    throw new InvalidImageError('It is not a picture');
  }
  if (file.type.startsWith('image/svg')) {
    throw new InvalidImageError('Drawings in SVG are not taken. Please save it as a PNG');
  }
  const image = await downscaleImage(file);
  if (image.size <= imageLimits.bytes) return image;
  throw new InvalidImageError(`It is larger than ${imageLimits.bytes / 1024 / 1024} MB`);
}
