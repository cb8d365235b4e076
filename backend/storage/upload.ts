import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import busboy from 'busboy';
import { getNetwork, getSitePrefix } from '#backend/client-network.ts';
import {
  type Caller,
  type Database,
  isDatabaseError,
  isUnavailable,
  isVisitor,
} from '#backend/database/database.ts';
import { countInDatabase } from '#backend/limits.ts';
import { getJsonNesting, maxJsonNesting } from '#backend/request-body.ts';
import { requireBucket } from './buckets.ts';
import { slowDown, storageError } from './errors.ts';
import { discardFile, type Stores } from './files.ts';
import { createMetadata, type NewObject, type ObjectKey, saveObject } from './objects.ts';
import { processUpload } from './process-upload.ts';

const hour = 3600;

export type Upload = ObjectKey & {
  caller: Caller;
  /** The account that the object belongs to. */
  owner: string | null;
  /** Whether an existing object may be replaced. */
  replace: boolean;
};

/**
 * Stores an uploaded file. It checks first the sender's permission, then the size, then the bytes.
 * The row is committed after its file is synced to disk, and the file is removed if the row is
 * rejected.
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
 * Commits the row of a file that has already been written.
 *
 * @returns the response that storage-js reads
 */
export async function commit(stores: Stores, { caller, replace }: Upload, object: NewObject) {
  try {
    const { id, replacedVersion } = await stores.database.asCaller(caller, (transaction) =>
      saveObject(transaction, object, { replace }),
    );
    if (replacedVersion) await discardFile(stores, replacedVersion);
    return { Id: id, Key: `${object.bucket}/${object.name}` };
  } catch (error) {
    // If the connection broke, the row may be committed. sweepOrphans decides about the file later.
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
 * Counts a visitor's upload for its network and IPv6 /48. Staff's uploads and the process's own
 * requests, which have no network, are not counted.
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
  // A /48 gets twice as many, which is still less than all visitors together may upload.
  const retryAfter =
    (await countHit(`storage-upload:${network}`, { hits: uploadsPerHour, seconds: hour })) ||
    (site &&
      (await countHit(`storage-upload:${site}`, { hits: 2 * uploadsPerHour, seconds: hour })));
  if (!retryAfter) return;
  throw slowDown(429, 'Too many uploads from this address, please try again later', retryAfter);
}

/** The file that a client sends. */
type UploadBody = {
  content: AsyncIterable<Uint8Array>;
  /** `max-age={seconds}`, or `no-cache` if the client names none. */
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
};

/** The most that a form's boundaries and fields add to the file, in bytes. */
const maxFormOverhead = 64 * 1024;

/**
 * Opens the body of an upload, raw or the first file of a multipart form with the fields
 * `cacheControl` and `metadata` before it, as storage-js sends them.
 *
 * @throws HttpError 400 if a form has no file or the metadata isn't a JSON object
 */
async function openUpload(request: Request): Promise<UploadBody> {
  const { headers, body } = request;
  // The body stays open if reading stops early, so that the error response still reaches the client.
  const chunks = body?.values({ preventCancel: true }) ?? Readable.from([]);
  if (isForm(request)) return openForm(headers, chunks);
  const metadata = headers.get('x-metadata');
  return {
    content: reportAbort(chunks),
    cacheControl: toCacheControl(headers.get('cache-control')?.match(/max-age=(\d+)/)?.[1]),
    userMetadata: parseMetadata(metadata && Buffer.from(metadata, 'base64').toString()),
  };
}

/** Returns the file's minimum size by Content-Length; 0 without that header. */
function getMinSize(request: Request): number {
  const length = Number(request.headers.get('content-length') ?? 0);
  return isForm(request) ? length - maxFormOverhead : length;
}

function isForm({ headers }: Request): boolean {
  return /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');
}

function openForm(headers: Headers, chunks: AsyncIterable<Uint8Array>): Promise<UploadBody> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(storageError('InvalidRequest', `Malformed form: ${String(error)}`));
    try {
      const parser = busboy({
        headers: { 'content-type': headers.get('content-type') ?? '' },
        limits: { files: 1, fields: 10, fieldSize: maxFormOverhead, parts: 20 },
      });
      const fields = new Map<string, string>();
      parser.on('field', (name, value) => fields.set(name, value));
      parser.on('file', (_name, file) => {
        // A truncated form may fail before anyone reads it. The reader gets the error, too.
        file.on('error', () => undefined);
        try {
          resolve({
            content: reportAbort(file),
            cacheControl: toCacheControl(fields.get('cacheControl')),
            userMetadata: parseMetadata(fields.get('metadata')),
          });
        } catch (error) {
          file.resume();
          reject(error);
        }
      });
      parser.on('error', fail);
      parser.on('close', () => reject(storageError('InvalidRequest', 'The form has no file')));
      const source = Readable.from(chunks);
      source.on('error', (error) => parser.destroy(error));
      source.pipe(parser);
    } catch (error) {
      fail(error);
    }
  });
}

/** Reports a disconnected client as an error of the request, not ours. */
async function* reportAbort(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch {
    throw storageError('InvalidRequest', 'The body ended before it was complete');
  }
}

function toCacheControl(seconds: string | undefined): string {
  return seconds && /^\d{1,9}$/.test(seconds) ? `max-age=${Number(seconds)}` : 'no-cache';
}

function parseMetadata(json: string | null | undefined): Record<string, unknown> | null {
  if (!json) return null;
  if (getJsonNesting(json) > maxJsonNesting) {
    throw storageError('InvalidRequest', 'metadata is nested too deeply');
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw storageError('InvalidRequest', 'metadata is not valid JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw storageError('InvalidRequest', 'metadata must be an object');
}
