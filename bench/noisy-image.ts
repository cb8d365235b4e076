import sharp from 'sharp';

const made = new Map<string, Promise<Buffer>>();

/** A JPEG of noise, which no decoder or encoder has an easy time with; the same one for each size. */
export function noisyPicture(width: number, height: number): Promise<Buffer> {
  const key = `${width}x${height}`;
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const background = '#806040';
  const picture =
    made.get(key) ??
    sharp({ create: { width, height, channels: 3, background, noise } })
      .jpeg({ quality: 40 })
      .toBuffer();
  made.set(key, picture);
  return picture;
}
