import { isDatabaseError } from '#backend/database/database.ts';
import { isDiskFull, isUnavailable, retryAfterUnavailable } from '#backend/database/unavailable.ts';
import { FilesUnavailable } from './files.ts';

/** What every error of the storage API looks like on the wire. */
export type RefusalBody = { statusCode: string; code: string; error: string; message: string };

/**
 * A request that is refused, with the status and the words of Supabase Storage
 * (https://supabase.com/docs/guides/storage/debugging/error-codes).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: RefusalBody;
  /** Sent along with the answer, such as Retry-After. */
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    error: string,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.body = { statusCode: String(status), code, error, message };
    this.headers = headers;
  }
}

export const bucketNotFound = () =>
  new Refusal(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found');

export const objectNotFound = () => new Refusal(404, 'NoSuchKey', 'not_found', 'Object not found');

const accessDenied = () =>
  new Refusal(403, 'AccessDenied', 'Unauthorized', 'new row violates row-level security policy');

const alreadyExists = () =>
  new Refusal(409, 'ResourceAlreadyExists', 'Duplicate', 'The resource already exists');

export const tooLarge = () =>
  new Refusal(
    413,
    'EntityTooLarge',
    'Payload too large',
    'The object exceeded the maximum allowed size',
  );

export const typeNotSupported = (mimetype: string) =>
  unsupported(`mime type ${mimetype} is not supported`);

export const unreadablePicture = () => unsupported('The file is not a picture that can be read');

export const invalidKey = (name: string) =>
  new Refusal(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${name}`);

export const invalidRequest = (message: string) =>
  new Refusal(400, 'InvalidRequest', 'invalid_request', message);

export const invalidToken = (message: string) =>
  new Refusal(400, 'InvalidJWT', 'InvalidJWT', message);

/** @param wait seconds until it may be tried again */
export const tooManyRequests = (wait: number, message: string) =>
  new Refusal(429, 'SlowDown', 'too_many_requests', message, { 'Retry-After': String(wait) });

const filesUnavailable = () =>
  new Refusal(
    503,
    'SlowDown',
    'unavailable',
    'Pictures cannot be stored or read at the moment, please try again later',
    { 'Retry-After': '30' },
  );

/** Too many images wait to be decoded. */
export const decodingBusy = () =>
  new Refusal(
    503,
    'SlowDown',
    'unavailable',
    'Too many pictures are being stored at the moment, please try again later',
    { 'Retry-After': '30' },
  );

const databaseUnavailable = () =>
  new Refusal(
    503,
    'SlowDown',
    'unavailable',
    'The service is unavailable, please try again later',
    {
      'Retry-After': retryAfterUnavailable,
    },
  );

/** 507, as RFC 4918 has it (11.5): the server has no space left for what was sent. */
const noSpaceLeft = () =>
  new Refusal(
    507,
    'InsufficientStorage',
    'insufficient_storage',
    'There is no space left to store files',
  );

export const visitorStorageFull = (message = "The storage for visitors' images is full") =>
  new Refusal(507, 'InsufficientStorage', 'insufficient_storage', message);

function unsupported(message: string) {
  return new Refusal(415, 'InvalidMimeType', 'invalid_mime_type', message);
}

/** The refusal that an error of the database or of the store of files stands for; any other error comes back as it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof FilesUnavailable) return filesUnavailable();
  if (isDiskFull(error)) return noSpaceLeft();
  if (isUnavailable(error)) return databaseUnavailable();
  if (!isDatabaseError(error)) return error;
  if (error.code === 'PT507') return visitorStorageFull(error.message);
  if (error.code === '42501') return accessDenied();
  if (error.code === '23505') return alreadyExists();
  if (error.code === '23503') return bucketNotFound();
  if (error.code.startsWith('22'))
    return invalidRequest('The request holds text that cannot be stored');
  return error;
}
