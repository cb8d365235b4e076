import { z } from '#app/domain/zod.ts';
import { chunk } from './chunk.ts';
import type { Client } from './supabase-context.ts';

export type ImageAltTexts = Record<string, string>;

const imageAltTexts = z.record(z.string(), z.string());

const maxPathsPerCall = 200;

/** Reads the alt texts of images by path; null and '' are skipped. */
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

/** Stores alt texts and deletes those that are empty. */
export async function saveImageAltTexts(client: Client, texts: ImageAltTexts): Promise<void> {
  const entries = Object.entries(texts).map(([path, text]) => ({ path, alt: text.trim() }));
  const filled = entries.filter(({ alt }) => alt !== '');
  const emptied = entries.filter(({ alt }) => alt === '').map(({ path }) => path);
  if (filled.length > 0) await client.from('image_alt_texts').upsert(filled).throwOnError();
  if (emptied.length > 0) {
    await client.from('image_alt_texts').delete().in('path', emptied).throwOnError();
  }
}
