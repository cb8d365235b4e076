import type { HeifDecoder } from 'libheif-js/wasm-bundle.js';
import sharp, { type Sharp } from 'sharp';
import { type LogoShape, logoShapes } from './logo-shapes.ts';

/** Images with more pixels are rejected before they are decoded: a small file can't fill the memory. */
const maxPixels = 60_000_000;
/** Libheif decodes all of an AVIF into memory, at some 20 bytes a pixel. */
const maxAvifPixels = 40_000_000;
/** Cameras and programs write about ten, and a decoder processes the whole image for each. */
const maxJpegScans = 100;

/** The size that social networks show beside a link (https://ogp.me/). */
const card = { width: 1200, height: 630 };

/** The formats of the website's images. */
export type ImageFormat = 'avif' | 'webp' | 'jpeg';

const formats = {
  avif: { quality: 50, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 78 },
  jpeg: { quality: 80, mozjpeg: true },
} satisfies Record<ImageFormat, object>;

/** The long side of a placeholder, in pixels. Browsers blur it by scaling it up. */
const placeholderSide = 5;

/** In pixels. While the file is too large, the next smaller size is tried. */
const maxSides = [4096, 2560, 1280];
/**
 * For visitors' uploads. The pixel limit applies to the source: phones take JPEGs of 50 million
 * pixels, which are scaled down during decoding; AVIF needs the most memory.
 */
const uploadFormats = {
  jpeg: { maxPixels: 52_000_000, sides: maxSides, options: { quality: 85 } },
  png: { maxPixels: 40_000_000, sides: maxSides, options: { compressionLevel: 6 } },
  webp: { maxPixels: 40_000_000, sides: maxSides, options: { quality: 82, effort: 2 } },
  avif: { maxPixels: 16_000_000, sides: [2560, 1280], options: { quality: 60, effort: 0 } },
  // Choosing 256 colours takes a second per million pixels.
  gif: { maxPixels: 40_000_000, sides: [1600, 800], options: { effort: 1 } },
} as const;

/** The formats that visitors may upload. */
export type UploadFormat = keyof typeof uploadFormats;

/** Pixels of all frames together, as sent and as stored. Only the first frame of a longer animation is stored. */
const maxAnimationPixels = 16_000_000;
const maxStoredAnimationPixels = 3_000_000;

/** The point that stays visible in a crop, in percent from the left and the top. */
export type FocalPoint = { x: number; y: number };

/** A task for an image file. */
export type ImageTask =
  | { type: 'convert'; width: number; format: ImageFormat }
  | { type: 'card'; format: ImageFormat; focalPoint: FocalPoint | null }
  | { type: 'logo'; shape: LogoShape }
  | { type: 'check' }
  | { type: 'placeholder' }
  | { type: 'reencode'; format: UploadFormat; maxBytes: number }
  | { type: 'sanitize'; format: UploadFormat; maxBytes: number };

export type ImageJob = { source: Uint8Array } & ImageTask;

/**
 * Executes a job: `convert` returns the image in that width (never enlarged) and format, `card` a
 * crop for link previews, `logo` a PNG of that shape, `check` decodes all of it and returns nothing, `placeholder` returns a
 * WebP of some pixels, and nothing if the image has transparent parts, `reencode` returns its
 * pixels and nothing else in the given format, `sanitize` does so if the file has metadata or
 * another format, and returns nothing if it can be stored as it is. A HEIC is converted to a JPEG
 * first.
 *
 * @throws if the file isn't an image, is broken or incomplete, or has more pixels or scans than
 *   allowed
 */
