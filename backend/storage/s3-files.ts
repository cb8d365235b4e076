import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { createMutex } from '#backend/mutex.ts';
import {
  checkKey,
  FileDamaged,
  FileMissing,
  type FileStore,
  FilesUnavailable,
  isFileKey,
  limitBytes,
} from './files.ts';

/** The bucket's location and credentials. */
export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

type S3Timeouts = {
  connectMs: number;
  /** From the end of the request to the beginning of the response. */
  responseMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
  /** How long requests fail at once after an error of the store. */
  retryDelayMs: number;
};

/** A file store in a bucket, which several sites may have been configured with. */
export type S3FileStore = FileStore & {
  /**
   * Returns true if the bucket belongs to this owner. The first one to ask becomes the owner. Files
   * of another owner must not be removed.
   */
  belongsTo(owner: string): Promise<boolean>;
  close(): void;
};

const defaultTimeouts: S3Timeouts = {
  connectMs: 3_000,
  responseMs: 20_000,
  idleMs: 6_000,
  retryDelayMs: 3_000,
};
const maxAttempts = 3;

/** The object that names the owner of the bucket. */
const ownerKey = 'ridgeline-owner';

/** A new error replaces the SDK's, so that signed requests never reach the log. */
class S3Error extends FilesUnavailable {
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
}

/**
 * Stores files as objects of a bucket of S3, or of a store that speaks its protocol, under their
 * keys. Files are received on the local disk first, so that slow clients hold no connection to the
 * store, and incomplete or oversized files never reach it. Only this module loads the SDK. It signs
 * requests with their body's checksum, so that the store rejects data damaged in transit.
 *
 * @param tempDirectory for files while they are received, created if missing
 */
export async function openS3Files(
  settings: S3Settings,
  tempDirectory: string,
  timeouts: S3Timeouts = defaultTimeouts,
): Promise<S3FileStore> {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = settings;
  const commands = await import('@aws-sdk/client-s3');
  const client = new commands.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Many stores have no host name per bucket and support only the signature's checksum.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.responseMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.idleMs,
    },
  });
  const readWhole = createTempFileReader(tempDirectory);
  let retryAt = 0;

  const send = async <Output>(request: (client: S3Client) => Promise<Output>): Promise<Output> => {
    if (performance.now() < retryAt) throw new FilesUnavailable('Object store unavailable');
    try {
      return await request(client);
    } catch (error) {
      const { name, message, $metadata } = error as Error & {
        $metadata?: { httpStatusCode?: number };
      };
      const status = $metadata?.httpStatusCode;
      if (name === 'NoSuchKey') throw new FileMissing('No such object');
      if (name === 'InvalidRange')
        throw new FileDamaged('An object is shorter than when it was written');
      if (status === undefined || status >= 500)
        retryAt = performance.now() + timeouts.retryDelayMs;
      throw new S3Error(
        `Object store request failed: ${status ?? 'no response'} ${name}: ${message}`,
        status,
      );
    }
  };
  const put = (object: Omit<PutObjectCommandInput, 'Bucket'>) =>
    send((s3) => s3.send(new commands.PutObjectCommand({ Bucket, ...object })));
  const readOwner = async () => {
    const command = new commands.HeadObjectCommand({ Bucket, Key: ownerKey });
    const found = await send((s3) => s3.send(command)).catch((error) => {
      if (error instanceof S3Error && error.status === 404) return undefined;
      throw error;
    });
    return found?.Metadata?.sha256;
  };

  return {
    write: async (key, content, { maxBytes }) => {
      checkKey(key);
      return readWhole(limitBytes(content, maxBytes), async (bytes) => {
        await put({ Key: key, Body: bytes });
        return { size: bytes.byteLength };
      });
    },
    read: async (key, range) => {
      checkKey(key);
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body, ContentLength } = await send((s3) =>
        s3.send(new commands.GetObjectCommand({ Bucket, Key: key, Range })),
      );
      const body = Body as Readable;
      if (range && ContentLength !== undefined && ContentLength <= range.end - range.start) {
        body.destroy();
        throw new FileDamaged(`The object ${key} is shorter than when it was written`);
      }
      return Readable.toWeb(body) as ReadableStream<Uint8Array>;
    },
    remove: async (key) => {
      checkKey(key);
      await send((s3) => s3.send(new commands.DeleteObjectCommand({ Bucket, Key: key })));
    },
    list: async function* () {
      let ContinuationToken: string | undefined;
      do {
        const page = await send((s3) =>
          s3.send(new commands.ListObjectsV2Command({ Bucket, ContinuationToken })),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified && isFileKey(Key)) yield { key: Key, writtenAt: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    belongsTo: async (owner) => {
      const sha256 = createHash('sha256').update(owner).digest('hex');
      if ((await readOwner()) === undefined) {
        const claim = { Key: ownerKey, Body: sha256, Metadata: { sha256 } };
        await put({ ...claim, IfNoneMatch: '*' }).catch((error: unknown) => {
          const status = error instanceof S3Error ? error.status : undefined;
          // Some stores lack conditional writes.
          if (status === 501) return put(claim);
          if (status !== 412) throw error;
        });
      }
      return (await readOwner()) === sha256;
    },
    close: () => client.destroy(),
  };
}

/**
 * Creates a function that receives content in a temporary file and passes it on as a whole. The
 * file is deleted when it is closed or the process ends. Only one file at a time is in memory.
 *
 * @param directory created with its parents if missing
 */
function createTempFileReader(directory: string) {
  const created = mkdir(directory, { recursive: true, mode: 0o700 });
  created.catch(() => undefined);
  const runExclusive = createMutex();
  return async <Result>(
    content: AsyncIterable<Uint8Array>,
    use: (bytes: Buffer) => Promise<Result>,
  ): Promise<Result> => {
    await created;
    const path = join(directory, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    try {
      await rm(path);
      let size = 0;
      for await (const chunk of content) {
        await file.writeFile(chunk);
        size += chunk.byteLength;
      }
      return await runExclusive(async () => {
        const bytes = Buffer.alloc(size);
        for (let position = 0; position < size; ) {
          const { bytesRead } = await file.read(bytes, position, size - position, position);
          position += bytesRead;
        }
        return use(bytes);
      });
    } finally {
      await file.close();
    }
  };
}
