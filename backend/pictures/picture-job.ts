import sharp from 'sharp';
import { countJpegScans } from './count-jpeg-scans.ts';
import type { PictureFormat } from './picture-format.ts';
import { reencode, type UploadFormat } from './reencode.ts';

/** Images of more pixels are refused before they are decoded: a small file can't fill the memory. */
const maxPixels = 60_000_000;
/** Libheif decodes all of an AVIF into memory, at some 20 bytes a pixel. */
const maxAvifPixels = 40_000_000;
/** Cameras and programs write about ten, and a decoder goes over the whole image for each. */
const maxJpegScans = 100;

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
 * @throws where the file is no picture, is broken or cut short, or has more pixels or scans than allowed
 */
export async function doPictureJob(job: PictureJob): Promise<Uint8Array> {
  const { source } = job;
  if (countJpegScans(source) > maxJpegScans) {
    throw new RangeError(`The JPEG has more than ${maxJpegScans} scans`);
  }
  if (job.kind === 'reencode') return reencode(source, job.format, { maxBytes: job.maxBytes });
  const limitInputPixels = isHeif(source) ? maxAvifPixels : maxPixels;
  if (job.kind === 'convert') {
    const { width, format } = job;
    return sharp(source, { limitInputPixels })
      .rotate()
      .resize(width === 'card' ? card : { width, withoutEnlargement: true })
      .toFormat(format, formats[format])
      .toBuffer();
  }
  if (job.kind === 'placeholder') {
    const picture = sharp(source, { limitInputPixels });
    if ((await picture.metadata()).hasAlpha) return new Uint8Array();
    return picture
      .rotate()
      .resize(placeholderSide, placeholderSide, { fit: 'inside' })
      .webp({ quality: 30, effort: 6 })
      .toBuffer();
  }
  await sharp(source, { failOn: 'error', limitInputPixels, sequentialRead: true })
    .resize(16, 16, { fit: 'fill' })
    .raw()
    .toBuffer();
  return new Uint8Array();
}

/** ISO/IEC 14496-12, 4.3: AVIF and HEIF begin with a box of this type. */
function isHeif(source: Uint8Array): boolean {
  return Buffer.from(source.subarray(4, 8)).toString('latin1') === 'ftyp';
}