export async function runImageJob(job: ImageJob): Promise<Uint8Array> {
  const source = await convertHeic(job.source);
  const jpeg = inspectJpeg(source);
  if (jpeg.scans > maxJpegScans) {
    throw new RangeError(`The JPEG has more than ${maxJpegScans} scans`);
  }
  const limitInputPixels = isHeif(source) ? maxAvifPixels : maxPixels;
  switch (job.type) {
    case 'convert':
      return sharp(source, { limitInputPixels })
        .rotate()
        .resize({ width: job.width, withoutEnlargement: true })
        .toFormat(job.format, formats[job.format])
        .toBuffer();
    case 'card':
      return (await cropToCard(sharp(source, { limitInputPixels }), job.focalPoint))
        .toFormat(job.format, formats[job.format])
        .toBuffer();
    case 'logo':
      return drawLogo(sharp(source, { limitInputPixels }), job.shape);
    case 'placeholder':
      return createPlaceholder(sharp(source, { limitInputPixels }));
    case 'reencode':
      return reencode(source, job.format, job.maxBytes, uploadFormats[job.format].maxPixels);
    case 'check':
      await decode(source, limitInputPixels);
      return new Uint8Array();
    case 'sanitize': {
      await decode(source, limitInputPixels);
      const isConverted = source !== job.source || (isHeif(source) && job.format !== 'avif');
      if (!isConverted && !(await hasMetadata(source, jpeg.end))) return new Uint8Array();
      return reencode(source, job.format, job.maxBytes, limitInputPixels);
    }
  }
}

