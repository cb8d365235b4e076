import { createHash, randomUUID } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { getSitePrefix } from '#backend/client-network.ts';
import { type Caller, type Database, isVisitor } from '#backend/database/database.ts';
import { TooManyRequests } from '#backend/http-error.ts';
import type { ImageTask, UploadFormat } from '#backend/images/image-job.ts';
import { imageProcess, visitorImageProcess } from '#backend/images/image-process.ts';
import { createConcurrencyLimit } from '#backend/limits.ts';
import { createMutex } from '#backend/mutex.ts';
import type { Bucket } from './buckets.ts';
import { slowDown, storageError } from './errors.ts';
import { discardFile, type FileStore, FileTooLarge, type Stores } from './files.ts';

/** How many bytes file-type needs to detect a type. */
const sampleSize = 4100;
const reencodeTimeoutMs = 10_000;
/**
 * Decoding a HEIC in WebAssembly is several times slower than a JPEG in libvips: a phone's takes
 * two to four seconds.
 */
export const reencodeHeicTimeoutMs = 8_000;
const maxQueuedImages = 20;
const maxQueuedHeics = 10;
/** The CPU time per hour for decoding images of one network; an IPv6 /48 gets twice as much. */
const maxDecodingMs = 180_000;
const hourMs = 3_600_000;
const maxNetworks = 10_000;
/** The visitor's page sends three images at a time. */
const maxQueuedImagesPerNetwork = 5;

/** The image types that are decoded, and the format each is re-encoded in. */
const uploadFormats: Record<string, UploadFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/heic': 'jpeg',
  'image/heif': 'jpeg',
};

/** Decoding takes memory, so one image of staff and one of visitors are decoded at a time. */
const enqueueForStaff = createMutex();
const enqueueForVisitor = createVisitorQueue();

/** The bytes of visitors' uploads that this process has received but not yet committed or discarded. */
let pendingBytes = 0;

/** The sender of a file. */
export type Sender = {
  caller: Caller;
  /** The network that visitors' limits count; '' for the process itself. */
  network: string;
  /** Aborted once the client has disconnected. */
  signal: AbortSignal;
};

/** A file in the store, under `version` as its key. */
type StoredFile = { version: string; size: number; eTag: string; mimetype: string };

/**
 * Writes an upload to the store and checks its type. A visitor's upload must be an image and is
 * re-encoded, so that none of the sent bytes is stored. The exception is a private bucket of PDFs,
 * whose policies decide who may upload. Staff's images with metadata, such as a location, are
 * re-encoded, too. A HEIC is stored as a JPEG.
 *
 * @throws HttpError 400 if the client has disconnected, 413, 415, 503 if too many images wait, or
 *   507; TooManyRequests. No file is left behind
 */
export async function processUpload(
  stores: Stores,
  sender: Sender,
  content: AsyncIterable<Uint8Array>,
  bucket: Bucket,
): Promise<StoredFile> {
  const { files } = stores;
  const { signal } = sender;
  const version = randomUUID();
  const mustBeImage = isVisitor(sender.caller) && !isPrivatePdfBucket(bucket);
  const pending = mustBeImage ? await trackPending(stores.database) : undefined;
  try {
    const counted = pending?.count(content) ?? content;
    const written = await writeHashed(files, version, counted, bucket.maxBytes);
    const mimetype = await detectType(
      await readStart(files, version, Math.min(written.size, sampleSize)),
    );
    requireAllowedType(mimetype, bucket.allowedTypes);
    const stored = { version, ...written, mimetype };
    const format = uploadFormats[mimetype];
    if (pending && !format) throw typeNotSupported(mimetype);
    if (mimetype === 'image/tiff') await sanitize(stores, sender, stored, { type: 'check' });
    if (!format) return stored;
    const limits = { format, maxBytes: bucket.maxBytes };
    const bytes = await (pending
      ? reencode(stores, sender, stored, { type: 'reencode', ...limits })
      : sanitize(stores, sender, stored, { type: 'sanitize', ...limits }));
    return bytes.length > 0 ? await replaceContent(stores, stored, bytes, limits) : stored;
  } catch (error) {
    await discardFile(stores, version);
    if (signal.aborted) throw storageError('InvalidRequest', 'The connection was closed');
    throw error instanceof FileTooLarge ? storageError('EntityTooLarge') : error;
  } finally {
    pending?.release();
  }
}

