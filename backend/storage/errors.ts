import {
  isDatabaseError,
  isDiskFull,
  isStatementTimeout,
  isUnavailable,
  retryAfterUnavailable,
} from '#backend/database/database.ts';
import { HttpError, TooManyRequests } from '#backend/http-error.ts';
import { FileDamaged, FilesUnavailable } from './files.ts';

/** Keyed by the codes of https://supabase.com/docs/guides/storage/debugging/error-codes */
const errors = {
  AccessDenied: [403, 'new row violates row-level security policy'],
  DatabaseTimeout: [504, 'The database took too long to answer, please try again later'],
  EntityTooLarge: [413, 'The object exceeded the maximum allowed size'],
  InsufficientStorage: [507, 'No space left to store files'],
  InternalError: [500, 'Internal Server Error'],
  InvalidJWT: [400, 'Invalid token'],
  InvalidKey: [400, 'Invalid key'],
  InvalidMimeType: [415, 'The file is not a readable image'],
  InvalidSignature: [400, 'Invalid signature'],
  InvalidRequest: [400, 'The request contains text that cannot be stored'],
  NoSuchBucket: [404, 'Bucket not found'],
  NoSuchKey: [404, 'Object not found'],
  NotFound: [404, 'Route not found'],
  ResourceAlreadyExists: [409, 'The resource already exists'],
} satisfies Record<string, [status: number, message: string]>;

/** The `error` field where it differs from the code, for older clients. */
const errorNames: Record<string, string> = {
  AccessDenied: 'Unauthorized',
  EntityTooLarge: 'Payload too large',
  NoSuchBucket: 'Bucket not found',
  NoSuchKey: 'not_found',
  ResourceAlreadyExists: 'Duplicate',
};

/** Creates the HttpError for a code of Supabase Storage, with its HTTP status and by default its message. */
export function storageError(
  code: keyof typeof errors,
  message: string = errors[code][1],
): HttpError {
  return new HttpError(errors[code][0], code, message);
}

/**
 * The HttpError for a used-up limit (429) or an unavailable service (503).
 *
 * @param retryAfter seconds
 */
export function slowDown(status: 429 | 503, message: string, retryAfter: number): HttpError {
  const headers = { 'Retry-After': String(retryAfter) };
  return new HttpError(status, 'SlowDown', message, { headers });
}

/** Converts whatever a handler threw to an HttpError of this service. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof TooManyRequests) return slowDown(429, error.message, error.retryAfter);
  if (error instanceof HttpError) {
    // The caller resolver throws codes of the auth service.
    return error.status === 401 ? new HttpError(401, 'InvalidJWT', error.message) : error;
  }
  if (error instanceof FileDamaged) {
    return storageError('NoSuchKey', 'The stored file is damaged. Upload it again');
  }
  if (error instanceof FilesUnavailable) {
    const message = 'Images are unavailable, please try again later';
    return slowDown(503, message, 30);
  }
  if (isDiskFull(error)) return storageError('InsufficientStorage');
  if (isStatementTimeout(error)) return storageError('DatabaseTimeout');
  if (isUnavailable(error)) {
    const message = 'The service is unavailable, please try again later';
    return slowDown(503, message, Number(retryAfterUnavailable));
  }
  if (!isDatabaseError(error)) return storageError('InternalError');
  if (error.code === 'PT507') return storageError('InsufficientStorage', error.message);
  if (error.code === '42501') return storageError('AccessDenied');
  if (error.code === '23505') return storageError('ResourceAlreadyExists');
  if (error.code === '23503') return storageError('NoSuchBucket');
  if (error.code.startsWith('22')) return storageError('InvalidRequest');
  return storageError('InternalError');
}

/** HTTP statuses that clients and proxies react to: sign in again, retry later. */
const httpStatuses = new Set([401, 429]);

/**
 * Writes an error as Supabase Storage does: HTTP 400 for every client error, with the actual status
 * as `statusCode` in the body. Unknown routes are 404, as there.
 */
export function errorResponse({ status, code, message, options }: HttpError): Response {
  const isPlain = status >= 500 || httpStatuses.has(status) || code === 'NotFound';
  return Response.json(
    { statusCode: String(status), code, error: errorNames[code] ?? code, message },
    {
      status: isPlain ? status : 400,
      headers: { 'Cache-Control': 'no-store', ...options.headers },
    },
  );
}
