import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { ImageFile } from '#tests/fixtures/image-files.ts';

/** A JPEG that is wider than what is stored, lies on its side, and has a GPS location. */
export async function createPhotograph(name: string): Promise<ImageFile> {
  const buffer = await sharp({
    create: { width: 4000, height: 40, channels: 3, background: '#4b6650' },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">45.07N</x:xmpmeta>')
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Expects the photograph to be stored at a path smaller, upright and without its location. */
export async function expectDownscaled(page: Page, path: string) {
  const stored = await page.request.get(`/storage/v1/object/public/images/${path}`);
  const { width, height, exif, xmp, orientation } = await sharp(await stored.body()).metadata();
  expect([width, height]).toEqual([26, 2560]);
  expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
}