/**
 * Re-encodes a visitor's image for a storage that would store it unchanged.
 *
 * @throws as processUpload does
 */
export async function reencodeVisitorImage(
  source: Uint8Array,
  sender: Pick<Sender, 'network' | 'signal'>,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; mimetype: string }> {
  const { sent, mimetype, task } = await planReencoding(source, maxBytes);
  return { bytes: await runForVisitor(sender, sent, task, async () => source), mimetype };
}

/**
 * Re-encodes an image that staff import from elsewhere. It neither waits for visitors' images nor delays them.
 *
 * @throws HttpError 415, 503 if it takes too long; the signal's reason
 */
export async function reencodeStaffImage(
  source: Uint8Array,
  signal: AbortSignal,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; mimetype: string }> {
  const { mimetype, task } = await planReencoding(source, maxBytes);
  const run = () => {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(reencodeTimeoutMs)]);
    return imageProcess.run({ ...task, source }, timeout).catch(rejectImage);
  };
  return { bytes: await enqueueForStaff(run), mimetype };
}

async function planReencoding(source: Uint8Array, maxBytes: number) {
  const sent = await detectType(source.subarray(0, sampleSize));
  const format = uploadFormats[sent];
  if (!format) throw typeNotSupported(sent);
  const task = { type: 'reencode', format, maxBytes } as const;
  return { sent, mimetype: `image/${format}`, task };
}

/**
 * @param allowed the bucket's list, with wildcards such as `image/*`; null allows every type
 * @throws HttpError 415
 */
export function requireAllowedType(mimetype: string, allowed: string[] | null): void {
  const family = `${mimetype.split('/')[0]}/*`;
  if (!allowed || allowed.includes(mimetype) || allowed.includes(family)) return;
  throw typeNotSupported(mimetype);
}

function isPrivatePdfBucket({ public: isPublic, allowedTypes }: Bucket): boolean {
  return !isPublic && allowedTypes?.join() === 'application/pdf';
}

/**
 * Creates the queue in which visitors' images are decoded one at a time. Each network has one image
 * in the shared queue, and its others wait behind it, so that a sender of many delays only itself.
 * Only one HEIC at a time is in the shared queue, so that other images wait for one at most.
 *
 * @param clock monotonic, in milliseconds
 * @returns runs `work` for a network ('' is not limited), which reports its CPU time, or elapsed
 *   time counts; throws TooManyRequests if too much of this network waits or its images have taken
 *   three minutes of CPU within an hour, HttpError 503 if the images of too many networks wait, and
 *   the signal's reason
 */
export function createVisitorQueue(clock: { now: () => number } = performance) {
  const decodingMs = new LRUCache<string, number>({
    max: maxNetworks,
    ttl: hourMs,
    ttlResolution: 0,
    noUpdateTTL: true,
    perf: clock,
  });
  const requireTime = (key: string | undefined, maxMs: number) => {
    if (key === undefined || (decodingMs.get(key) ?? 0) < maxMs) return;
    throw new TooManyRequests(Math.max(1, Math.ceil(decodingMs.getRemainingTTL(key) / 1000)));
  };
  const heics = createConcurrencyLimit({ maxRunning: 1, maxQueued: maxQueuedHeics });
  const perNetwork = createConcurrencyLimit({
    maxRunning: 1,
    maxQueued: maxQueuedImagesPerNetwork,
  });
  const shared = createConcurrencyLimit({ maxRunning: 1, maxQueued: maxQueuedImages });
  return async <Result>(
    network: string,
    work: (reportCpu: (ms: number) => void) => Promise<Result>,
    signal?: AbortSignal,
    isHeic = false,
  ): Promise<Result> => {
    const site = getSitePrefix(network);
    const measured = async () => {
      const began = clock.now();
      let cpuMs: number | undefined;
      try {
        return await work((ms) => {
          cpuMs = ms;
        });
      } finally {
        const ms = cpuMs ?? clock.now() - began;
        for (const key of network === '' ? [] : [network, ...(site ? [site] : [])]) {
          decodingMs.set(key, (decodingMs.get(key) ?? 0) + ms);
        }
      }
    };
    const share = () => shared.run('', measured, signal);
    const run = () =>
      (isHeic ? heics.run('', share, signal) : share()).catch((error) => {
        if (!(error instanceof TooManyRequests)) throw error;
        const message = 'Too many uploads at once, please try again later';
        throw slowDown(503, message, 30);
      });
    requireTime(network, maxDecodingMs);
    requireTime(site, 2 * maxDecodingMs);
    return network === '' ? run() : perNetwork.run(network, run, signal);
  };
}

