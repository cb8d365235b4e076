import { Readable } from 'node:stream';
import busboy from 'busboy';
import { getJsonNesting, maxJsonNesting } from '#backend/json-nesting.ts';
import { invalidRequest } from './refusal.ts';

/** What a client sends to be stored. */
export type UploadBody = {
  content: AsyncIterable<Uint8Array>;
  /** `max-age={seconds}`, or `no-cache` where the client names none. */
  cacheControl: string;
  /** What the client wants to remember about the object. */
  userMetadata: Record<string, unknown> | null;
};

/** What a form's boundaries and fields add to the file, at most. */
const formOverhead = 64 * 1024;

/**
 * Opens the body of an upload, raw or the first file of a multipart form with the fields
 * `cacheControl` and `metadata` before it, as storage-js sends them.
 *
 * @throws Refusal 400 where a form has no file or the metadata is no JSON object
 */
export async function openUpload(request: Request): Promise<UploadBody> {
  const { headers } = request;
  if (isForm(request)) return openForm(request);
  const metadata = headers.get('x-metadata');
  return {
    content: request.body ? complete(piecesOf(request.body)) : nothing(),
    cacheControl: readCacheControl(headers.get('cache-control')?.match(/max-age=(\d+)/)?.[1]),
    userMetadata: readMetadata(metadata && Buffer.from(metadata, 'base64').toString()),
  };
}

/** The size of the file as the client announces it, or less for a form; undefined where it does not. */
export function announcedSize(request: Request): number | undefined {
  const length = request.headers.get('content-length');
  if (length === null) return undefined;
  return isForm(request) ? Number(length) - formOverhead : Number(length);
}

function isForm({ headers }: Request): boolean {
  return /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');
}

function openForm({ headers, body }: Request): Promise<UploadBody> {
  return new Promise((resolve, reject) => {
    if (!body) throw invalidRequest('The form is empty');
    const fields = new Map<string, string>();
    const parser = createParser(headers);
    parser.on('field', (name, value) => fields.set(name, value));
    parser.on('file', (_name, file) => {
      // A form that ends too early may fail before anyone reads; the reader is told all the same.
      file.on('error', () => undefined);
      try {
        resolve({
          content: complete(file),
          cacheControl: readCacheControl(fields.get('cacheControl')),
          userMetadata: readMetadata(fields.get('metadata')),
        });
      } catch (error) {
        file.resume();
        reject(error);
      }
    });
    parser.on('error', (error) => reject(invalidRequest(`Malformed form: ${String(error)}`)));
    parser.on('close', () => reject(invalidRequest('The form has no file')));
    const source = Readable.from(piecesOf(body));
    source.on('error', (error) => parser.destroy(error));
    source.pipe(parser);
  });
}

function createParser(headers: Headers) {
  try {
    return busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      limits: { files: 1, fields: 10, fieldSize: formOverhead, parts: 20 },
    });
  } catch (error) {
    throw invalidRequest(`Malformed form: ${String(error)}`);
  }
}

/** Where the client goes away in the middle, that is its fault and not ours. */
async function* complete(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await pieces.next().catch(() => {
        throw invalidRequest('The body ended before it was complete');
      });
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    await pieces.return?.();
  }
}

/** Leaves the body open where reading stops early, so that the refusal still reaches the client. */
function piecesOf(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return body.values({ preventCancel: true });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function readCacheControl(seconds: string | undefined): string {
  return seconds && /^\d{1,9}$/.test(seconds) ? `max-age=${Number(seconds)}` : 'no-cache';
}

function readMetadata(json: string | null | undefined): Record<string, unknown> | null {
  if (!json) return null;
  if (getJsonNesting(json) > maxJsonNesting) throw invalidRequest('metadata is nested too deeply');
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    throw invalidRequest('metadata is not valid JSON');
  }
  throw invalidRequest('metadata must be an object');
}
