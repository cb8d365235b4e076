import type { S3Client } from '@aws-sdk/client-s3';
import { FileMissing, FilesUnavailable } from './files.ts';

/** Where the bucket is, and what opens it. */
export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** How long the store may take, in milliseconds. */
export type Patience = {
  connect: number;
  /** From the request's end to the answer's beginning. */
  answer: number;
  /** Without a byte in either direction. */
  silence: number;
  /** For how long nobody else is made to wait for a store that is away. */
  rest: number;
};

const usualPatience: Patience = { connect: 3_000, answer: 20_000, silence: 6_000, rest: 3_000 };

/** The first try included. */
const tries = 3;

/** The store's refusal, with its HTTP status. It is made anew, so that no log holds a request with its signature. */
class StoreFault extends FilesUnavailable {
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
}

/** Tells whether the store answered with this status. */
export function isFault(error: unknown, status: number): boolean {
  return error instanceof StoreFault && error.status === status;
}

/**
 * Opens a connection to a bucket; the SDK is loaded here only. It signs what it sends with its
 * checksum, so the store refuses what was damaged on the way.
 *
 * @returns the SDK's commands, and `ask`, which rejects with FileMissing where there is no such
 *   object, else with FilesUnavailable
 */
export async function connectS3(settings: S3Settings, patience: Patience = usualPatience) {
  const commands = await import('@aws-sdk/client-s3');
  const client = new commands.S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Many stores have no host name for each bucket, and know no checksums but the signature's.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: tries,
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: patience.answer,
      throwOnRequestTimeout: true,
      socketTimeout: patience.silence,
    },
  });
  let awayUntil = 0;

  const ask = async <Answer>(request: (client: S3Client) => Promise<Answer>): Promise<Answer> => {
    if (performance.now() < awayUntil) throw new FilesUnavailable('The store is away');
    try {
      const answer = await request(client);
      awayUntil = 0;
      return answer;
    } catch (error) {
      const status = statusOf(error);
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      if (name === 'NoSuchKey') throw new FileMissing('No such object');
      // 501: the store does not know such a request; it is there all the same.
      if (status === undefined || (status >= 500 && status !== 501)) {
        awayUntil = performance.now() + patience.rest;
      }
      throw new StoreFault(
        `The store failed: ${status ?? 'no answer'} ${name}: ${message}`,
        status,
      );
    }
  };
  return { commands, ask, close: () => client.destroy() };
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error && '$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}
