import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|html|json|txt|xml|webmanifest)$/;
/** In bytes. Compressing smaller files gains nothing. */
const worthCompressing = 600;

/**
 * Writes a `.br` and a `.gz` next to each file of the website's build that gets smaller, at the
 * highest quality. This runs once per build, and the server only reads the files.
 * @param directory the build's client folder, once the whole build has ended: the list of routes,
 *   which browsers load, too, is written last
 */
export async function precompress(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true });
  await Promise.all(
    names
      .filter((name) => compressible.test(name))
      .map(async (name) => {
        const file = join(directory, name);
        const content = await readFile(file);
        if (content.length < worthCompressing) return;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        await Promise.all([
          compressBrotli(content, { params }).then((made) => writeFile(`${file}.br`, made)),
          compressGzip(content, { level: 9 }).then((made) => writeFile(`${file}.gz`, made)),
        ]);
      }),
  );
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
