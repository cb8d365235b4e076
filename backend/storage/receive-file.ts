import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type Caller, isVisitor } from '#backend/database/database.ts';
import { createMutex } from '#backend/mutex.ts';
import type { Bucket } from './buckets.ts';
import {
  checkAllowed,
  checkPicture,
  detectType,
  isPicture,
  reencodeImage,
  sampleSize,
} from './content-type.ts';
import { type FileStore, FileTooLarge } from './files.ts';
import { startPendingUpload } from './pending-bytes.ts';
import { invalidRequest, tooLarge } from './refusal.ts';
import { discard, type Stores } from './stores.ts';
import { createVisitorDecoding } from './visitor-decoding.ts';

/** Decoding takes the memory, so one image of staff and one of visitors are decoded at a time. */
const enqueueForStaff = createMutex();
const enqueueForVisitor = createVisitorDecoding();

/** Who sends a file. */
export type Sender = {
  caller: Caller;
  /** The network that the limits of visitors count for; '' for the process itself. */
  network: string;
  /** Aborted once the client is gone. */
  signal: AbortSignal;
};

/** A file in the store, under `version` as its key. */
type ReceivedFile = { version: string; size: number; eTag: string; mimetype: string };

/**
 * Writes an upload to the store and checks what it is. A visitor's image is encoded again: of the bytes
 * that were sent none is stored.
 *
 * @throws Refusal 400 if the client is gone, 413, 415, 503 if too many images wait, or 507; TooManyRequests.
 *   No file remains then
 */
export async function receiveFile(
  stores: Stores,
  sender: Sender,
  content: AsyncIterable<Uint8Array>,
  bucket: Bucket,
): Promise<ReceivedFile> {
  const { files } = stores;
  const { signal } = sender;
  const version = randomUUID();
  const pending = isVisitor(sender.caller) ? await startPendingUpload(stores.database) : undefined;
  try {
    const counted = pending?.count(content) ?? content;
    const written = await writeHashed(files, version, counted, bucket.maxBytes);
    const sample = await readStart(files, version, Math.min(written.size, sampleSize));
    const mimetype = await detectType(sample);
    checkAllowed(mimetype, bucket.allowedTypes);
    const received = { version, ...written, mimetype };
    if (isVisitor(sender.caller)) {
      return await storeReencoded(stores, sender, received, bucket.maxBytes);
    }
    if (isPicture(mimetype)) {
      await enqueueForStaff(async () => {
        signal.throwIfAborted();
        await checkPicture(await readStart(files, version, written.size), signal);
      });
    }
    return received;
  } catch (error) {
    await discard(stores, version);
    if (signal.aborted) throw invalidRequest('The connection was closed');
    throw error instanceof FileTooLarge ? tooLarge() : error;
  } finally {
    pending?.release();
  }
}

async function storeReencoded(
  stores: Stores,
  { network, signal }: Sender,
  { version: sent, size, mimetype }: ReceivedFile,
  maxBytes: number,
): Promise<ReceivedFile> {
  const { files } = stores;
  const encoded = await enqueueForVisitor(
    network,
    async () => reencodeImage(await readStart(files, sent, size), mimetype, maxBytes, signal),
    signal,
  );
  const version = randomUUID();
  const written = await writeHashed(files, version, chunksOf(encoded), maxBytes);
  await discard(stores, sent);
  return { version, ...written, mimetype };
}

async function writeHashed(
  files: FileStore,
  version: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
) {
  const hash = createHash('sha256');
  const { size } = await files.write(version, withHash(content, hash), { maxBytes });
  return { size, eTag: `"${hash.digest('hex').slice(0, 32)}"` };
}

async function readStart(files: FileStore, version: string, size: number): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array();
  const stream = await files.read(version, { start: 0, end: size - 1 });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function* withHash(content: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}
