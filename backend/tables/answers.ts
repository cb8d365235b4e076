import type { Logger } from 'pino';
import { type Caller, isDatabaseError } from '#backend/database/database.ts';
import { isUnavailable, retryAfterUnavailable } from '#backend/database/unavailable.ts';
import { HttpError } from '#backend/http-error.ts';
import { TooManyRequests } from '#backend/rate-limit.ts';
import { bodyOf, statusOf } from './database-errors.ts';
import { type ErrorBody, TablesError, tooManyRequests } from './errors.ts';
import type { Preferences } from './parse-preferences.ts';

const jsonType = 'application/json; charset=utf-8';

/** The headers that every answer about rows carries. */
export function rowHeaders(contentRange: string, { applied }: Preferences): Headers {
  const headers = new Headers({ 'Content-Range': contentRange });
  if (applied.length) headers.set('Preference-Applied', applied.join(', '));
  return headers;
}

/**
 * The value of `Content-Range`: `0-24/3573`, `0-24/*`, `*\/0`.
 *
 * @param rows how many rows the answer is about, from `offset` on; undefined for none
 * @param total how many there are, where it was counted
 */
export function contentRange(offset: bigint, rows: bigint, total: bigint | null): string {
  const span = total !== 0n && rows > 0n ? `${offset}-${offset + rows - 1n}` : '*';
  return `${span}/${total ?? '*'}`;
}

/**
 * Answers a fault in PostgREST's form. What the client did not cause is logged and answered without
 * a word of what it was.
 *
 * @param role whom the request ran as; undefined where it did not come so far
 */
export function faultResponse(
  error: unknown,
  role: Caller['role'] | undefined,
  logger: Logger,
): Response {
  if (error instanceof TooManyRequests) {
    return faultResponse(tooManyRequests(error.retryAfter, error.message), role, logger);
  }
  if (error instanceof TablesError) {
    return errorResponse(error.status, error.body, error.retryAfter);
  }
  if (error instanceof HttpError) {
    const { status, code, message } = error;
    return errorResponse(status, { code, message, details: null, hint: null });
  }
  if (isDatabaseError(error)) {
    const status = statusOf(error, role ?? 'anon');
    if (status >= 500) logger.error({ error }, 'The database failed a request for rows');
    return errorResponse(status, bodyOf(error, status));
  }
  logger.error({ error }, 'A request for rows failed');
  const lost = isUnavailable(error);
  return errorResponse(lost ? 503 : 500, {
    code: lost ? 'PGRST000' : 'PGRSTX00',
    message: lost ? 'Database connection error.' : 'Internal server error',
    details: null,
    hint: null,
  });
}

/** Seconds: the window of the limits that the database itself keeps. */
const databaseWindow = 3600;

function errorResponse(status: number, body: ErrorBody, retryAfter = databaseWindow): Response {
  const headers = new Headers({ 'Content-Type': jsonType });
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  if (status === 429) headers.set('Retry-After', String(retryAfter));
  if (status === 503) headers.set('Retry-After', retryAfterUnavailable);
  return new Response(JSON.stringify(body), { status, headers });
}
