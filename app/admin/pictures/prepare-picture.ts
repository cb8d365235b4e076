import { getScaledSize, stripGifMetadata } from '#app/domain/content/image-upload.ts';
import { pictureLimits } from '#app/domain/limits.ts';

/** A file that never travelled, with a reason that reads well after its name. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
}

const heicHelp =
  'HEIC photos can not be shown on websites. On an iPhone, choose Settings, Camera, Formats, Most Compatible; or save this photo as a JPEG and choose that.';

/** How much of a JPEG's or WebP's detail is kept; what is lost does not show at this size. */
const quality = 0.86;

/**
 * Makes a picture ready to travel: at most 2560 pixels on its longer side, drawn anew, so that
 * nothing of the file but its picture is left, least of all where it was taken. An animation
 * keeps its frames as they are and loses the rest.
 * @throws PictureRefused where the file is no picture, or none that this browser can open
 */
export async function preparePicture(file: File): Promise<File> {
  if (file.type === 'image/gif') return withinLimit(await withoutNotes(file));
  const heic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  if (!heic && !file.type.startsWith('image/')) throw new PictureRefused('It is not a picture');
  if (file.type.startsWith('image/svg')) {
    throw new PictureRefused('Drawings in SVG are not taken. Please save it as a PNG');
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureRefused(heic ? heicHelp : 'The picture could not be read');
  });
  try {
    return withinLimit(await redrawn(bitmap, file));
  } finally {
    bitmap.close();
  }
}

async function redrawn(bitmap: ImageBitmap, file: File): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, getScaledSize(bitmap));
  const context = canvas.getContext('2d');
  if (!context) throw new PictureRefused('The picture could not be read');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // What may be transparent stays so; a photograph is a JPEG.
  const type = /png|webp|avif/.test(file.type) ? 'image/webp' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new PictureRefused('The picture could not be read');
  // A browser that can't write WebP gives a PNG.
  const extension = blob.type.replace('image/', '').replace('jpeg', 'jpg');
  const stem = file.name.replace(/\.[^.]*$/, '') || 'image';
  return new File([blob], `${stem}.${extension}`, { type: blob.type });
}

async function withoutNotes(file: File): Promise<File> {
  try {
    const bytes = stripGifMetadata(new Uint8Array(await file.arrayBuffer()));
    return new File([bytes], file.name, { type: file.type });
  } catch {
    throw new PictureRefused('The picture could not be read');
  }
}

function withinLimit(file: File): File {
  if (file.size <= pictureLimits.bytes) return file;
  throw new PictureRefused(`It is larger than ${pictureLimits.bytes / 1024 / 1024} MB`);
}
