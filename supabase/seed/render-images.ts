import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { blogImages } from './scenes/blog.ts';
import { heroImages } from './scenes/heroes.ts';
import { projectImages } from './scenes/projects.ts';
import { shedImages } from './scenes/sheds.ts';

const demoImages = [...heroImages, ...shedImages, ...projectImages, ...blogImages];

/**
 * Renders the images of the demonstration content into supabase/seed/images. render-clips.ts renders
 * the thumbnails of the clips.
 * Arguments: parts of paths; only the images whose path contains one of them are rendered.
 */
const directory = fileURLToPath(new URL('./images/', import.meta.url));
const filters = process.argv.slice(2);
if (filters.length === 0) {
  for (const folder of new Set(demoImages.map(({ path }) => dirname(path)))) {
    await rm(join(directory, folder), { recursive: true, force: true });
  }
}
let bytes = 0;
for (const { path, draw } of demoImages) {
  if (filters.length > 0 && !filters.some((filter) => path.includes(filter))) continue;
  const file = join(directory, path);
  await mkdir(dirname(file), { recursive: true });
  const image = await sharp(Buffer.from(draw())).webp({ quality: 70, effort: 6 }).toBuffer();
  await writeFile(file, image);
  bytes += image.length;
}
process.stdout.write(`${Math.round(bytes / 1024)} kB of images in ${directory}\n`);
