import { getScaledSize, stripGifMetadata } from '#app/domain/content/image-upload.ts';
import { imageLimits } from '#app/domain/limits.ts';

export class InvalidImageError extends Error {
  override name = 'InvalidImageError';
}

const heicHelp =
  'HEIC photos can not be shown on websites. On an iPhone, choose Settings, Camera, Formats, Most Compatible; or save this photo as a JPEG and choose that.';

const quality = 0.86;

/**
 * Redraws an image with at most 2560 pixels on its longer side, which removes all metadata such as
 * the location. Of a GIF only the metadata is removed.
 * @throws InvalidImageError
 */
export async function prepareImage(file: File): Promise<File> {
  if (file.type === 'image/gif') return checkSize(await stripMetadata(file));
  const heic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  if (!heic && !file.type.startsWith('image/')) throw new InvalidImageError('It is not a picture');
  if (file.type.startsWith('image/svg')) {
    throw new InvalidImageError('Drawings in SVG are not taken. Please save it as a PNG');
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new InvalidImageError(heic ? heicHelp : 'The picture could not be read');
  });
  try {
    return checkSize(await redraw(bitmap, file));
  } finally {
    bitmap.close();
  }
}

async function redraw(bitmap: ImageBitmap, file: File): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, getScaledSize(bitmap));
  const context = canvas.getContext('2d');
  if (!context) throw new InvalidImageError('The picture could not be read');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // WebP retains transparency.
  const type = /png|webp|avif/.test(file.type) ? 'image/webp' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new InvalidImageError('The picture could not be read');
  // Safari can't encode WebP and returns a PNG.
  const extension = blob.type.replace('image/', '').replace('jpeg', 'jpg');
  const stem = file.name.replace(/\.[^.]*$/, '') || 'image';
  return new File([blob], `${stem}.${extension}`, { type: blob.type });
}

async function stripMetadata(file: File): Promise<File> {
  try {
    const bytes = stripGifMetadata(new Uint8Array(await file.arrayBuffer()));
    return new File([bytes], file.name, { type: file.type });
  } catch {
    throw new InvalidImageError('The picture could not be read');
  }
}

function checkSize(file: File): File {
  if (file.size <= imageLimits.bytes) return file;
  throw new InvalidImageError(`It is larger than ${imageLimits.bytes / 1024 / 1024} MB`);
}
