import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

type StoredObject = { body: Buffer; metadata: OutgoingHttpHeaders; writtenAt: Date };

/** By key. */
export type S3Objects = Map<string, StoredObject>;

type Answer =
  | { status: number; code: string }
  | { status: number; headers?: OutgoingHttpHeaders; body?: Buffer | string };

/** Keys per page of a listing; S3 has 1,000. */
const pageSize = 3;

/** Implements S3's operations on objects and buckets (https://docs.aws.amazon.com/AmazonS3/latest/API). */
export function answerS3(
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
