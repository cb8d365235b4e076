import type { Client } from '#app/lib/client.ts';
import { chunk } from '#app/lib/crud.ts';
import { createUuid } from '#app/lib/random-ids.ts';
import { z } from '#app/lib/zod-mini.ts';

const bucket = 'images';

export type ImageFolder = 'projects' | 'sheds' | 'blog' | 'hero' | 'thumbnails' | 'orders';

export class UploadError extends Error {
  override name = 'UploadError';
  /** The storage rejects the file itself, because of its size or content. */
  readonly isRejected: boolean;
  /** The storage did not answer or was busy: the upload can be tried again. */
  readonly isInterrupted: boolean;

  constructor(message: string, { isRejected = false, isInterrupted = false } = {}) {
    super(message);
    this.isRejected = isRejected;
    this.isInterrupted = isInterrupted;
  }
}

/**
 * Options for customers' photos: caches drop them within 600 seconds of their erasure. Our backend sends
 * that lifetime by itself; Supabase sends the one stored with the file, which defaults to an hour.
 */
const personal = { cacheControl: '600' };

/** Stores a visitor's image and returns its path. Throws UploadError. */
export function uploadInspirationImage(client: Client, file: File): Promise<string> {
  const path = createImagePath('inspiration', file.name);
  return upload(client, path, file, { upsert: false, ...personal });
}

/**
 * Stores an image of the back office as {folder}/{timestamp}-{safe file name} and returns its path.
 * Images of orders are for one customer, so their names are random and cannot be guessed.
 * Throws UploadError.
 */
export function uploadImage(client: Client, folder: ImageFolder, file: File): Promise<string> {
  const isOrder = folder === 'orders';
  const name = isOrder ? `${createUuid()}-${file.name}` : file.name;
  const options = { upsert: true, ...(isOrder ? personal : {}) };
  return upload(client, createImagePath(folder, name), file, options);
}

async function upload(
  client: Client,
  path: string,
  file: File,
  options: { upsert: boolean; cacheControl?: string },
) {
  const { error } = await client.storage
    .from(bucket)
    .upload(path, file, { ...options, contentType: file.type });
  if (error) throw await createUploadError(client, error);
  return path;
}

async function createUploadError(
  client: Client,
  { message, statusCode }: { message: string; statusCode?: string | undefined },
): Promise<UploadError> {
  if (/bucket/i.test(message) && /not found|not exist/i.test(message)) {
    const { data } = await client.storage.listBuckets();
    const available = data?.map((item) => item.name).join(', ') || 'none';
    return new UploadError(
      `Storage bucket '${bucket}' not found. Available buckets: ${available}. Please verify the bucket name and permissions.`,
    );
  }
  const isRejected = statusCode === '413' || statusCode === '415';
  const isInterrupted = statusCode === undefined || statusCode === '429' || statusCode === '503';
  return new UploadError(`Upload failed: ${message || 'Unknown error'}`, {
    isRejected,
    isInterrupted,
  });
}

/** The public URL of a path in the images bucket; empty without a path. */
export function getPublicImageUrl(client: Client, path: string | null | undefined): string {
  if (!path) return '';
  // getPublicUrl does not escape a question mark, where the path of a URL would end.
  return client.storage.from(bucket).getPublicUrl(path).data.publicUrl.replaceAll('?', '%3F');
}

let lastTimestamp = 0;

// Camera apps often reuse a name, and several images can be sent within one millisecond.
function nextTimestamp(): number {
  lastTimestamp = Math.max(Date.now(), lastTimestamp + 1);
  return lastTimestamp;
}

/** Letters, digits, dot, underscore and hyphen, at most 100 characters with the extension. */
export function toSafeFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/-*\.+-*/g, '.')
    .replace(/-{2,}/g, '-');
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length).replace(/^[-._]+|[-._]+$/g, '');
  return `${stem.slice(0, 100 - extension.length) || 'image'}${extension}`;
}

/** A path in the images bucket, {folder}/{timestamp}-{file name}, that no two calls share. */
export function createImagePath(folder: string, fileName: string): string {
  return `${folder}/${nextTimestamp()}-${toSafeFileName(fileName)}`;
}

