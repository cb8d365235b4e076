import { getScaledSize, stripGifMetadata } from './image-upload.ts';

const quality = 0.86;

let lastTask: Promise<unknown> = Promise.resolve();

/**
 * Redraws an image upright with at most 2560 pixels on its longer side, which removes all metadata such
 * as the location. Of a GIF only the metadata is removed. Images are decoded one at a time.
 * @returns the file itself if the browser cannot decode it
 */
export function downscaleImage(file: File): Promise<File> {
  const result = lastTask.then(() => (file.type === 'image/gif' ? cleanGif(file) : redraw(file)));
  const downscaled = result.catch(() => file);
  lastTask = downscaled;
  return downscaled;
}

async function redraw(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file);
  try {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, getScaledSize(bitmap));
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    // WebP retains transparency.
    const type = /png|webp|avif/.test(file.type) ? 'image/webp' : 'image/jpeg';
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (!blob) return file;
    // Safari can't encode WebP and returns a PNG.
    const extension = blob.type.replace('image/', '').replace('jpeg', 'jpg');
    const stem = file.name.replace(/\.[^.]*$/, '') || 'image';
    return new File([blob], `${stem}.${extension}`, { type: blob.type });
  } finally {
    bitmap.close();
  }
}

async function cleanGif(file: File): Promise<File> {
  const bytes = stripGifMetadata(new Uint8Array(await file.arrayBuffer()));
  return new File([bytes], file.name, { type: file.type });
}