async function decode(source: Uint8Array, limitInputPixels: number): Promise<void> {
  await sharp(source, { failOn: 'error', limitInputPixels, sequentialRead: true })
    .resize(16, 16, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** The XMP of a GIF, which libvips does not read. */
const gifXmp = Buffer.from('XMP DataXMP');

/**
 * Returns true if a file has metadata, which may say where a photograph was taken. Data after the
 * end of a JPEG are further images and videos with their own metadata.
 */
async function hasMetadata(source: Uint8Array, jpegEnd: number | undefined): Promise<boolean> {
  const { exif, xmp, iptc, comments = [] } = await sharp(source).metadata();
  if (exif || xmp || iptc || comments.length > 0) return true;
  return Buffer.from(source).includes(gifXmp) || (jpegEnd ?? source.length) < source.length;
}

/** Without a focal point, the most salient part stays. */
async function cropToCard(image: Sharp, focalPoint: FocalPoint | null): Promise<Sharp> {
  if (!focalPoint) return image.rotate().resize({ ...card, fit: 'cover', position: 'attention' });
  const { width, height } = (await image.metadata()).autoOrient;
  const scale = Math.max(card.width / width, card.height / height);
  const scaled = {
    width: Math.max(card.width, Math.round(width * scale)),
    height: Math.max(card.height, Math.round(height * scale)),
  };
  // As CSS object-position does.
  const left = Math.round(((scaled.width - card.width) * focalPoint.x) / 100);
  const top = Math.round(((scaled.height - card.height) * focalPoint.y) / 100);
  return image
    .rotate()
    .resize({ ...scaled, fit: 'fill' })
    .extract({ ...card, left, top });
}

/** A logo is only enlarged inside a frame. */
async function drawLogo(image: Sharp, shape: LogoShape): Promise<Uint8Array> {
  const { frame, width, height, background } = logoShapes[shape];
  const logo = await image
    .rotate()
    .resize({ width, height, fit: 'inside', withoutEnlargement: !frame })
    .png()
    .toBuffer();
  const drawn = frame
    ? sharp({ create: { ...frame, channels: 3, background } }).composite([{ input: logo }])
    : sharp(logo);
  return (background ? drawn.flatten({ background }) : drawn)
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();
}

async function createPlaceholder(image: Sharp): Promise<Uint8Array> {
  if ((await image.metadata()).hasAlpha) return new Uint8Array();
  return image
    .rotate()
    .resize(placeholderSide, placeholderSide, { fit: 'inside' })
    .webp({ quality: 30, effort: 6 })
    .toBuffer();
}

/**
 * Decodes an image and encodes its pixels again in the same format, upright, in sRGB and without any
 * metadata, so that no other bytes of the file remain.
 */
async function reencode(
  source: Uint8Array,
  format: UploadFormat,
  maxBytes: number,
  limitInputPixels: number,
): Promise<Uint8Array> {
  const { sides, options } = uploadFormats[format];
  const input = { failOn: 'error', limitInputPixels, sequentialRead: true } as const;
  const { width, height, pages = 1 } = await sharp(source, input).metadata();
  const pixels = width * height * pages;
  const animated = pages > 1 && pixels <= maxAnimationPixels;
  const scale = animated ? Math.min(1, Math.sqrt(maxStoredAnimationPixels / pixels)) : 1;
  const maxSide = Math.ceil(Math.max(width, height) * scale);
  for (const side of sides) {
    const image = sharp(source, { ...input, animated });
    const encoded = await (animated ? image : image.autoOrient())
      .resize(Math.min(side, maxSide), Math.min(side, maxSide), {
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toFormat(format, options)
      .toBuffer();
    if (encoded.byteLength <= maxBytes) return encoded;
  }
  throw new RangeError(`The image has more than ${maxBytes} bytes at any size`);
}

/**
 * Counts the scans of a JPEG (ITU T.81, B.1.1 and B.2.3) up to the end of its first image, and finds that
 * end: a decoder processes all of a progressive image once for each scan, however few bytes it has.
 *
 * @returns `end` is undefined if the image is incomplete; other formats have 0 scans and no end
 */
export function inspectJpeg(bytes: Uint8Array): { scans: number; end?: number } {
  const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda];
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return { scans: 0 };
  let scans = 0;
  let position = bytes.indexOf(0xff, 2);
  while (position >= 0 && position + 1 < bytes.length) {
    const marker = bytes[position + 1] ?? 0;
    if (marker === endOfImage) return { scans, end: position + 2 };
    // No length follows restart markers (D0 to D7), the start of another image, or markers below C0.
    const hasLength = marker >= 0xc0 && !(marker >= 0xd0 && marker <= startOfImage);
    if (marker === 0xff) position += 1;
    else if (!hasLength) position += 2;
    else {
      if (marker === startOfScan) scans += 1;
      position += 2 + ((bytes[position + 2] ?? 0) << 8) + (bytes[position + 3] ?? 0);
    }
    position = bytes.indexOf(0xff, position);
  }
  return { scans };
}

/** The header of a JPEG's ICC profile, and its longest length in one segment (ICC.1:2022, B.4). */
const profileHeader = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
const maxProfileBytes = 0xffff - 2 - profileHeader.length;

/** Phones take 24 million pixels by default, which need 690 MB to decode. */
const maxHeicPixels = 25_000_000;

/** Decoding a file frees the memory of the previous one. */
let decoder: Promise<HeifDecoder> | undefined;

/** ISO/IEC 14496-12, 4.3: AVIF and HEIF begin with a box of this type. */
function isHeif(source: Uint8Array): boolean {
  return Buffer.from(source.subarray(4, 8)).toString('latin1') === 'ftyp';
}

/**
 * Converts a HEIC, which neither browsers nor sharp can decode, to an upright JPEG with its colour
 * profile. Other files are returned unchanged. Decoding blocks, so only the image process may call
 * this.
 *
 * @throws if the file is broken or has more pixels than allowed
 */
async function convertHeic(source: Uint8Array): Promise<Uint8Array> {
  if (!isHeif(source)) return source;
  const { compression, icc } = await sharp(source, { limitInputPixels: false }).metadata();
  if (compression !== 'hevc') return source;
  decoder ??= import('libheif-js/wasm-bundle.js').then(({ default: lib }) => new lib.HeifDecoder());
  const images = (await decoder).decode(source);
  try {
    const image = images.find((each) => each.is_primary());
    if (!image) throw new Error('The HEIC has no image');
    const size = { width: image.get_width(), height: image.get_height() };
    if (size.width * size.height > maxHeicPixels) {
      throw new RangeError(`The HEIC has more than ${maxHeicPixels} pixels`);
    }
    const data = new Uint8ClampedArray(size.width * size.height * 4);
    const decoded = await new Promise((resolve) => image.display({ data, ...size }, resolve));
    if (!decoded) throw new Error('HEIC decoding failed');
    const jpeg = await sharp(data, { raw: { ...size, channels: 4 } })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer();
    return icc && icc.length <= maxProfileBytes ? insertProfile(jpeg, icc) : jpeg;
  } finally {
    for (const image of images) image.free();
  }
}

/** Embeds the colour profile; sharp can only convert to one. */
function insertProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const segment = Buffer.from([0xff, 0xe2, 0, 0]);
  segment.writeUInt16BE(2 + profileHeader.length + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, profileHeader, profile, jpeg.subarray(2)]);
}

/** Limits a worker process to one thread and no cache, because every image is decoded once. */
export function limitSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
}
