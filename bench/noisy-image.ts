import sharp from 'sharp';

const created = new Map<string, Promise<Buffer>>();

/** Creates a JPEG of noise, which is expensive to decode and encode; the same one for each size. */
export function createNoisyImage(width: number, height: number): Promise<Buffer> {
  const key = `${width}x${height}`;
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const background = '#806040';
  const image =
    created.get(key) ??
    sharp({ create: { width, height, channels: 3, background, noise } })
      .jpeg({ quality: 40 })
      .toBuffer();
  created.set(key, image);
  return image;
}
