import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Encoding, preferredEncoding } from './encoding.ts';

/** One encoding of an answer, with its headers as they are sent. */
export type Variant = { body: Buffer; etag: string; headers: string[]; notModified: string[] };

/** An answer ready to be sent any number of times, in each encoding. */
export type Answer = {
  status: number;
  identity: Variant;
  gzip: Variant | undefined;
  br: Variant | undefined;
  /** What it takes in memory, in bytes. */
  size: number;
};

const compressible =
  /^(text\/|image\/svg|application\/(json|xml|javascript|manifest|[\w.-]+\+(json|xml)))/;
/** Of what is made for a request; off the main thread, some milliseconds a page: see docs/decisions/005-page-cache.md. */
export const quickBrotli = 5;
/** Below this a packet is one packet anyway. */
const worthCompressing = 600;
/** Headers that a 304 repeats (RFC 9110, 15.4.5). */
const ofNotModified = ['cache-control', 'cdn-cache-control', 'vary'];

/**
 * Prepares an answer: compresses it off the main thread and writes all headers down.
 *
 * @param headers what goes out with it, but for length, encoding and ETag
 * @param brotliQuality 0 to 11; docs/decisions/005-page-cache.md says what each costs
 */
export async function prepareAnswer(
  status: number,
  headers: Headers,
  body: Buffer,
  brotliQuality: number,
): Promise<Answer> {
  const compress =
    body.length >= worthCompressing && compressible.test(headers.get('Content-Type') ?? '');
  const [br, gzipped] = compress
    ? await Promise.all([
        compressBrotli(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        }),
        compressGzip(body, { level: 7 }),
      ])
    : [];
  return answerOf(status, headers, { identity: body, gzip: gzipped, br });
}

/** Like prepareAnswer, for what is compressed already. */
export function answerOf(
  status: number,
  headers: Headers,
  bodies: { identity: Buffer; gzip?: Buffer | undefined; br?: Buffer | undefined },
): Answer {
  const hash = createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22);
  const compressed = bodies.gzip ?? bodies.br;
  const common = new Headers(headers);
  for (const name of ['Content-Length', 'Content-Encoding', 'Transfer-Encoding']) {
    common.delete(name);
  }
  if (compressed) common.set('Vary', 'Accept-Encoding');
  const variant = (encoding: Encoding, body: Buffer): Variant => {
    const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const all = [...common, ['ETag', etag], ['Content-Length', String(body.length)]];
    if (encoding !== 'identity') all.push(['Content-Encoding', encoding]);
    const brief = [...common].filter(([name]) => ofNotModified.includes(name));
    return { body, etag, headers: all.flat(), notModified: [...brief.flat(), 'ETag', etag] };
  };
  const answer = {
    status,
    identity: variant('identity', bodies.identity),
    gzip: bodies.gzip && variant('gzip', bodies.gzip),
    br: bodies.br && variant('br', bodies.br),
  };
  const variants = [answer.identity, answer.gzip, answer.br].filter((each) => each !== undefined);
  return { ...answer, size: variants.reduce((sum, each) => sum + sizeOf(each), 0) };
}

/** The encoding of an answer that whoever sent this Accept-Encoding takes. */
export function variantFor(acceptEncoding: string | undefined, answer: Answer): Variant {
  return answer[preferredEncoding(acceptEncoding, answer)] ?? answer.identity;
}

/** Sends an answer in the encoding that the visitor takes, or 304 where they have it already. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer) {
  const accepted = request.headers['accept-encoding'];
  const { body, etag, headers, notModified } = variantFor(accepted, answer);
  const known = request.headers['if-none-match'];
  if (known !== undefined && answer.status === 200 && matches(known, etag)) {
    response.writeHead(304, notModified);
    response.end();
    return;
  }
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

function sizeOf({ body, headers }: Variant): number {
  return body.length + headers.reduce((sum, text) => sum + 2 * text.length, 400);
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
