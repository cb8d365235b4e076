import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { imageWidths, parseCardSize } from '#app/lib/image-url.ts';
import { TooManyRequests } from '#backend/http-error.ts';
import type { ImageFormat, ImageTask } from '#backend/images/image-job.ts';
import { imageProcess, isImageFormat } from '#backend/images/image-process.ts';
import { isLogoShape } from '#backend/images/logo-shapes.ts';
import { createConcurrencyLimit, createFairLimit } from '#backend/limits.ts';
import { isPersonalImage } from '#backend/storage/download.ts';
import { textError } from '#server/error-responses.ts';
import { requestGraceMs } from '#server/shutdown.ts';
import { createImageStore, getImageBase } from './image-store.ts';

const maxQueuedRequests = 200;
const maxPreparing = 500;
/** A lookup takes two database statements. */
const lookupLimit = { maxRunning: 16, maxRunningPerKey: 4, maxQueuedPerKey: 200, maxQueued: 1000 };
const conversionLimitPerNetwork = { maxRunning: 1, maxQueued: 100 };
const maxPlaceholders = 10_000;
const maxAbsentKeys = 5000;
const absentLifetimeMs = 3000;
const priorities = { requested: 2, placeholder: 1, ahead: 0 };
/** Larger originals are not served while their sizes are converted. */
const maxSubstituteBytes = 1_500_000;
/** Smaller originals are served before sizes that the browser would enlarge. */
const maxSharpSubstituteBytes = 300_000;
const decodableFormats = {
  avif: ['avif', 'webp', 'jpeg'],
  webp: ['webp', 'jpeg'],
  jpeg: ['jpeg'],
} satisfies Record<ImageFormat, ImageFormat[]>;

/** `type` is what its response declares. */
type Size = { task: Extract<ImageTask, { type: 'convert' | 'card' | 'logo' }>; type: string };
type Original = { base: string; type: string; bytes: number | undefined };
type Backend = (request: Request, ip: string) => Promise<Response>;

type ImageServer = {
  serve(width: string, format: string, key: string, network?: string): Promise<Response>;
  prepare(key: string): void;
  getPlaceholder(key: string): string | undefined;
  stop(): Promise<void>;
};

/**
 * Converts each size once, in its own process, and stores it. Meanwhile requests get another size.
 * `prepare` converts ahead of requests.
 */
