import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { matchesEtag } from '#backend/matches-etag.ts';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];
const encodingsByHeader = new LRUCache<string, Encoding[]>({
  max: 100,
  memoMethod: (header) => {
    const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([
      ...encodings,
    ]);
    return encodings.filter((each) => accepted.includes(each));
  },
});
type Body = Buffer<ArrayBuffer>;
type Variant = {
  body: Body;
  etag: string;
  headers: Record<string, string>;
  notModifiedHeaders: Record<string, string>;
};

export type CachedResponse = {
  status: number;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
  sizeBytes: number;
};

const compressible =
  /^(text\/|image\/svg|application\/(json|xml|javascript|manifest|[\w.-]+\+(json|xml)))/;
const minCompressibleBytes = 600;
const gzipLevel = 7;
/** Pages are compressed again after each change. Decision 005 has the cost of each quality. */
const brotliQuality = 5;
/** RFC 9110, 15.4.5. */
const notModifiedHeaders = ['cache-control', 'cdn-cache-control', 'vary', 'etag'];
const brotliQualityOnce = 4;
const gzipLevelOnce = 4;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function createCachedResponse(
  status: number,
  headers: Headers,
  body: Body,
): Promise<CachedResponse> {
  const bodies: Partial<Record<Encoding, Body>> = { identity: body };
  const type = headers.get('Content-Type') ?? '';
  const common = new Headers(headers);
  common.delete('Content-Length');
  if (body.length >= minCompressibleBytes && compressible.test(type)) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    [bodies.br, bodies.gzip] = await Promise.all([
      compressBrotli(body, { params }),
      compressGzip(body, { level: gzipLevel }),
    ]);
    common.set('Vary', 'Accept-Encoding');
  }
  // A crawler that gets 304 keeps the header it has.
  const robots = headers.get('X-Robots-Tag') ?? '';
  const hash = createHash('sha256').update(robots).update(body).digest('base64url').slice(0, 22);
  const createVariant = (encoding: Encoding, encoded: Body): Variant => {
    const all = new Headers(common);
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
    all.set('ETag', etag);
    const repeated = [...all].filter(([name]) => notModifiedHeaders.includes(name));
    all.set('Content-Length', String(encoded.length));
    if (encoding !== 'identity') all.set('Content-Encoding', encoding);
    return {
      body: encoded,
      etag,
      headers: Object.fromEntries(all),
      notModifiedHeaders: Object.fromEntries(repeated),
    };
  };
  const { br, gzip: gzipped } = bodies;
  const variants: CachedResponse['variants'] = {
    ...(br && { br: createVariant('br', br) }),
    ...(gzipped && { gzip: createVariant('gzip', gzipped) }),
    identity: createVariant('identity', body),
  };
  const sizeBytes = Object.values(variants).reduce((sum, each) => sum + toSize(each), 0);
  return { status, variants, sizeBytes };
}

export async function compressResponse(
  response: Response,
  acceptEncoding: string | undefined,
): Promise<Response> {
  if (!compressible.test(response.headers.get('Content-Type') ?? '')) return response;
  response.headers.append('Vary', 'Accept-Encoding');
  const [encoding = 'identity'] = encodingsByHeader.memo(acceptEncoding ?? '');
  if (encoding === 'identity') return response;
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer());
  headers.delete('Content-Length');
  headers.set('Content-Encoding', encoding);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQualityOnce,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const compressed =
    encoding === 'br'
      ? await compressBrotli(body, { params })
      : await compressGzip(body, { level: gzipLevelOnce });
  return new Response(compressed, { status, headers });
}

export function negotiateResponse(
  { status, variants }: CachedResponse,
  request: {
    method: string | undefined;
    acceptEncoding?: string | undefined;
    ifNoneMatch?: string | undefined;
  },
): { status: number; headers: Record<string, string>; body: Body | undefined } {
  const { method, acceptEncoding, ifNoneMatch } = request;
  const encoding = encodingsByHeader.memo(acceptEncoding ?? '').find((each) => variants[each]);
  const variant = variants[encoding ?? 'identity'] ?? variants.identity;
  if (status === 200 && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, variant.etag)) {
    return { status: 304, headers: variant.notModifiedHeaders, body: undefined };
  }
  return { status, headers: variant.headers, body: method === 'HEAD' ? undefined : variant.body };
}

function toSize({ body, headers }: Variant): number {
  return body.length + 400 + 2 * JSON.stringify(headers).length;
}
