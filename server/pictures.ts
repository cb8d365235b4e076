import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { formerImageWidths, imageWidths } from '#app/domain/content/image-url.ts';
import { createConcurrencyLimit } from '#backend/concurrency-limit.ts';
import { isPictureFormat, type PictureFormat } from '#backend/pictures/picture-format.ts';
import { pictureProcess } from '#backend/pictures/picture-process.ts';
import { TooManyRequests } from '#backend/rate-limit.ts';
import { createKeptPictures } from './pictures/kept-pictures.ts';
import { requestGrace } from './shutdown.ts';
import { visitorPictures } from './visitor-pictures.ts';

/** How many pictures may wait at once: what visitors ask for, and what is made ahead. */
const waitingLimit = 200;
const aheadLimit = 500;
/** Images of one network: the others wait for their own. Each lookup is two statements of the database. */
const lookupsOfNetwork = { maxRunning: 4, maxQueued: 200 };
const lookupsOfAll = { maxRunning: 16, maxQueued: 1000 };
const sizesOfNetwork = { maxRunning: 1, maxQueued: 100 };
/** Placeholders that are kept in memory, of some 120 bytes each. */
const placeholdersKept = 10_000;
/** Paths without a picture, for which the database is not asked again for a while. */
const maxAbsent = 5000;
const absentLifetimeMs = 3000;

/** Of a requested size, a placeholder, and a size that nobody has requested yet. */
const priorities = { requested: 2, placeholder: 1, ahead: 0 };

export type Pictures = {
  /** Serves one size, made first where it is not kept; `network` is the visitor's, or its IPv6 /48. */
  serve(width: string, format: string, path: string, network?: string): Promise<Response>;
  /** Makes what the pages show of a picture in the background: anew where its file was replaced. */
  prepare(path: string): void;
  /** The placeholder as a data address; prepares the picture where there is none yet. */
  placeholderOf(path: string): string | undefined;
  /**
   * Gives up what is made ahead, and begins none of it any more. Resolves once what visitors wait for
   * is done, or given up after what requests get: nothing reads an original after that.
   */
  stop(): Promise<void>;
};

/**
 * Serves pictures of the bucket at the widths and formats that the pages use, and as a cut-out for
 * social networks, each made once, in a process of its own, and kept on disk.
 *
 * @param directory where the made pictures are kept
 * @param maxBytes how much they may take there; what was not asked for longest goes first
 * @param ahead whether sizes are made before somebody asks for them
 * @param fetchOriginal answers with the bucket's file of a path, as its public address would; by
 *   HEAD without the file
 * @param onPlaceholders told when placeholders have been made that pages may show
 */
