import sharp from 'sharp';
import type { PictureFormat } from './picture-format.ts';
import { reencode, type UploadFormat } from './reencode.ts';

/** Pictures of more pixels are refused before they are decoded: a small file can't fill the memory. */
const maxPixels = 60_000_000;

/** What social networks show beside a link (https://ogp.me/). */
const card = { width: 1200, height: 630, fit: 'cover', position: 'attention' } as const;

const formats = {
  avif: { quality: 50, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 78 },
  jpeg: { quality: 80, mozjpeg: true },
} satisfies Record<PictureFormat, object>;

/** The long side of a placeholder, in pixels: the browser draws it large, and so blurred. */
const placeholderSide = 5;

/** What can be done with a picture's file. */
export type PictureJob = { source: Uint8Array } & (
  | { kind: 'convert'; width: number | 'card'; format: PictureFormat }
  | { kind: 'check' }
  | { kind: 'placeholder' }
  | { kind: 'reencode'; format: UploadFormat; maxBytes: number }
);

/**
 * Does the work: `convert` gives the picture in that width (never enlarged) and format, `check`
 * decodes all of it and gives nothing, `placeholder` gives a WebP of some pixels, and nothing where
 * the picture has transparent parts, `reencode` returns its pixels and nothing else in the same format.
 *
 * @throws where the file is no picture, is broken or cut short, or has more than `maxPixels`
 */
export async function doPictureJob(job: PictureJob): Promise<Uint8Array> {
  const { source } = job;
  if (job.kind === 'convert') {
    const { width, format } = job;
    return sharp(source, { limitInputPixels: maxPixels })
      .rotate()
      .resize(width === 'card' ? card : { width, withoutEnlargement: true })
      .toFormat(format, formats[format])
      .toBuffer();
  }
  if (job.kind === 'placeholder') {
    const picture = sharp(source, { limitInputPixels: maxPixels });
    if ((await picture.metadata()).hasAlpha) return new Uint8Array();
    return picture
      .rotate()
      .resize(placeholderSide, placeholderSide, { fit: 'inside' })
      .webp({ quality: 30, effort: 6 })
      .toBuffer();
  }
  if (job.kind === 'reencode') {
    return reencode(source, job.format, { maxBytes: job.maxBytes, maxPixels });
  }
  await sharp(source, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true })
    .resize(16, 16, { fit: 'fill' })
    .raw()
    .toBuffer();
  return new Uint8Array();
}
