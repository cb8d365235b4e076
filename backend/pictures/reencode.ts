import sharp from 'sharp';

/** Pixels of a side; the next smaller one is tried while the file is larger than allowed. */
const maxSides = [4096, 2560, 1280];
const encoders = {
  jpeg: { sides: maxSides, options: { quality: 85 } },
  png: { sides: maxSides, options: { compressionLevel: 6 } },
  webp: { sides: maxSides, options: { quality: 82, effort: 2 } },
  avif: { sides: maxSides.slice(1), options: { quality: 60, effort: 0 } },
  // Choosing 256 colours takes a second for each million pixels.
  gif: { sides: [1600, 800], options: { effort: 1 } },
} as const;

/** The formats that visitors may upload. */
export type UploadFormat = keyof typeof encoders;

/** Of the source. Phones take JPEGs of 50 million, which are scaled while they are decoded; AVIF takes most memory. */
const maxPixels: Record<UploadFormat, number> = {
  jpeg: 52_000_000,
  png: 40_000_000,
  webp: 40_000_000,
  avif: 16_000_000,
  gif: 40_000_000,
};

/** Pixels of all frames together, as sent and as stored. Of a longer animation the first frame is stored. */
const maxAnimationPixels = 16_000_000;
const storedAnimationPixels = 3_000_000;

/**
 * Decodes an image and encodes its pixels again in the same format, upright, in sRGB and without any
 * metadata, so that no other bytes of the file remain.
 *
 * @param maxBytes of the result
 * @throws if the file is broken, cut short, or has more than `maxPixels` of its format
 */
export async function reencode(
  source: Uint8Array,
  format: UploadFormat,
  { maxBytes }: { maxBytes: number },
): Promise<Uint8Array> {
  const limitInputPixels = maxPixels[format];
  const options = { failOn: 'error', limitInputPixels, sequentialRead: true } as const;
  const { width, height, pages = 1 } = await sharp(source, options).metadata();
  const pixels = width * height * pages;
  const animated = pages > 1 && pixels <= maxAnimationPixels;
  const scale = animated ? Math.min(1, Math.sqrt(storedAnimationPixels / pixels)) : 1;
  const maxSide = Math.ceil(Math.max(width, height) * scale);
  for (const side of encoders[format].sides) {
    const image = sharp(source, { ...options, animated });
    const encoded = await (animated ? image : image.autoOrient())
      .resize(Math.min(side, maxSide), Math.min(side, maxSide), {
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toFormat(format, encoders[format].options)
      .toBuffer();
    if (encoded.byteLength <= maxBytes) return encoded;
  }
  throw new RangeError(`The image has more than ${maxBytes} bytes at any size`);
}
