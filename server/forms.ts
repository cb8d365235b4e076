import type { Context, MiddlewareHandler } from 'hono';
import { createConcurrencyLimit } from '#backend/concurrency-limit.ts';
import { getCustomerKey, getSitePrefix, networkOf } from '#backend/network-of.ts';
import { TooManyRequests } from '#backend/rate-limit.ts';
import { BodyCutOff, BodyTooLarge, readBytes } from '#backend/read-bytes.ts';
import { isLocal } from './connections.ts';

/** Bytes of a form of text fields alone: both long texts at their limit, every character escaped, fit. */
const textLimit = 512 * 1024;
/** Bytes of a form with some inspiration pictures. */
const filesLimit = 64 * 1024 * 1024;
/** Bytes of all forms that are in memory at once; small forms are taken beyond it, too. */
const memoryLimit = 256 * 1024 * 1024;
/** Of one network, and of one IPv6 /48: one large form, and two. */
const maxNetworkBytes = 80 * 1024 * 1024;
const maxSiteBytes = 128 * 1024 * 1024;
/** Taking a form apart costs the square of its number of fields; the longest of ours has some forty. */
const mostFields = 200;
/** Bytes of a form with images; some of them are handled at a time, since parsing them blocks the process. */
const minLargeBytes = 1024 * 1024;
const maxLargeForms = 4;
const maxQueuedLargeForms = 50;
/** Forms of one network that are handled at a time: each renders a page, or waits for images and mail. */
const formsOfNetwork = { maxRunning: 2, maxQueued: 100 };

/**
 * The Content-Type of a form, as browsers, fetch and curl write it. Others may be read in more than
 * one way: Request.formData() must find the boundary that the fields are counted by.
 */
const multipartType = /^multipart\/form-data; ?boundary=(?:"([\w-]{1,70})"|([\w-]{1,70}))$/i;
const urlencodedType = /^application\/x-www-form-urlencoded(?:; ?charset=[\w-]+)?$/i;

const tooMany = 'Too many forms are being sent. Please try again in a minute.';
const unreadable = 'This form could not be read.';

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
  if (error instanceof BodyCutOff) throw new Refused(400, unreadable);
  if (error instanceof TooManyRequests) throw new Refused(503, tooMany);
  throw error;
}

/**
 * Guards the pages: they are read, or sent a form from this site, and nothing else. A form is taken
 * into memory within limits before the pages see it, so that none can fill the memory or keep the
 * process busy: 405 for other methods, 403 from other sites, 413 for too many bytes, 400 for too
 * many fields, 503 with Retry-After while other forms fill the memory.
 *
 * @param getIp returns the visitor's; the forms of this machine are not limited by network
 */
export function guardForms(getIp: (context: Context) => string): MiddlewareHandler {
  let inMemory = 0;
  const bytesOf = new Map<string, number>();
  const addBytes = (key: string | undefined, bytes: number): number => {
    if (key === undefined) return 0;
    const sum = (bytesOf.get(key) ?? 0) + bytes;
    if (sum > 0) bytesOf.set(key, sum);
    else bytesOf.delete(key);
    return sum;
  };
  const networks = createConcurrencyLimit(formsOfNetwork);
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
    const take = (bytes: number) => {
      size += bytes;
      inMemory += bytes;
      const isFull = [
        inMemory > memoryLimit,
        addBytes(network, bytes) > maxNetworkBytes,
        addBytes(site, bytes) > maxSiteBytes,
      ].includes(true);
      if (isFull && size > textLimit) throw new Refused(503, tooMany);
    };
    try {
      const { url, headers } = context.req.raw;
      const body = await readForm(context.req.raw, take);
      context.req.raw = new Request(url, { method, headers, body: new Uint8Array(body) });
      const handle = () => (body.length < minLargeBytes ? next() : largeForms.run('', next));
      // Also if the visitor has left meanwhile: an enquiry that has arrived is stored.
      await (network ? networks.run(getCustomerKey(network), handle) : handle()).catch(refuse);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 503) context.header('Retry-After', '60');
      return context.text(error.message, error.status);
    } finally {
      inMemory -= size;
      addBytes(network, -size);
      addBytes(site, -size);
    }
  };
}

async function readForm(request: Request, take: (bytes: number) => void): Promise<Buffer> {
  const type = request.headers.get('content-type') ?? '';
  const multipart = multipartType.exec(type);
  const body = await readBytes(request, multipart ? filesLimit : textLimit, take).catch(refuse);
  if (type && !multipart && !urlencodedType.test(type)) throw new Refused(400, unreadable);
  // Every part has `Content-Disposition: form-data`, whatever the boundary.
  const separators = multipart ? [`--${multipart[1] ?? multipart[2]}`, 'form-data'] : ['&'];
  if (separators.some((separator) => countFields(body, separator) > mostFields)) {
    throw new Refused(400, 'This form has too many fields.');
  }
  return body;
}

function countFields(body: Buffer, separator: string): number {
  let count = 1;
  for (let at = body.indexOf(separator); at !== -1 && count <= mostFields; count += 1) {
    at = body.indexOf(separator, at + separator.length);
  }
  return count;
}