/** The file name of a path in the images bucket, without folder and timestamp. */
export function getFileName(path: string): string {
  return path.replace(/^.*\/(\d+-)?/, '');
}

const quality = 0.86;

let lastTask: Promise<unknown> = Promise.resolve();

/**
 * Redraws an image upright with at most 2560 pixels on its longer side, which removes all metadata such
 * as the location. A GIF only loses its metadata. Images are decoded one at a time.
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
    // WebP keeps transparency.
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

const maxSide = 2560;

/** The width and height of an image after its longer side is reduced to at most `maxSide`. */
export function getScaledSize({ width, height }: { width: number; height: number }) {
  const share = Math.min(1, maxSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}

const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/**
 * Removes comments and application extensions, such as XMP with a location, but not the loop count
 * (https://www.w3.org/Graphics/GIF/spec-gif89a.txt).
 * @throws RangeError if it is not a GIF, or truncated
 */
export function stripGifMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = (position: number): number => {
    const byte = bytes[position];
    if (byte === undefined) throw new RangeError('Not a whole GIF');
    return byte;
  };
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  const colors = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  const afterBlocks = (start: number) => {
    let position = start;
    while (at(position) !== 0) position += at(position) + 1;
    return position + 1;
  };
  if (!/^GIF8[79]a$/.test(text(0, 6))) throw new RangeError('Not a GIF');

  let position = 13 + colors(at(10));
  const retained = [bytes.subarray(0, position)];
  while (at(position) !== 0x3b) {
    const isFrame = at(position) === 0x2c;
    if (!isFrame && at(position) !== 0x21) throw new RangeError('Not a whole GIF');
    const label = at(position + 1);
    const end = afterBlocks(isFrame ? position + 11 + colors(at(position + 9)) : position + 2);
    const isMetadata =
      !isFrame &&
      (label === 0xfe || (label === 0xff && !loops.has(text(position + 3, position + 14))));
    if (!isMetadata) retained.push(bytes.subarray(position, end));
    position = end;
  }
  const whole = new Uint8Array(retained.reduce((sum, part) => sum + part.byteLength, 1));
  let filled = 0;
  for (const part of retained) {
    whole.set(part, filled);
    filled += part.byteLength;
  }
  whole[filled] = 0x3b;
  return whole;
}

const percent = z.number().check(z.minimum(0), z.maximum(100));
const imageAltText = z.object({
  alt: z.string(),
  focalPoint: z.optional(z.object({ x: percent, y: percent })),
});
const imageAltTexts = z.record(z.string(), imageAltText);

/** The alt text of an image, '' for none, and its focal point. */
export type ImageAltText = z.infer<typeof imageAltText>;

export type ImageAltTexts = Record<string, ImageAltText>;

const maxPathsPerCall = 200;

/** Reads the alt texts and focal points of images by path; null and '' are skipped. */
export async function readImageAltTexts(
  client: Client,
  paths: (string | null | undefined)[],
): Promise<ImageAltTexts> {
  const requested = [...new Set(paths.flatMap((path) => path || []))];
  const calls = chunk(requested, maxPathsPerCall).map(async (paths) => {
    const { data } = await client.rpc('get_image_alt_texts', { paths }).throwOnError();
    return imageAltTexts.parse(data);
  });
  return Object.assign({}, ...(await Promise.all(calls)));
}

/** Stores alt texts and focal points, and deletes the rows of images that have neither. */
export async function saveImageAltTexts(client: Client, texts: ImageAltTexts): Promise<void> {
  const rows = Object.entries(texts).map(([path, { alt, focalPoint }]) => ({
    path,
    alt: alt.trim(),
    focal_x: focalPoint?.x ?? null,
    focal_y: focalPoint?.y ?? null,
  }));
  const filled = rows.filter(({ alt, focal_x }) => alt !== '' || focal_x !== null);
  const emptied = rows.filter((row) => !filled.includes(row)).map(({ path }) => path);
  if (filled.length > 0) await client.from('image_alt_texts').upsert(filled).throwOnError();
  if (emptied.length > 0) {
    await client.from('image_alt_texts').delete().in('path', emptied).throwOnError();
  }
}
