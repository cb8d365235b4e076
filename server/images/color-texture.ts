import sharp from 'sharp';
import type { Rgb } from '#drawing/geometry/color.ts';

export type ColorTexture = {
  png: Uint8Array;
  locate(index: number): [u: number, v: number];
};

/** In pixels: programs may blend neighboring ones. */
const squareSize = 4;

export async function createColorTexture(palette: readonly Rgb[]): Promise<ColorTexture> {
  const columns = 2 ** Math.ceil(Math.log2(Math.sqrt(palette.length)));
  const pixels = Buffer.alloc(3 * columns * columns);
  for (const [index, color] of palette.entries()) pixels.set(color, 3 * index);
  const width = columns * squareSize;
  const png = await sharp(pixels, { raw: { width: columns, height: columns, channels: 3 } })
    .resize(width, width, { kernel: 'nearest' })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return {
    png,
    locate: (index) => [
      ((index % columns) + 0.5) / columns,
      (Math.floor(index / columns) + 0.5) / columns,
    ],
  };
}
