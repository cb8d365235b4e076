import type { Context, MiddlewareHandler } from 'hono';
import { createConcurrencyLimit } from '#backend/concurrency-limit.ts';
import { getCustomerKey, getSitePrefix, networkOf } from '#backend/network-of.ts';
import { TooManyRequests } from '#backend/rate-limit.ts';
import { BodyCutOff, BodyTooLarge, readBytes } from '#backend/read-bytes.ts';
import { isLocal } from './connections.ts';

/** Both long texts at their limit fit, with every character escaped. */
const maxTextBytes = 512 * 1024;
const maxFormBytes = 64 * 1024 * 1024;
/** Of all forms that are in memory; small forms are accepted beyond it. */
const maxMemoryBytes = 256 * 1024 * 1024;
/** One large form of a network, two of an IPv6 /48. */
const maxNetworkBytes = 80 * 1024 * 1024;
const maxSiteBytes = 128 * 1024 * 1024;
/** Parsing takes time quadratic in the number of fields; our longest form has about forty. */
const maxFields = 200;
/** Few large forms are handled at a time, since parsing them blocks the process. */
const minLargeBytes = 1024 * 1024;
const maxLargeForms = 4;
const maxQueuedLargeForms = 50;
/** Each form renders a page, or waits for images and mail. */
const networkConcurrency = { maxRunning: 2, maxQueued: 100 };

/** Strict, so that Request.formData() finds the same boundary that the fields are counted by. */
const multipartType = /^multipart\/form-data; ?boundary=(?:"([\w-]{1,70})"|([\w-]{1,70}))$/i;
const urlencodedType = /^application\/x-www-form-urlencoded(?:; ?charset=[\w-]+)?$/i;

const tooMany = 'Too many forms are being sent. Please try again in a minute.';
const unreadable = 'This form could not be read.';

class FormError extends Error {
  readonly status: 400 | 413 | 503;

  constructor(status: 400 | 413 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

function rethrow(error: unknown): never {
  if (error instanceof BodyTooLarge) {
    throw new FormError(413, 'These pictures are too large to send together.');
  }
  if (error instanceof BodyCutOff) throw new FormError(400, unreadable);
  if (error instanceof TooManyRequests) throw new FormError(503, tooMany);
  throw error;
}

/**
 * Reads forms into memory within limits before a page handles them: 405 for methods other than GET,
 * HEAD and POST, 403 from other sites, 413 for too many bytes, 400 for too many fields, 503 with
 * Retry-After while other forms fill the memory.
 *
 * @param getIp returns the visitor's; the forms of this machine are not limited by network
 */
export function guardForms(getIp: (context: Context) => string): MiddlewareHandler {
  let inMemory = 0;
  const bytesByNetwork = new Map<string, number>();
  const addBytes = (key: string | undefined, bytes: number): number => {
    if (key === undefined) return 0;
    const sum = (bytesByNetwork.get(key) ?? 0) + bytes;
    if (sum > 0) bytesByNetwork.set(key, sum);
    else bytesByNetwork.delete(key);
    return sum;
  };
  const networks = createConcurrencyLimit(networkConcurrency);
  const largeForms = createConcurrencyLimit({
    maxRunning: maxLargeForms,
    maxQueued: maxQueuedLargeForms,
  });
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
    const ip = getIp(context);
    const network = isLocal(ip) ? undefined : networkOf(ip);
    const site = network && getSitePrefix(network);
    let size = 0;
    const reserve = (bytes: number) => {
      size += bytes;
      inMemory += bytes;
      const isFull = [
        inMemory > maxMemoryBytes,
        addBytes(network, bytes) > maxNetworkBytes,
        addBytes(site, bytes) > maxSiteBytes,
      ].includes(true);
      if (isFull && size > maxTextBytes) throw new FormError(503, tooMany);
    };
    try {
      const { url, headers } = context.req.raw;
      const body = await readForm(context.req.raw, reserve);
      context.req.raw = new Request(url, { method, headers, body: new Uint8Array(body) });
      const handle = () => (body.length < minLargeBytes ? next() : largeForms.run('', next));
      // Even if the visitor has left: a complete enquiry is stored.
      await (network ? networks.run(getCustomerKey(network), handle) : handle()).catch(rethrow);
    } catch (error) {
      if (!(error instanceof FormError)) throw error;
      if (error.status === 503) context.header('Retry-After', '60');
      return context.text(error.message, error.status);
    } finally {
      inMemory -= size;
      addBytes(network, -size);
      addBytes(site, -size);
    }
  };
}

async function readForm(request: Request, reserve: (bytes: number) => void): Promise<Buffer> {
  const type = request.headers.get('content-type') ?? '';
  const multipart = multipartType.exec(type);
  const body = await readBytes(request, multipart ? maxFormBytes : maxTextBytes, reserve).catch(
    rethrow,
  );
  if (type && !multipart && !urlencodedType.test(type)) throw new FormError(400, unreadable);
  // Each part has `Content-Disposition: form-data`.
  const separators = multipart ? [`--${multipart[1] ?? multipart[2]}`, 'form-data'] : ['&'];
  if (separators.some((separator) => countFields(body, separator) > maxFields)) {
    throw new FormError(400, 'This form has too many fields.');
  }
  return body;
}

function countFields(body: Buffer, separator: string): number {
  let count = 1;
  for (let at = body.indexOf(separator); at !== -1 && count <= maxFields; count += 1) {
    at = body.indexOf(separator, at + separator.length);
  }
  return count;
}