export function createImageServer({
  directory,
  shippedDirectory,
  maxBytes,
  convertsAhead,
  fetchOriginal,
  onPlaceholders,
  logger,
}: {
  directory: string;
  /** Sizes of the demonstration's first images, which need no conversion. */
  shippedDirectory?: string;
  maxBytes: number;
  convertsAhead: boolean;
  fetchOriginal: (key: string, method: 'GET' | 'HEAD') => Promise<Response>;
  onPlaceholders?: () => void;
  logger: Logger;
}): ImageServer {
  const store = createImageStore(directory, maxBytes, logger, shippedDirectory);
  const placeholders = new LRUCache<string, string>({ max: maxPlaceholders });
  const absentKeys = new LRUCache<string, true>({ max: maxAbsentKeys, ttl: absentLifetimeMs });
  const inFlight = new Map<string, Promise<Buffer>>();
  const preparing = new Map<string, Promise<void>>();
  const stopPreparing = new AbortController();
  const stopAll = new AbortController();
  const conversions = new PQueue({ concurrency: 1 });
  const lookups = createFairLimit(lookupLimit);
  const conversionsPerNetwork = createConcurrencyLimit(conversionLimitPerNetwork);

  const lookUp = async (key: string) => {
    if (absentKeys.has(key)) return undefined;
    const original = await fetchOriginal(key, 'HEAD');
    if (original.status >= 500 || original.status === 429) throw new StorageUnavailableError();
    if (!original.ok) {
      absentKeys.set(key, true);
      return undefined;
    }
    const length = original.headers.get('Content-Length');
    return {
      base: getImageBase(key, original.headers.get('ETag') ?? ''),
      type: original.headers.get('Content-Type') ?? '',
      bytes: length === null ? undefined : Number(length),
    };
  };

  const download = async (key: string, signal: AbortSignal) => {
    signal.throwIfAborted();
    const original = await fetchOriginal(key, 'GET');
    if (original.status >= 500) throw new StorageUnavailableError();
    if (!original.ok) throw new Error(`Original image request failed with ${original.status}`);
    return Buffer.from(await original.arrayBuffer());
  };
  const save = async (file: string, bytes: Buffer) => {
    await store
      .write(file, bytes)
      .catch((error) => logger.error({ error }, 'Resized image storage failed'));
    return bytes;
  };
  const convert = async (file: string, key: string, { task }: Size, signal: AbortSignal) => {
    const source = await download(key, signal);
    return save(file, await imageProcess.run({ ...task, source }, signal));
  };
  const share = (id: string, conversion: Promise<Buffer>) => {
    const shared = conversion.finally(() => inFlight.delete(id));
    inFlight.set(id, shared);
    return shared;
  };
  const convertRequested = (file: string, key: string, size: Size, network: string) => {
    const id = `${network} ${file}`;
    const enqueue = () =>
      conversions.add(
        async () => (await store.read(file)) ?? convert(file, key, size, stopAll.signal),
        { priority: priorities.requested },
      );
    return inFlight.get(id) ?? share(id, conversionsPerNetwork.run(network, enqueue));
  };
  const convertAhead = (file: string, key: string, size: Size) =>
    conversions.add(
      async () => {
        if (inFlight.has(file) || (await store.has(file))) return;
        await share(file, convert(file, key, size, stopPreparing.signal));
      },
      { priority: priorities.ahead },
    );
  const createPlaceholder = (file: string, key: string) =>
    conversions.add(
      async () => {
        const { signal } = stopPreparing;
        const source = await download(key, signal);
        return save(file, await imageProcess.run({ type: 'placeholder', source }, signal));
      },
      { priority: priorities.placeholder },
    );

  const reportError = (path: string, error: unknown) => {
    if (stopPreparing.signal.aborted || error instanceof TooManyRequests) return;
    logger.warn({ error, path }, 'Image resize failed');
  };
  const readFirst = async (base: string, widths: number[], format: ImageFormat) => {
    for (const width of widths) {
      for (const each of decodableFormats[format]) {
        const bytes = await store.read(`${base}-${width}.${each}`);
        if (bytes) return { bytes, type: `image/${each}` };
      }
    }
    return undefined;
  };
  const readOriginal = async (key: string, { type, bytes }: Original, format: ImageFormat) => {
    const types = [
      'image/png',
      'image/gif',
      ...decodableFormats[format].map((each) => `image/${each}`),
    ];
    if (!types.includes(type) || bytes === undefined || bytes > maxSubstituteBytes)
      return undefined;
    const body = await download(key, stopAll.signal).catch(() => undefined);
    return body && { bytes: body, type };
  };
  /** The closest larger size, a small original, a size at least half as wide, the original, or the largest smaller size. */
  const findSubstitute = async (key: string, original: Original, { task }: Size) => {
    if (task.type !== 'convert') return undefined;
    const { format } = task;
    const isSharp = (width: number) => width >= task.width / 2;
    const smaller = imageWidths.filter((width) => width < task.width).reverse();
    const larger = imageWidths.filter((width) => width >= task.width);
    const { base, bytes = Number.POSITIVE_INFINITY } = original;
    const readSmallOriginal = async () =>
      bytes <= maxSharpSubstituteBytes ? readOriginal(key, original, format) : undefined;
    return (
      (await readFirst(base, larger, format)) ??
      (await readSmallOriginal()) ??
      (await readFirst(base, smaller.filter(isSharp), format)) ??
      (await readOriginal(key, original, format)) ??
      (await readFirst(base, smaller, format))
    );
  };

  const prepareNow = async (key: string) => {
    const original = await lookUp(key);
    if (!original) return;
    const { base } = original;
    const file = `${base}-placeholder.webp`;
    const bytes = (await store.read(file)) ?? (await createPlaceholder(file, key));
    const url = bytes.length > 0 ? `data:image/webp;base64,${bytes.toString('base64')}` : '';
    const hasChanged = (placeholders.get(key) ?? '') !== url;
    placeholders.set(key, url);
    if (hasChanged && conversions.sizeBy({ priority: priorities.placeholder }) === 0) {
      onPlaceholders?.();
    }
    // The largest comes first, because it stands in for all others.
    for (const width of convertsAhead ? imageWidths.toReversed() : []) {
      const task = { type: 'convert', width, format: 'avif' } as const;
      await convertAhead(`${base}-${width}.avif`, key, { task, type: 'image/avif' });
    }
  };
  const prepareInBackground = (key: string) => {
    if (stopPreparing.signal.aborted || preparing.has(key) || preparing.size >= maxPreparing)
      return;
    const preparation = prepareNow(key)
      .catch((error) => {
        if (stopPreparing.signal.aborted) return;
        logger.warn({ error, path: key }, 'Image pre-resize failed');
      })
      .finally(() => preparing.delete(key));
    preparing.set(key, preparation);
  };

  return {
    prepare: (key) => {
      absentKeys.delete(key);
      prepareInBackground(key);
    },
    getPlaceholder: (key) => {
      const placeholder = placeholders.get(key);
      if (placeholder === undefined) prepareInBackground(key);
      return placeholder || undefined;
    },
    stop: async () => {
      stopPreparing.abort();
      await Promise.all(preparing.values());
      const finishAll = async () => {
        while (inFlight.size > 0) await Promise.allSettled(inFlight.values());
      };
      const finished = finishAll();
      await Promise.race([finished, sleep(requestGraceMs, undefined, { ref: false })]);
      stopAll.abort();
      await finished;
    },
    serve: async (width, format, key, network = '') => {
      const size = parseSize(width, format, key);
      const isPath = key.split('/').every((part) => !['', '.', '..'].includes(part));
      if (!size || !isPath) return notFound();
      try {
        const original = await lookups.run(network, () => lookUp(key));
        if (!original) return notFound();
        const file = `${original.base}-${width}.${format}`;
        const stored = await store.read(file);
        const cacheControl = isPersonalImage(key) ? 'private, max-age=600' : immutable;
        if (stored) return imageResponse(stored, size.type, cacheControl);
        const isFull = conversions.sizeBy({ priority: priorities.requested }) >= maxQueuedRequests;
        const conversion = isFull ? undefined : convertRequested(file, key, size, network);
        conversion?.catch(() => undefined);
        const substitute = await findSubstitute(key, original, size);
        if (substitute) {
          conversion?.catch((error) => reportError(key, error));
          return imageResponse(substitute.bytes, substitute.type, 'no-store');
        }
        if (!conversion) return unavailable(tooManyImages);
        return imageResponse(await conversion, size.type, cacheControl);
      } catch (error) {
        if (stopPreparing.signal.aborted) return unavailable('The website is shutting down');
        if (error instanceof TooManyRequests) return unavailable(tooManyImages);
        reportError(key, error);
        return error instanceof StorageUnavailableError ? unavailable(error.message) : notFound();
      }
    },
  };
}

