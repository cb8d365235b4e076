import type { Context, MiddlewareHandler } from 'hono';
import { getCustomerKey, getSitePrefix, isLocal, toNetwork } from '#backend/client-network.ts';
import { HttpError, TooManyRequests } from '#backend/http-error.ts';
import {
  type CountHit,
  countInMemory,
  createConcurrencyLimit,
  createFairLimit,
} from '#backend/limits.ts';
import { BodyCutOff, BodyTooLarge, readBytes } from '#backend/request-body.ts';
import { createNetworkTotals } from './connection-limits.ts';
import { busyResponse } from './error-responses.ts';

const mebibyte = 1024 * 1024;
const maxTextBytes = 512 * 1024;
const maxMultipartBytes = 64 * mebibyte;
/** Forms up to `maxTextBytes` are accepted beyond this limit. */
const maxBytesInMemory = 256 * mebibyte;
const bytesLimits = { maxPerNetwork: 80 * mebibyte, maxPerSite: 128 * mebibyte };
/** Parsing takes quadratic time. Our longest form has 40 fields. */
const maxFields = 200;
const minLargeBytes = mebibyte;
const largeFormLimit = { maxRunning: 4, maxQueuedPerKey: 50, maxQueued: 200 };
const formLimitPerCustomer = { maxRunning: 2, maxQueued: 100 };
/** Three times the limit of forms, because a rejected form comes back with its input. */
const maxPostsPerNetwork = { hits: 300, seconds: 3600 };
/** Per IPv6 /48, which one customer may have. */
const maxPostsPerSite = { hits: 600, seconds: 3600 };

/** `Request.formData()` must use the same boundary that fields are counted by. */
const multipartType = /^multipart\/form-data; ?boundary=(?:"([\w-]{1,70})"|([\w-]{1,70}))$/i;
const urlencodedType = /^application\/x-www-form-urlencoded(?:; ?charset=[\w-]+)?$/i;

const tooMany = 'Too many forms are being sent. Please try again in a minute.';
const unreadable = "We couldn't read this form.";

const formError = (status: 400 | 413 | 503, message: string) =>
  new HttpError(status, 'unacceptable_form', message);

function throwFormError(error: unknown): never {
  if (error instanceof BodyTooLarge) {
    throw formError(413, 'These photos are too large to send together.');
  }
  if (error instanceof BodyCutOff) throw formError(400, unreadable);
  if (error instanceof TooManyRequests) throw formError(503, tooMany);
  throw error;
}

export function guardForms(getIp: (context: Context) => string): MiddlewareHandler {
  let bytesInMemory = 0;
  const addBytes = createNetworkTotals(bytesLimits);
  const formsPerCustomer = createConcurrencyLimit(formLimitPerCustomer);
  const largeForms = createFairLimit(largeFormLimit);
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    if (method !== 'POST') {
      return context.text('This page accepts GET, HEAD and POST only.', 405, {
        Allow: 'GET, HEAD, POST',
      });
    }
    if (context.req.header('sec-fetch-site') === 'cross-site') {
      return context.text('Forms can only be sent from this site.', 403);
    }
    const ip = getIp(context);
    let size = 0;
    const count = (bytes: number) => {
      size += bytes;
      bytesInMemory += bytes;
      const isWithin = addBytes(ip, bytes) && bytesInMemory <= maxBytesInMemory;
      if (!isWithin && size > maxTextBytes) throw formError(503, tooMany);
    };
    try {
      const { url, headers } = context.req.raw;
      const body = await readForm(context.req.raw, count);
      context.req.raw = new Request(url, { method, headers, body: new Uint8Array(body) });
      const customer = getCustomerKey(toNetwork(ip));
      const handle = () => (body.length < minLargeBytes ? next() : largeForms.run(customer, next));
      // Drops the request's signal, so that an enquiry is stored even if the visitor has left.
      await (isLocal(ip) ? handle() : formsPerCustomer.run(customer, handle)).catch(throwFormError);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const headers = error.status === 503 ? { 'Retry-After': '60' } : undefined;
      const isPage = context.req.header('accept')?.includes('text/html');
      return isPage
        ? busyResponse(error.status, 'Your form was not sent', error.message, headers)
        : context.text(error.message, error.status as 400 | 413 | 503, headers);
    } finally {
      bytesInMemory -= size;
      addBytes(ip, -size);
    }
  };
}

async function readForm(request: Request, count: (bytes: number) => void): Promise<Buffer> {
  const type = request.headers.get('content-type') ?? '';
  const multipart = multipartType.exec(type);
  const maxBytes = multipart ? maxMultipartBytes : maxTextBytes;
  const body = await readBytes(request, maxBytes, count).catch(throwFormError);
  if (type && !multipart && !urlencodedType.test(type)) throw formError(400, unreadable);
  // Each part has `Content-Disposition: form-data`, whatever the boundary is.
  const separators = multipart ? [`--${multipart[1] ?? multipart[2]}`, 'form-data'] : ['&'];
  if (separators.some((separator) => countFields(body, separator) > maxFields)) {
    throw formError(400, 'This form has too many fields.');
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

/** Limits the posts of a network and of an IPv6 /48 before their bodies are read: 429 with Retry-After. */
export function limitForms(
  getIp: (context: Context) => string,
  countHit: CountHit = countInMemory(),
): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.method !== 'POST') return next();
    const network = toNetwork(getIp(context));
    const site = getSitePrefix(network);
    const wait =
      (await countHit(network, maxPostsPerNetwork)) ||
      (site ? await countHit(site, maxPostsPerSite) : 0);
    if (wait === 0) return next();
    const message = 'Too many forms from your network. Please try again in an hour.';
    const headers = { 'Retry-After': String(wait) };
    if (!context.req.path.endsWith('.json')) {
      return busyResponse(429, 'Your form was not sent', message, headers);
    }
    const empty = { errors: {}, values: {}, images: [], notices: [] };
    return context.json({ sent: false, message, retryAfter: wait, ...empty }, 429, headers);
  };
}
