import type { MiddlewareHandler } from 'hono';
import { BodyCutOff, BodyTooLarge, readBytes } from '#backend/read-bytes.ts';

/** Bytes of a form of text fields alone: both long texts at their limit, every character escaped, fit. */
const textLimit = 512 * 1024;
/** Bytes of a form with some inspiration pictures. */
const filesLimit = 64 * 1024 * 1024;
/** Bytes of all forms that are in memory at once; small forms are taken beyond it, too. */
const memoryLimit = 256 * 1024 * 1024;
/** Taking a form apart costs the square of its number of fields; the longest of ours has some forty. */
const mostFields = 200;

/** A form that is not taken, and what the visitor reads. */
class Refused extends Error {
  readonly status: 400 | 413 | 503;

  constructor(status: 400 | 413 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

function refuse(error: unknown): never {
  if (error instanceof BodyTooLarge) {
    throw new Refused(413, 'These pictures are too large to send together.');
  }
  if (error instanceof BodyCutOff) throw new Refused(400, 'This form could not be read.');
  throw error;
}

/**
 * Guards the pages: they are read, or sent a form from this site, and nothing else. A form is taken
 * into memory within limits before the pages see it, so that none can fill the memory or keep the
 * process busy: 405 for other methods, 403 from other sites, 413 for too many bytes, 400 for too
 * many fields, 503 with Retry-After while other forms fill the memory.
 */
export function guardForms(): MiddlewareHandler {
  let inMemory = 0;
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    if (method !== 'POST') {
      return context.text('This page can be read, or sent a form.', 405, {
        Allow: 'GET, HEAD, POST',
      });
    }
    if (context.req.header('sec-fetch-site') === 'cross-site') {
      return context.text('Forms of this site are sent from this site only.', 403);
    }
    let size = 0;
    const take = (bytes: number) => {
      size += bytes;
      inMemory += bytes;
      if (inMemory > memoryLimit && size > textLimit) {
        throw new Refused(503, 'Too many forms are being sent. Please try again in a minute.');
      }
    };
    try {
      const { url, headers } = context.req.raw;
      const body = await readForm(context.req.raw, take);
      context.req.raw = new Request(url, { method, headers, body: new Uint8Array(body) });
      await next();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 503) context.header('Retry-After', '60');
      return context.text(error.message, error.status);
    } finally {
      inMemory -= size;
    }
  };
}

async function readForm(request: Request, take: (bytes: number) => void): Promise<Buffer> {
  const type = request.headers.get('content-type') ?? '';
  const hasFiles = /^multipart\/form-data\b/i.test(type);
  const body = await readBytes(request, hasFiles ? filesLimit : textLimit, take).catch(refuse);
  if (countFields(body, hasFiles ? boundaryOf(type) : '&') > mostFields) {
    throw new Refused(400, 'This form has too many fields.');
  }
  return body;
}

function boundaryOf(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  return `--${quoted ?? plain ?? ''}`;
}

function countFields(body: Buffer, separator: string): number {
  let count = 1;
  for (let at = body.indexOf(separator); at !== -1 && count <= mostFields; count += 1) {
    at = body.indexOf(separator, at + separator.length);
  }
  return count;
}
