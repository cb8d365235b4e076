import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type Caller, isVisitor } from '#backend/database/database.ts';
import { oneAtATime } from '#backend/one-at-a-time.ts';
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
import { tooLarge } from './refusal.ts';
import { discard, type Stores } from './stores.ts';

/** Decoding takes the memory, so one image is decoded at a time. */
const enqueueDecoding = oneAtATime();

/** A file in the store, under `version` as its key. */
type ReceivedFile = { version: string; size: number; eTag: string; mimetype: string };

/**
 * Writes an upload to the store and checks what it is. A visitor's image is encoded again: of the bytes
 * that were sent none is stored.
 *
 * @throws Refusal 413 or 415; no file remains then
 */
export async function receiveFile(
  stores: Stores,
  { caller }: { caller: Caller },
  content: AsyncIterable<Uint8Array>,
  bucket: Bucket,
): Promise<ReceivedFile> {
  const { files } = stores;
  const version = randomUUID();
  try {
    const written = await writeHashed(files, version, content, bucket.maxBytes);
    const sample = await readStart(files, version, Math.min(written.size, sampleSize));
    const mimetype = await detectType(sample);
    checkAllowed(mimetype, bucket.allowedTypes);
    const received = { version, ...written, mimetype };
    if (isVisitor(caller)) return await storeReencoded(stores, received, bucket.maxBytes);
    if (isPicture(mimetype)) {
      await enqueueDecoding(async () =>
        checkPicture(await readStart(files, version, written.size)),
      );
    }
    return received;
  } catch (error) {
    await discard(stores, version);
    throw error instanceof FileTooLarge ? tooLarge() : error;
  }
}

async function storeReencoded(
  stores: Stores,
  { version: sent, size, mimetype }: ReceivedFile,
  maxBytes: number,
): Promise<ReceivedFile> {
  const { files } = stores;
  const encoded = await enqueueDecoding(async () =>
    reencodeImage(await readStart(files, sent, size), mimetype, maxBytes),
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
