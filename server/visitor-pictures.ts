import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How long a made size of a visitor's picture is kept, in milliseconds: a day. */
const lifetime = 24 * 60 * 60 * 1000;

/** Where the made sizes of what visitors have sent lie, apart from those of the site's own pictures. */
export const visitorPictures = 'visitors';

/**
 * Removes made sizes of visitors' pictures once they are a day old, so that none outlives an erased
 * original for long; they are made again where they are still looked at.
 *
 * @param directory where made pictures are kept
 */
export async function removeOldVisitorImages(directory: string, now: Date): Promise<void> {
  const folder = join(directory, visitorPictures);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (now.getTime() - mtimeMs > lifetime) await rm(file, { force: true });
  }
}
