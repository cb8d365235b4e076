import type { Client } from '#app/lib/client.ts';
import { chunk } from '#app/lib/crud.ts';
import { z } from '#app/lib/zod.ts';

const percent = z.number().min(0).max(100);
const imageAltText = z.object({
  alt: z.string(),
  focalPoint: z.object({ x: percent, y: percent }).optional(),
});
const imageAltTexts = z.record(z.string(), imageAltText);

/** The alt text of an image, '' for none, and its focal point. */
export type ImageAltText = z.infer<typeof imageAltText>;

export type ImageAltTexts = Record<string, ImageAltText>;

const maxPathsPerCall = 200;

/** Reads the alt texts and focal points of images by path; null and '' are skipped. */
export async function readImageAltTexts(
  client: Client,
  paths: (string | null | undefined)[],
): Promise<ImageAltTexts> {
  const requested = [...new Set(paths.flatMap((path) => path || []))];
  const calls = chunk(requested, maxPathsPerCall).map(async (paths) => {
    const { data } = await client.rpc('get_image_alt_texts', { paths }).throwOnError();
    return imageAltTexts.parse(data);
  });
  return Object.assign({}, ...(await Promise.all(calls)));
}

/** Stores alt texts and focal points, and deletes the rows of images that have neither. */
export async function saveImageAltTexts(client: Client, texts: ImageAltTexts): Promise<void> {
  const rows = Object.entries(texts).map(([path, { alt, focalPoint }]) => ({
    path,
    alt: alt.trim(),
    focal_x: focalPoint?.x ?? null,
    focal_y: focalPoint?.y ?? null,
  }));
  const filled = rows.filter(({ alt, focal_x }) => alt !== '' || focal_x !== null);
  const emptied = rows.filter((row) => !filled.includes(row)).map(({ path }) => path);
  if (filled.length > 0) await client.from('image_alt_texts').upsert(filled).throwOnError();
  if (emptied.length > 0) {
    await client.from('image_alt_texts').delete().in('path', emptied).throwOnError();
  }
}
