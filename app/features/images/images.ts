import type { Client } from '#app/lib/client.ts';
import { createUuid } from '#app/lib/random-ids.ts';

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
