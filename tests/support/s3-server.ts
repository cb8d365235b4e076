import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SignatureV4 } from '@smithy/signature-v4';

type StoredObject = { body: Buffer; metadata: OutgoingHttpHeaders; writtenAt: Date };

/** By key. */
type S3Objects = Map<string, StoredObject>;

type Answer =
  | { status: number; code: string }
  | { status: number; headers?: OutgoingHttpHeaders; body?: Buffer | string };

/** Keys per page of a listing; S3 has 1,000. */
const pageSize = 3;

/** Implements S3's operations on objects and buckets (https://docs.aws.amazon.com/AmazonS3/latest/API). */
function answerS3(
  { objects }: { objects: S3Objects },
  bucket: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Answer {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://localhost');
  const [, asked, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
  if (asked !== bucket) return { status: 404, code: 'NoSuchBucket' };
  if (key === '') return { status: 200, body: list(objects, searchParams) };
  const found = objects.get(key);
  if (method === 'PUT') {
    const metadata = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
    objects.set(key, { body, metadata: Object.fromEntries(metadata), writtenAt: new Date() });
    return { status: 200, headers: { ETag: `"${createHash('md5').update(body).digest('hex')}"` } };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  if (!found) return { status: 404, code: 'NoSuchKey' };
  const described = { ...found.metadata, 'Last-Modified': found.writtenAt.toUTCString() };
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
  const [start, end] = range ? [Number(range[1]), Number(range[2]) + 1] : [0, found.body.length];
  if (range && start >= found.body.length) return { status: 416, code: 'InvalidRange' };
  const part = found.body.subarray(start, end);
  return {
    status: range ? 206 : 200,
    headers: { ...described, 'Content-Length': part.length },
    ...(method === 'GET' ? { body: part } : {}),
  };
}

function list(objects: S3Objects, parameters: URLSearchParams): string {
  const after = parameters.get('continuation-token') ?? '';
  const keys = [...objects.keys()].sort().filter((key) => key > after);
  const page = keys.slice(0, pageSize);
  const contents = page.map((key) => {
    const { writtenAt, body } = objects.get(key) as StoredObject;
    return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`;
  });
  const more = keys.length > page.length;
  const token = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${token}</ListBucketResult>`;
}

/** How the server answers the next requests. */
type Disturbance =
  /** Answers with this status and code. */
  | { status: number; code: string }
  /** Carries the request out and breaks the connection off instead of answering. */
  | 'lose answer'
  /** Says nothing. */
  | 'hang';

/**
 * A store that speaks the part of S3's protocol that Ridgeline uses, for tests: signatures and
 * checksums are verified as S3 does, and it can be closed and reopened.
 */
export async function startS3Server() {
  const settings = {
    region: 'ca-test-1',
    bucket: 'pictures',
    accessKeyId: 'AKIDTEST',
    secretAccessKey: 'a secret for tests',
  };
  const signer = new SignatureV4({
    service: 's3',
    region: settings.region,
    credentials: settings,
    sha256: NodeSha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const state = {
    objects: new Map() as S3Objects,
    /** Taken one by one, first in first out. */
    disturbances: [] as Disturbance[],
    /** Method and path of what was asked. */
    requests: [] as string[],
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    state.requests.push(`${request.method} ${request.url}`);
    const disturbance = state.disturbances.shift();
    if (disturbance === 'hang') return;
    if (disturbance && disturbance !== 'lose answer') {
      return fail(response, disturbance.status, disturbance.code);
    }
    if (!(await isSigned(signer, request))) return fail(response, 403, 'SignatureDoesNotMatch');
    const checksum = request.headers['x-amz-content-sha256'];
    if (checksum !== createHash('sha256').update(body).digest('hex')) {
      return fail(response, 400, 'XAmzContentSHA256Mismatch');
    }
    const answer = answerS3(state, settings.bucket, request, body);
    if (disturbance === 'lose answer') return request.socket.destroy();
    if ('code' in answer) return fail(response, answer.status, answer.code);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };

  let server = createServer(serve);
  const open = async (port: number) => {
    server = createServer(serve);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const port = await open(0);
  return Object.assign(state, {
    settings: { endpoint: `http://127.0.0.1:${port}`, ...settings },
    /** The same as the process's settings. */
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    close,
    reopen: () => open(port),
    stop: close,
  });
}

function fail(response: ServerResponse, status: number, code: string) {
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/** Signs the received request again and compares the signatures. */
async function isSigned(signer: SignatureV4, request: IncomingMessage): Promise<boolean> {
  const given = request.headers.authorization ?? '';
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const signed = names.filter((name) => name !== 'x-amz-date');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(`${request.headers['x-amz-date']}`);
  if (!date || !names.includes('host')) return false;
  const [, year, month, day, hour, minute, second] = date;
  const signingDate = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Math.abs(Date.now() - signingDate.getTime()) > 15 * 60_000) return false;
  const expected = await signer.sign(
    {
      method: request.method ?? 'GET',
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(signed.map((name) => [name, String(request.headers[name])])),
    },
    { signingDate },
  );
  return expected.headers.authorization === given;
}

/** SHA-256 in the signer's interface. */
class NodeSha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer);
  }
  update(chunk: string | Uint8Array) {
    this.#hash.update(chunk);
  }
  async digest() {
    return new Uint8Array(this.#hash.digest());
  }
  reset() {}
}
