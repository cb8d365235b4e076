import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { z } from 'zod';
import { imageLimits } from '#app/lib/limits.ts';
import { parseJson } from '#app/lib/parse-json.ts';
import { parseUrl, parseWebAddress } from '#app/lib/urls.ts';
import { HttpError } from '#backend/http-error.ts';
import { createConcurrencyLimit } from '#backend/limits.ts';
import { PrivateHostError, resolvePublicHost } from '#backend/mail/mail-host.ts';
import { readBytes } from '#backend/request-body.ts';
import { reencodeStaffImage } from '#backend/storage/process-upload.ts';
import type { StaffRoute } from '#server/backup/staff-backups.ts';
import { textError } from '#server/error-responses.ts';
import type { StaffCheck } from '#server/staff-check.ts';

const timeoutMs = 20_000;
const maxRedirects = 3;
const fetchLimit = { maxRunning: 2, maxQueued: 20 };

/** Firewalls of old websites refuse requests without one. */
const userAgent = 'Mozilla/5.0 (compatible; RidgelineImport/1.0)';

/** The image was not fetched; the message says why, in a sentence for staff. */
export class ImageFetchError extends Error {
  override readonly name = 'ImageFetchError';
  /** Another attempt may succeed. */
  readonly isTemporary: boolean;
  constructor(message: string, isTemporary = false) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** Where a URL's connection goes: the address of its host, and the port. Replaced in tests. */
export type ResolveTarget = (url: URL) => Promise<{ host: string; port: number }>;

const resolvePublicTarget: ResolveTarget = async (url) => {
  // Ports that are not the protocol's are those of services inside of networks.
  if (url.port) throw new ImageFetchError("The address has a port number, which isn't allowed.");
  const host = await resolvePublicHost(url.hostname.replace(/^\[|\]$/g, ''));
  return { host, port: url.protocol === 'https:' ? 443 : 80 };
};

/**
 * Fetches a file from the internet, never from inside the network of the website: each host, also of redirects, is resolved
 * once, and the connection goes to that address.
 *
 * @param maxBytes a larger file is refused while it arrives
 * @throws ImageFetchError; PrivateHostError for a host inside the network; errors of the connection
 */
export async function fetchPublicFile(
  address: string,
  maxBytes: number,
  signal: AbortSignal,
  resolveTarget: ResolveTarget = resolvePublicTarget,
): Promise<Uint8Array> {
  let next = address;
  for (let step = 0; step <= maxRedirects; step += 1) {
    const url = parseHttpUrl(next);
    const target = await untilAborted(resolveTarget(url), signal);
    const answer = await get(url, target, maxBytes, signal);
    if (answer instanceof Uint8Array) return answer;
    next = parseUrl(answer.location, url.href)?.href ?? '';
  }
  throw new ImageFetchError('The address redirects too many times.');
}

/** `dns.lookup` can't be stopped, but nothing has to wait for it. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function parseHttpUrl(text: string): URL {
  const url = parseWebAddress(text);
  if (!url) throw new ImageFetchError("This isn't a web address.");
  return url;
}

function get(
  url: URL,
  target: { host: string; port: number },
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array | { location: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | { location: string }>();
  const isSecure = url.protocol === 'https:';
  const request = (isSecure ? requestHttps : requestHttp)({
    ...target,
    // RFC 6066, 3: no IP addresses.
    ...(isSecure && !isIP(url.hostname.replace(/^\[|\]$/g, '')) && { servername: url.hostname }),
    path: url.pathname + url.search,
    headers: {
      ...{ Host: url.host, 'User-Agent': userAgent },
      ...{ Accept: 'image/*', 'Accept-Encoding': 'identity' },
    },
    agent: false,
    signal,
  });
  request.on('error', reject);
  request.on('response', (response) => {
    const { statusCode = 0, headers } = response;
    response.on('error', reject);
    const refuse = (message: string, isTemporary = false) => {
      request.destroy();
      reject(new ImageFetchError(message, isTemporary));
    };
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      request.destroy();
      return resolve({ location: headers.location });
    }
    if (statusCode !== 200) {
      const isTemporary = statusCode === 429 || statusCode >= 500;
      return refuse(`The other website answered ${statusCode}.`, isTemporary);
    }
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return refuse(`The image is larger than ${maxBytes / 1024 / 1024} MB.`);
      chunks.push(chunk);
    });
    response.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  });
  request.end();
  return promise;
}

const body = z.object({ url: z.string().max(2000) });
const maxBodyBytes = 16 * 1024;

/**
 * The request of staff who import posts: fetches an image of their old website and answers with its pixels, encoded again.
 *
 * @returns a route that answers with a sentence if the image can't be had: 503 if another attempt may succeed, else 400
 */
export function createImageImport(refuseOthers: StaffCheck, logger: Logger): StaffRoute {
  const fetches = createConcurrencyLimit(fetchLimit);

  async function fetchImage(url: string, signal: AbortSignal): Promise<Response> {
    try {
      const source = await fetchPublicFile(url, imageLimits.bytes, signal);
      const { bytes, mimetype } = await reencodeStaffImage(source, signal, imageLimits.bytes);
      return new Response(new Uint8Array(bytes), {
        headers: { 'Content-Type': mimetype, 'Cache-Control': 'no-store' },
      });
    } catch (error) {
      logger.warn({ error }, 'Image import failed');
      return explain(error, signal);
    }
  }

  return {
    method: 'POST',
    path: '/hooks/import-image',
    isSlow: true,
    handle: async (request, ip) => {
      const refused = await refuseOthers(request.headers.get('authorization') ?? undefined, ip);
      if (refused) return refused;
      const bytes = await readBytes(request, maxBodyBytes).catch(() => undefined);
      const parsed = body.safeParse(parseJson(String(bytes)));
      if (!parsed.success) return textError(400, 'The address is too long or missing.');
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      return fetches
        .run('', () => fetchImage(parsed.data.url, signal), signal)
        .catch(() => textError(503, 'Too many images are being imported. Please try again.'));
    },
  };
}

function explain(error: unknown, signal: AbortSignal): Response {
  if (error instanceof ImageFetchError) {
    return textError(error.isTemporary ? 503 : 400, error.message);
  }
  if (error instanceof PrivateHostError) {
    return textError(400, 'The address is inside a private network.');
  }
  if (signal.aborted) return textError(503, 'The other website took too long.');
  if (error instanceof HttpError) {
    const isBusy = error.status === 429 || error.status >= 500;
    return isBusy
      ? textError(503, 'This website is busy with other images.')
      : textError(400, "The file isn't an image we can show.");
  }
  return textError(503, "We couldn't reach the other website.");
}
