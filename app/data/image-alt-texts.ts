import { z } from '#app/domain/zod.ts';
import { idsInSteps } from './ids-in-steps.ts';
import type { Client } from './supabase-context.ts';

/** What pictures show, in words, by path. A picture without an entry has no words of its own. */
export type ImageAltTexts = Record<string, string>;

const imageAltTexts = z.record(z.string(), z.string());

/** Paths in one call. Visitors may pass 200 values; most pages have fewer images than this. */
const maxPathsPerCall = 200;

/**
 * Reads the texts of all these pictures, and makes no call if there is no picture. Visitors get those
 * of the pictures that they see.
 * @param paths as the records keep them; what is null or '' is left out
 */
export async function readImageAltTexts(
  client: Client,
  paths: (string | null | undefined)[],
): Promise<ImageAltTexts> {
  const wanted = [...new Set(paths.flatMap((path) => path || []))];
  const calls = idsInSteps(wanted, maxPathsPerCall).map(async (paths) => {
    const { data } = await client.rpc('get_image_alt_texts', { paths }).throwOnError();
    return imageAltTexts.parse(data);
  });
  return Object.assign({}, ...(await Promise.all(calls)));
}

/** Stores what pictures show; an empty text takes the stored one away. For staff. */
export async function saveImageAltTexts(client: Client, texts: ImageAltTexts): Promise<void> {
  const entries = Object.entries(texts).map(([path, text]) => ({ path, alt: text.trim() }));
  const kept = entries.filter(({ alt }) => alt !== '');
  const emptied = entries.filter(({ alt }) => alt === '').map(({ path }) => path);
  if (kept.length > 0) await client.from('image_alt_texts').upsert(kept).throwOnError();
  if (emptied.length > 0) {
    await client.from('image_alt_texts').delete().in('path', emptied).throwOnError();
  }
}
