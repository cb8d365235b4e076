import sharp from 'sharp';

/** A real JPEG of 8 by 8 pixels. */
export function createSmallImage(background = '#a04030'): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
