import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { oneAtATime } from '#backend/one-at-a-time.ts';
import { maxPixels } from '#backend/storage/content-type.ts';
import { visitorPictures } from './visitor-pictures.ts';

export const pictureWidths = [320, 480, 640, 960, 1280, 1920] as const;
/** What stands beside a link elsewhere, in the size that social networks show (https://ogp.me/). */
const card = { width: 1200, height: 630, fit: 'cover', position: 'attention' } as const;
const formats = {
  avif: { quality: 55, effort: 3 },
  webp: { quality: 78 },
  jpeg: { quality: 80, mozjpeg: true },
};

type Format = keyof typeof formats;

const waitingLimit = 200;

sharp.concurrency(1);
// Every picture is made once: keeping what was decoded would only fill the memory.
sharp.cache(false);

/**
 * Serves pictures of the bucket at the widths and formats that the pages use, and as a cut-out for
 * social networks, each made once and kept on disk.
 *
 * @param directory where the made pictures are kept
 * @param fetchOriginal answers with the bucket's file of a path, as its public address would; by
 *   HEAD without the file
 */
export function createPictures({
  directory,
  fetchOriginal,
  logger,
}: {
  directory: string;
  fetchOriginal: (path: string, method: 'GET' | 'HEAD') => Promise<Response>;
  logger: Logger;
}): (width: string, format: string, path: string) => Promise<Response> {
  const underWay = new Map<string, Promise<Buffer>>();
  /** One conversion at a time: the pages share the processor with it. */
  const inTurn = oneAtATime();

  const make = async (path: string, width: string, format: Format, file: string) => {
    const original = await fetchOriginal(path, 'GET');
    const made = await convert(Buffer.from(await original.arrayBuffer()), width, format);
    await keep(file, made).catch((error) => logger.error({ error }, 'A picture was not kept'));
    return made;
  };

  return async (width, format, path) => {
    if (!isWidth(width) || !isFormat(format)) return notFound();
    const original = await fetchOriginal(path, 'HEAD');
    if (!original.ok) return notFound();
    const version = original.headers.get('ETag') ?? '';
    const name = createHash('sha256').update(`${path}\n${version}`).digest('hex');
    const folder = path.startsWith('inspiration/') ? visitorPictures : name.slice(0, 2);
    const file = join(directory, folder, `${name}-${width}.${format}`);
    const kept = await readFile(file).catch(() => undefined);
    if (kept) return picture(kept, format);
    let making = underWay.get(file);
    if (!making && underWay.size >= waitingLimit) {
      return new Response('Too many pictures are being made', {
        status: 503,
        headers: { 'Retry-After': '5' },
      });
    }
    // The original is read in its turn only: what waits takes no memory.
    making ??= inTurn(() => make(path, width, format, file)).finally(() => underWay.delete(file));
    underWay.set(file, making);
    try {
      return picture(await making, format);
    } catch (error) {
      logger.warn({ error, path }, 'A picture could not be made');
      return notFound();
    }
  };
}

function convert(source: Buffer, width: string, format: Format): Promise<Buffer> {
  return sharp(source, { limitInputPixels: maxPixels })
    .rotate()
    .resize(width === 'card' ? card : { width: Number(width), withoutEnlargement: true })
    .toFormat(format, formats[format])
    .toBuffer();
}

async function keep(file: string, made: Buffer) {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, made);
  await rename(aside, file);
}

function isWidth(width: string): boolean {
  return width === 'card' || pictureWidths.some((known) => String(known) === width);
}

function isFormat(format: string): format is Format {
  return Object.hasOwn(formats, format);
}

function picture(bytes: Buffer, format: Format): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': `image/${format}`,
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}

function notFound(): Response {
  return new Response('No such picture', { status: 404, headers: { 'Cache-Control': 'no-store' } });
}
