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

/** Pixels of all frames together, as sent and as stored. Of a longer animation the first frame is stored. */
const maxAnimationPixels = 16_000_000;
const storedAnimationPixels = 3_000_000;

/**
 * Decodes an image and encodes its pixels again in the same format, upright, in sRGB and without any
 * metadata, so that no other bytes of the file remain.
 *
 * @param maxBytes of the result
 * @param maxPixels of the source
 * @throws if the file is broken, cut short, or has more than `maxPixels`
 */
export async function reencode(
  source: Uint8Array,
  format: UploadFormat,
  { maxBytes, maxPixels }: { maxBytes: number; maxPixels: number },
): Promise<Uint8Array> {
  const options = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true } as const;
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