export function createPictures({
  directory,
  maxBytes,
  ahead,
  fetchOriginal,
  onPlaceholders,
  logger,
}: {
  directory: string;
  maxBytes: number;
  ahead: boolean;
  fetchOriginal: (path: string, method: 'GET' | 'HEAD') => Promise<Response>;
  onPlaceholders?: () => void;
  logger: Logger;
}): Pictures {
  const kept = createKeptPictures(directory, maxBytes, logger);
  const placeholders = new LRUCache<string, string>({ max: placeholdersKept });
  const absent = new LRUCache<string, true>({ max: maxAbsent, ttl: absentLifetimeMs });
  const underWay = new Map<string, Promise<Buffer>>();
  const preparing = new Map<string, Promise<void>>();
  const stoppingAhead = new AbortController();
  const stoppingAll = new AbortController();
  /** One conversion at a time: the pages share the processor with it. */
  const conversions = new PQueue({ concurrency: 1 });
  const lookups = createConcurrencyLimit(lookupsOfNetwork);
  const allLookups = createConcurrencyLimit(lookupsOfAll);
  const sizes = createConcurrencyLimit(sizesOfNetwork);

  const keep = (file: string, made: Buffer) =>
    kept.write(file, made).catch((error) => logger.error({ error }, 'A picture was not kept'));

  /** Where a picture's sizes lie; undefined where there is no such picture. */
  const locate = async (path: string) => {
    if (absent.has(path)) return undefined;
    const original = await fetchOriginal(path, 'HEAD');
    if (original.status >= 500) throw new OriginalAway();
    if (!original.ok) {
      absent.set(path, true);
      return undefined;
    }
    const version = original.headers.get('ETag') ?? '';
    const name = createHash('sha256').update(`${path}\n${version}`).digest('hex');
    const folder = path.startsWith('inspiration/') ? visitorPictures : name.slice(0, 2);
    return `${folder}/${name}`;
  };

  // The original is read in its turn only: what waits takes no memory.
  const read = async (path: string) => {
    const original = await fetchOriginal(path, 'GET');
    if (original.status >= 500) throw new OriginalAway();
    if (!original.ok) throw new Error(`The original answered ${original.status}`);
    return Buffer.from(await original.arrayBuffer());
  };

  const make = async (file: string, path: string, size: Size, signal: AbortSignal) => {
    signal.throwIfAborted();
    const source = await read(path);
    const made = await pictureProcess.run({ kind: 'convert', source, ...size }, signal);
    await keep(file, made);
    return made;
  };
  const share = (key: string, making: Promise<Buffer>) => {
    const shared = making.finally(() => underWay.delete(key));
    underWay.set(key, shared);
    return shared;
  };
  // Each network has one image in the queue of all, and does not wait for those that another has asked for.
  const makeWanted = (file: string, path: string, size: Size, network: string) => {
    const key = `${network} ${file}`;
    const making = () =>
      conversions.add(
        async () => (await kept.read(file)) ?? make(file, path, size, stoppingAll.signal),
        { priority: priorities.requested },
      );
    return underWay.get(key) ?? share(key, sizes.run(network, making));
  };
  const makeAhead = (file: string, path: string, size: Size) =>
    conversions.add(
      async () => {
        if (underWay.has(file) || (await kept.has(file))) return;
        await share(file, make(file, path, size, stoppingAhead.signal));
      },
      { priority: priorities.ahead },
    );

  const preparePlaceholder = async (path: string, base: string) => {
    const file = `${base}-placeholder.webp`;
    const made =
      (await kept.read(file)) ??
      (await conversions.add(
        async () => {
          const { signal } = stoppingAhead;
          signal.throwIfAborted();
          const source = await read(path);
          const bytes = await pictureProcess.run({ kind: 'placeholder', source }, signal);
          await keep(file, bytes);
          return bytes;
        },
        { priority: priorities.placeholder },
      ));
    const address = made.length > 0 ? `data:image/webp;base64,${made.toString('base64')}` : '';
    const changed = (placeholders.get(path) ?? '') !== address;
    placeholders.set(path, address);
    return changed;
  };

  const prepare = async (path: string) => {
    const base = await locate(path);
    if (!base) return;
    const changed = await preparePlaceholder(path, base);
    if (changed && conversions.sizeBy({ priority: priorities.placeholder }) === 0)
      onPlaceholders?.();
    for (const width of ahead ? imageWidths : []) {
      const file = `${base}-${width}.avif`;
      await makeAhead(file, path, { width, format: 'avif' });
    }
  };

  const prepareSoon = (path: string) => {
    if (stoppingAhead.signal.aborted) return;
    if (preparing.has(path) || preparing.size >= aheadLimit) return;
    const prepared = prepare(path)
      .catch((error) => {
        if (stoppingAhead.signal.aborted) return;
        logger.warn({ error, path }, 'A picture could not be prepared');
      })
      .finally(() => preparing.delete(path));
    preparing.set(path, prepared);
  };

  return {
    prepare: (path) => {
      absent.delete(path);
      prepareSoon(path);
    },
    placeholderOf: (path) => {
      const known = placeholders.get(path);
      if (known === undefined) prepareSoon(path);
      return known || undefined;
    },
    stop: async () => {
      stoppingAhead.abort();
      await Promise.all(preparing.values());
      const nothingUnderWay = async () => {
        while (underWay.size > 0) await Promise.allSettled(underWay.values());
      };
      const finished = nothingUnderWay();
      await Promise.race([finished, sleep(requestGrace, undefined, { ref: false })]);
      stoppingAll.abort();
      await finished;
    },
    serve: async (width, format, path, network = '') => {
      const size = readSize(width, format);
      if (!size) return notFound();
      try {
        const base = await lookups.run(network, () => allLookups.run('', () => locate(path)));
        if (!base) return notFound();
        const file = `${base}-${width}.${format}`;
        const found = await kept.read(file);
        if (found) return picture(found, size.format);
        if (conversions.sizeBy({ priority: priorities.requested }) >= waitingLimit)
          return later(tooMany);
        return picture(await makeWanted(file, path, size, network), size.format);
      } catch (error) {
        if (stoppingAhead.signal.aborted) return later('The website is being stopped');
        if (error instanceof TooManyRequests) return later(tooMany);
        logger.warn({ error, path }, 'A picture could not be made');
        return error instanceof OriginalAway ? later(error.message) : notFound();
      }
    },
  };
}

const tooMany = 'Too many pictures are being made';

/** Where the originals lie can't be reached at the moment. */
class OriginalAway extends Error {
  override readonly name = 'OriginalAway';
  override readonly message = 'The original of this picture cannot be read at the moment';
}

type Size = { width: number | 'card'; format: PictureFormat };

const servedWidths = [...imageWidths, ...formerImageWidths];

function readSize(width: string, format: string): Size | undefined {
  const known = width === 'card' ? width : servedWidths.find((each) => String(each) === width);
  return known && isPictureFormat(format) ? { width: known, format } : undefined;
}

function picture(bytes: Buffer, format: PictureFormat): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': `image/${format}`,
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}

function later(sentence: string): Response {
  return new Response(sentence, {
    status: 503,
    headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' },
  });
}

function notFound(): Response {
  return new Response('No such picture', { status: 404, headers: { 'Cache-Control': 'no-store' } });
}
