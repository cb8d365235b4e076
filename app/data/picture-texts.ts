import { z } from '#app/domain/zod.ts';
import { idsInSteps } from './ids-in-steps.ts';
import type { Client } from './supabase-context.ts';

/** What pictures show, in words, by path. A picture without an entry has no words of its own. */
export type PictureTexts = Record<string, string>;

const pictureTexts = z.record(z.string(), z.string());

/** Paths in one call. Visitors may pass 200 values; most pages have fewer images than this. */
const maxPathsPerCall = 200;

/**
 * Reads the texts of all these pictures, and makes no call if there is no picture. Visitors get those
 * of the pictures that they see.
 * @param paths as the records keep them; what is null or '' is left out
 */
export async function readPictureTexts(
  client: Client,
  paths: (string | null | undefined)[],
): Promise<PictureTexts> {
  const wanted = [...new Set(paths.flatMap((path) => path || []))];
  const calls = idsInSteps(wanted, maxPathsPerCall).map(async (paths) => {
    const { data } = await client.rpc('picture_texts_of', { paths }).throwOnError();
    return pictureTexts.parse(data);
  });
  return Object.assign({}, ...(await Promise.all(calls)));
}

/** Stores what pictures show; an empty text takes the stored one away. For staff. */
export async function savePictureTexts(client: Client, texts: PictureTexts): Promise<void> {
  const entries = Object.entries(texts).map(([path, text]) => ({ path, alt: text.trim() }));
  const kept = entries.filter(({ alt }) => alt !== '');
  const emptied = entries.filter(({ alt }) => alt === '').map(({ path }) => path);
  if (kept.length > 0) await client.from('picture_texts').upsert(kept).throwOnError();
  if (emptied.length > 0) {
    await client.from('picture_texts').delete().in('path', emptied).throwOnError();
  }
}
