import { randomUUID } from 'node:crypto';
import { getNetwork, getSitePrefix } from '#backend/client-network.ts';
import {
  type Caller,
  type Database,
  isDatabaseError,
  isUnavailable,
  isVisitor,
} from '#backend/database/database.ts';
import { countInDatabase } from '#backend/rate-limit.ts';
import { requireBucket } from './buckets.ts';
import { slowDown, storageError } from './errors.ts';
import { discardFile, type Stores } from './files.ts';
import { createMetadata, type NewObject, type ObjectKey, saveObject } from './objects.ts';
import { processUpload } from './process-upload.ts';
import { getMinSize, openUpload } from './upload-body.ts';

const hour = 3600;

export type Upload = ObjectKey & {
  caller: Caller;
  /** The account that the object belongs to. */
  owner: string | null;
  /** Whether an existing object may be replaced. */
  replace: boolean;
};

/**
 * Stores an uploaded file: checks first who may, then the size, then what the bytes are. The row is
 * committed after its file is synced to disk, and the file is removed if the row is rejected.
 *
 * @throws HttpError 400, 403, 404, 409, 413, 415 or 503; TooManyRequests
 */
export async function storeUpload(stores: Stores, upload: Upload, request: Request) {
  const { bucket: id, name, owner, caller } = upload;
  const bucket = await requireBucket(stores.database, id);
  await checkInsertPolicy(stores.database, upload);
  if (getMinSize(request) > bucket.maxBytes) throw storageError('EntityTooLarge');

  const { content, cacheControl, userMetadata } = await openUpload(request);
  const sender = { caller, network: getNetwork(request), signal: request.signal };
  const { version, ...file } = await processUpload(stores, sender, content, bucket);
  const metadata = createMetadata({ ...file, cacheControl });
  return commit(stores, upload, { bucket: id, name, owner, version, userMetadata, metadata });
}

/**
 * Commits the row of a file that is written already.
 *
 * @returns what storage-js reads of an upload
 */
export async function commit(stores: Stores, { caller, replace }: Upload, object: NewObject) {
  try {
    const { id, replacedVersion } = await stores.database.asCaller(caller, (transaction) =>
      saveObject(transaction, object, { replace }),
    );
    if (replacedVersion) await discardFile(stores, replacedVersion);
    return { Id: id, Key: `${object.bucket}/${object.name}` };
  } catch (error) {
    // If the connection broke, the row may be committed: sweepOrphans decides about the file then.
    if (isDatabaseError(error) && !isUnavailable(error)) await discardFile(stores, object.version);
    throw error;
  }
}

/** Checks the policies by writing the row and rolling back. */
export async function checkInsertPolicy(
  database: Database,
  { caller, bucket, name, owner, replace }: Upload,
): Promise<void> {
  const rollback = new Error('Rolled back');
  const metadata = createMetadata({ eTag: '', size: 0, mimetype: '', cacheControl: 'no-cache' });
  const object = { bucket, name, owner, version: randomUUID(), userMetadata: null, metadata };
  try {
    await database.asCaller(caller, async (transaction) => {
      await saveObject(transaction, object, { replace });
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
}

/**
 * Counts a visitor's upload for its network and IPv6 /48. Those of staff are not counted, and neither are
 * the process's own requests, which have no network.
 *
 * @throws HttpError 429 with Retry-After
 */
export async function countUpload(
  database: Database,
  caller: Caller,
  request: Pick<Request, 'headers'>,
  uploadsPerHour: number,
): Promise<void> {
  const network = getNetwork(request);
  if (!isVisitor(caller) || !network) return;
  const countHit = countInDatabase(database);
  const site = getSitePrefix(network);
  // Twice as many of a /48: below what all visitors together may upload.
  const retryAfter =
    (await countHit(`storage-upload:${network}`, { hits: uploadsPerHour, seconds: hour })) ||
    (site &&
      (await countHit(`storage-upload:${site}`, { hits: 2 * uploadsPerHour, seconds: hour })));
  if (!retryAfter) return;
  throw slowDown(429, 'Too many uploads from this address, please try again later', retryAfter);
}
