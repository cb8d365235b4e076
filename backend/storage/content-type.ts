import { fileTypeFromBuffer } from 'file-type';
import { pictureProcess, visitorPictureProcess } from '#backend/pictures/picture-process.ts';
import type { UploadFormat } from '#backend/pictures/reencode.ts';
import { typeNotSupported, unreadablePicture } from './refusal.ts';

/** How many bytes tell a file's type; file-type's own sample size. */
export const sampleSize = 4100;

const pictures = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/tiff',
]);

/**
 * Tells a file's type from its first bytes alone. Markup (HTML, SVG, XML) has no type of its own
 * here: it is text, and never served as anything a browser would run.
 */
export async function detectType(sample: Uint8Array): Promise<string> {
  const mime = (await fileTypeFromBuffer(sample))?.mime;
  if (mime === 'image/apng') return 'image/png';
  if (mime && !/xml|html|svg|javascript/.test(mime)) return mime;
  return isText(sample) ? 'text/plain' : 'application/octet-stream';
}

/**
 * @param allowed the bucket's list, with wildcards such as `image/*`; null allows every type
 * @throws Refusal 415
 */
export function checkAllowed(mimetype: string, allowed: string[] | null): void {
  const family = `${mimetype.split('/')[0]}/*`;
  if (!allowed || allowed.includes(mimetype) || allowed.includes(family)) return;
  throw typeNotSupported(mimetype);
}

/** True for the types that `checkPicture` can decode. */
export function isPicture(mimetype: string): boolean {
  return pictures.has(mimetype);
}

/**
 * Decodes a picture, small, to see that all of it can be read.
 *
 * @throws Refusal 415 if it is broken, cut short, or larger than `doPictureJob` decodes
 */
export async function checkPicture(bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
  try {
    await pictureProcess.run({ kind: 'check', source: bytes }, signal);
  } catch {
    throw unreadablePicture();
  }
}

const reencodeTimeoutMs = 10_000;

const uploadFormats: Record<string, UploadFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

/**
 * Encodes a visitor's image again, so that only its pixels are stored.
 *
 * @throws Refusal 415 for other types, and if it is broken, cut short, has too many pixels, or takes longer
 *   than ten seconds
 */
export async function reencodeImage(
  bytes: Uint8Array,
  mimetype: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const format = uploadFormats[mimetype];
  if (!format) throw typeNotSupported(mimetype);
  try {
    const job = { kind: 'reencode', source: bytes, format, maxBytes } as const;
    const timeout = AbortSignal.timeout(reencodeTimeoutMs);
    const cancelled = signal ? AbortSignal.any([signal, timeout]) : timeout;
    return await visitorPictureProcess.run(job, cancelled);
  } catch {
    throw unreadablePicture();
  }
}

function isText(sample: Uint8Array): boolean {
  if (sample.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
