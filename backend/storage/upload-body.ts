import { Readable } from 'node:stream';
import busboy from 'busboy';
import { getJsonNesting, maxJsonNesting } from '#backend/request-body.ts';
import { storageError } from './errors.ts';

/** The file that a client sends. */
type UploadBody = {
  content: AsyncIterable<Uint8Array>;
  /** `max-age={seconds}`, or `no-cache` if the client names none. */
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
};

/** What a form's boundaries and fields add to the file, at most. */
const maxFormOverhead = 64 * 1024;

/**
 * Opens the body of an upload, raw or the first file of a multipart form with the fields
 * `cacheControl` and `metadata` before it, as storage-js sends them.
 *
 * @throws HttpError 400 if a form has no file or the metadata is no JSON object
 */
export async function openUpload(request: Request): Promise<UploadBody> {
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

/** The size of the file by Content-Length, at least; 0 without it. */
export function getMinSize(request: Request): number {
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
        // A form that ends too early may fail before anyone reads; the reader gets the error, too.
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

/** If the client disconnects, the error is the request's, not ours. */
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
