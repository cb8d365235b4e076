import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { pictures } from './scenes/pictures.ts';

/**
 * Draws the pictures of the demonstration content into supabase/seed/images, but for the clips'
 * thumbnails, which render-clips.ts makes.
 * With words as arguments, only the pictures whose path contains one of them.
 */
const directory = fileURLToPath(new URL('./images/', import.meta.url));
const wanted = process.argv.slice(2);
if (wanted.length === 0) {
  for (const folder of new Set(pictures.map(({ path }) => dirname(path)))) {
    await rm(join(directory, folder), { recursive: true, force: true });
  }
}
let bytes = 0;
for (const { path, draw } of pictures) {
  if (wanted.length > 0 && !wanted.some((word) => path.includes(word))) continue;
  const file = join(directory, path);
  await mkdir(dirname(file), { recursive: true });
  const image = await sharp(Buffer.from(draw())).webp({ quality: 70, effort: 6 }).toBuffer();
  await writeFile(file, image);
  bytes += image.length;
}
process.stdout.write(`${Math.round(bytes / 1024)} kB of pictures in ${directory}\n`);
