import { createHash, type Hash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Caller, type Database, isDatabaseError } from '#backend/database/database.ts';
import { isUnavailable } from '#backend/database/unavailable.ts';
import { oneAtATime } from '#backend/one-at-a-time.ts';
import { type Bucket, requireBucket } from './buckets.ts';
import { checkAllowed, checkPicture, detectType, isPicture, sampleSize } from './content-type.ts';
import { type FileStore, FileTooLarge } from './files.ts';
import { metadataOf, type NewObject, type ObjectAddress, saveObject } from './objects.ts';
import { refusalOf, tooLarge } from './refusal.ts';
import { announcedSize, openUpload } from './upload-body.ts';

/** Decoding is what takes the memory. */
const inTurn = oneAtATime();

/** What the parts of storage work on. */
export type Stores = { database: Database; files: FileStore; logger: Logger };

/** Who puts what where. */
export type Upload = ObjectAddress & {
  caller: Caller;
  /** The account that the object belongs to. */
  owner: string | null;
  /** Whether an object that stands there may be replaced. */
  replace: boolean;
};

/**
 * Stores an uploaded file: who may, then how much, then what the bytes really are. The row is
 * committed after its file is safely on disk, and the file goes where the row is refused.
 *
 * @throws Refusal 400, 403, 404, 409, 413 or 415
 */
export async function storeUpload(stores: Stores, upload: Upload, request: Request) {
  const bucket = await requireBucket(stores.database, upload.bucket);
  await rehearse(stores.database, upload);
  if ((announcedSize(request) ?? 0) > bucket.maxBytes) throw tooLarge();

  const { content, cacheControl, userMetadata } = await openUpload(request);
  const version = randomUUID();
  const { size, eTag, mimetype } = await receive(stores, version, content, bucket);
  const metadata = metadataOf({ eTag, size, mimetype, cacheControl });
  return commit(stores, upload, { ...addressed(upload), version, userMetadata, metadata });
}

/**
 * Commits the row of a file that is written already.
 *
 * @returns what storage-js reads of an upload
 */
export async function commit(stores: Stores, { caller, replace }: Upload, object: NewObject) {
  const { database } = stores;
  try {
    const { id, replacedVersion } = await database.asCaller(caller, (transaction) =>
      saveObject(transaction, object, { replace }),
    );
    if (replacedVersion) await discard(stores, replacedVersion);
    return { Id: id, Key: `${object.bucket}/${object.name}` };
  } catch (error) {
    // Where the connection broke, the row may stand: then the file stays for sweepOrphans to judge.
    if (isDatabaseError(error) && !isUnavailable(error)) await discard(stores, object.version);
    throw refusalOf(error);
  }
}

/** Asks the policies by writing the row and taking it back. */
export async function rehearse(database: Database, upload: Upload): Promise<void> {
  const rehearsed = new Error('Rehearsed');
  const metadata = metadataOf({ eTag: '', size: 0, mimetype: '', cacheControl: 'no-cache' });
  const version = randomUUID();
  const object = { ...addressed(upload), version, userMetadata: null, metadata };
  try {
    await database.asCaller(upload.caller, async (transaction) => {
      await saveObject(transaction, object, upload);
      throw rehearsed;
    });
  } catch (error) {
    if (error !== rehearsed) throw refusalOf(error);
  }
}

/** Removes a file that no row points to any more; a failure is left to sweepOrphans. */
export async function discard({ files, logger }: Stores, version: string): Promise<void> {
  await files
    .remove(version)
    .catch((error) => logger.warn({ error, version }, 'A file that is not needed stays behind'));
}

function addressed({ bucket, name, owner }: Upload) {
  return { bucket, name, owner };
}

async function receive(
  stores: Stores,
  version: string,
  content: AsyncIterable<Uint8Array>,
  { maxBytes, allowedTypes }: Bucket,
) {
  const { files } = stores;
  const hash = createHash('sha256');
  try {
    const { size } = await files.write(version, hashing(content, hash), { maxBytes });
    const mimetype = await detectType(await bytesOf(files, version, Math.min(size, sampleSize)));
    checkAllowed(mimetype, allowedTypes);
    if (isPicture(mimetype)) {
      await inTurn(async () => checkPicture(await bytesOf(files, version, size)));
    }
    return { size, mimetype, eTag: `"${hash.digest('hex').slice(0, 32)}"` };
  } catch (error) {
    await discard(stores, version);
    throw error instanceof FileTooLarge ? tooLarge() : error;
  }
}

async function bytesOf(files: FileStore, version: string, size: number): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array();
  const stream = await files.read(version, { start: 0, end: size - 1 });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function* hashing(content: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
