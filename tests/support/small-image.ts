import sharp from 'sharp';
import type { TestClient } from './backend.ts';

/** A real JPEG of 8 by 8 pixels. */
export function createSmallImage(background = '#a04030'): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Stores such an image in the bucket of images. */
export async function uploadSmallImage(
  { storage }: Pick<TestClient, 'storage'>,
  path: string,
  background?: string,
): Promise<void> {
  const image = await createSmallImage(background);
  const options = { contentType: 'image/jpeg' };
  const { error } = await storage.from('images').upload(path, image, options);
  if (error) throw error;
}
