import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { imageWidths } from '#app/lib/image-url.ts';
import { runImageJob } from '#backend/images/image-job.ts';
import { getImageBase } from '#server/images/image-store.ts';

/**
 * Converts images into supabase/seed/sizes: they are sharp at once after the first start, and nothing is
 * converted while it starts. To be run after render-images.ts.
 */

type Width = (typeof imageWidths)[number];

const smallWidths: Width[] = [320, 480, 640];
const cardWidths: Width[] = [...smallWidths, 960];

/** The heroes, and the covers of the featured sheds, which are also the first of the list. */
export const firstImages: Record<string, Width[]> = {
  'hero/1767225900000-autumn-yard.webp': [640, 960, 1280, 1920],
  'hero/1767225901000-shed-row.webp': [960, 1280],
  'sheds/1767225600000-cedar-gable-10x12.webp': cardWidths,
  'sheds/1767225602000-dormer-studio-12x16.webp': cardWidths,
  'sheds/1767225604000-porch-cabin-12x20.webp': cardWidths,
};

/** The first images, and all others in the small sizes, which have a few kilobytes each. */
export const shippedImages: Record<string, Width[]> = {
  ...Object.fromEntries(
    ['blog', 'projects', 'sheds', 'thumbnails'].flatMap((folder) =>
      readdirSync(new URL(`images/${folder}`, import.meta.url)).map((name) => [
        `${folder}/${name}`,
        smallWidths,
      ]),
    ),
  ),
  ...firstImages,
};

/** The file of a size below supabase/seed/sizes. Its name has the ETag that our storage gives the original. */
export function getSizeFile(key: string, original: Uint8Array, width: number): string {
  const eTag = createHash('sha256').update(original).digest('hex').slice(0, 32);
  return `${getImageBase(key, `"${eTag}"`)}-${width}.avif`;
}

if (import.meta.main) {
  const directory = new URL('sizes/', import.meta.url);
  await rm(directory, { recursive: true, force: true });
  let bytes = 0;
  for (const [key, widths] of Object.entries(shippedImages)) {
    const source = await readFile(new URL(`images/${key}`, import.meta.url));
    for (const width of widths) {
      const size = await runImageJob({ type: 'convert', width, format: 'avif', source });
      const file = new URL(getSizeFile(key, source, width), directory);
      await mkdir(new URL('.', file), { recursive: true });
      await writeFile(file, size);
      bytes += size.byteLength;
    }
  }
  process.stdout.write(`${Math.round(bytes / 1024)} kB of sizes\n`);
}