const uploadPath = /^\/storage\/v1\/object\/images\/(.+)$/;

export function prepareUploads(backend: Backend, prepare: (key: string) => void): Backend {
  return async (request, ip) => {
    const { method, url } = request;
    const response = await backend(request, ip);
    if (response.ok && (method === 'POST' || method === 'PUT')) {
      const [, path = ''] = uploadPath.exec(new URL(url).pathname) ?? [];
      const key = decodeURIComponent(path);
      if (key && !key.startsWith('inspiration/')) prepare(key);
    }
    return response;
  };
}

const tooManyImages = 'Too many images are being resized';

class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  override readonly message = 'The original image is unavailable';
}

const immutable = 'public, max-age=31536000, immutable';

/** Where the constraint business_settings_logo_whole allows a logo. */
const logoFolder = 'thumbnails/';

function parseSize(name: string, format: string, key: string): Size | undefined {
  const type = `image/${format}`;
  if (format === 'png' && isLogoShape(name) && key.startsWith(logoFolder)) {
    return { task: { type: 'logo', shape: name }, type };
  }
  if (!isImageFormat(format)) return undefined;
  const focalPoint = parseCardSize(name);
  if (focalPoint !== undefined) return { task: { type: 'card', format, focalPoint }, type };
  const width = imageWidths.find((each) => String(each) === name);
  return width && { task: { type: 'convert', width, format }, type };
}

function imageResponse(bytes: Buffer, type: string, cacheControl: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': cacheControl,
    },
  });
}

const unavailable = (message: string) => textError(503, message, { 'Retry-After': '5' });

const notFound = () => textError(404, 'Image not found');