/**
 * Detects a file's type from its first bytes. Markup (HTML, SVG, XML) counts as text, so that it is
 * never served as something a browser would run.
 */
async function detectType(sample: Uint8Array): Promise<string> {
  const mime = (await fileTypeFromBuffer(sample))?.mime;
  if (mime === 'image/apng') return 'image/png';
  if (mime && !/xml|html|svg|javascript/.test(mime)) return mime;
  if (sample.includes(0)) return 'application/octet-stream';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return 'text/plain';
  } catch {
    return 'application/octet-stream';
  }
}

/** Returns undefined if a staff member's file can be stored unchanged. */
function sanitize(
  { files }: Stores,
  { signal }: Sender,
  { version, size }: StoredFile,
  task: ImageTask,
) {
  return enqueueForStaff(async () => {
    const source = await readStart(files, version, size);
    return imageProcess.run({ ...task, source }, signal).catch(rejectImage);
  });
}

function reencode(
  { files }: Stores,
  sender: Sender,
  { version, size, mimetype }: StoredFile,
  task: ImageTask,
) {
  return runForVisitor(sender, mimetype, task, () => readStart(files, version, size));
}

function runForVisitor(
  { network, signal }: Pick<Sender, 'network' | 'signal'>,
  mimetype: string,
  task: ImageTask,
  read: () => Promise<Uint8Array>,
) {
  const isHeic = /hei[cf]$/.test(mimetype);
  const run = async (reportCpu: (ms: number) => void) => {
    const source = await read();
    const timeoutMs = isHeic ? reencodeHeicTimeoutMs : reencodeTimeoutMs;
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return visitorImageProcess.run({ ...task, source }, timeout, reportCpu).catch(rejectImage);
  };
  return enqueueForVisitor(network, run, signal, isHeic);
}

async function replaceContent(
  stores: Stores,
  { version: sent }: StoredFile,
  bytes: Uint8Array,
  { format, maxBytes }: { format: UploadFormat; maxBytes: number },
): Promise<StoredFile> {
  const version = randomUUID();
  const written = await writeHashed(stores.files, version, [bytes], maxBytes);
  await discardFile(stores, sent);
  return { version, ...written, mimetype: `image/${format}` };
}

/** The policy of storage.objects counts only committed images, but files waiting to be decoded also use disk. */
async function trackPending({ owner }: Pick<Database, 'owner'>) {
  const { rows } = await sql<{ free: string }>`
    select private.get_visitor_storage_limit() - private.get_visitor_storage_used() as free`.execute(
    owner,
  );
  const free = Number(rows[0]?.free);
  let bytes = 0;
  return {
    /**
     * @throws HttpError 507 if all pending uploads together exceed the rest of the visitors'
     *   storage
     */
    count: async function* (content: AsyncIterable<Uint8Array>) {
      for await (const chunk of content) {
        bytes += chunk.byteLength;
        pendingBytes += chunk.byteLength;
        if (pendingBytes > free) {
          throw storageError('InsufficientStorage', "The storage for visitors' images is full");
        }
        yield chunk;
      }
    },
    /** Call this once the file is committed or removed. */
    release: () => {
      pendingBytes -= bytes;
    },
  };
}

async function writeHashed(
  files: FileStore,
  version: string,
  content: AsyncIterable<Uint8Array> | Uint8Array[],
  maxBytes: number,
) {
  const hash = createHash('sha256');
  const hashed = (async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  })();
  const { size } = await files.write(version, hashed, { maxBytes });
  return { size, eTag: `"${hash.digest('hex').slice(0, 32)}"` };
}

async function readStart(files: FileStore, version: string, size: number): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array();
  const stream = await files.read(version, { start: 0, end: size - 1 });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function typeNotSupported(mimetype: string) {
  return storageError('InvalidMimeType', `mime type ${mimetype} is not supported`);
}

function rejectImage(error: unknown): never {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    throw slowDown(503, 'Converting the image took too long, please try again later', 30);
  }
  throw storageError('InvalidMimeType');
}
