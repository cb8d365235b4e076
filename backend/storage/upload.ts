import { randomUUID } from 'node:crypto';
import { type Caller, type Database, isDatabaseError } from '#backend/database/database.ts';
import { isUnavailable } from '#backend/database/unavailable.ts';
import { requireBucket } from './buckets.ts';
import { metadataOf, type NewObject, type ObjectAddress, saveObject } from './objects.ts';
import { receiveFile } from './receive-file.ts';
import { refusalOf, tooLarge } from './refusal.ts';
import { discard, type Stores } from './stores.ts';
import { announcedSize, openUpload } from './upload-body.ts';
import { networkOfRequest } from './upload-limit.ts';

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
 * @throws Refusal 400, 403, 404, 409, 413, 415 or 503; TooManyRequests
 */
export async function storeUpload(stores: Stores, upload: Upload, request: Request) {
  const bucket = await requireBucket(stores.database, upload.bucket);
  await rehearse(stores.database, upload);
  if ((announcedSize(request) ?? 0) > bucket.maxBytes) throw tooLarge();

  const { content, cacheControl, userMetadata } = await openUpload(request);
  const network = networkOfRequest(request);
  const sender = { caller: upload.caller, network, signal: request.signal };
  const { version, size, eTag, mimetype } = await receiveFile(stores, sender, content, bucket);
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

function addressed({ bucket, name, owner }: Upload) {
  return { bucket, name, owner };
}
