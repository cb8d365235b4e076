import type { Logger } from 'pino';
import { isDatabaseError } from '#backend/database/database.ts';
import { isDiskFull, isUnavailable, retryAfterUnavailable } from '#backend/database/unavailable.ts';
import { TooManyRequests } from '#backend/rate-limit.ts';
import { AuthError } from './auth-error.ts';
import { InvalidCredentials } from './invalid-credentials.ts';
import { tooMany } from './rate-limits.ts';

const versionHeader = 'x-supabase-api-version';
const version = '2024-01-01';

/**
 * Writes an error as GoTrue does: `{code, message}` for clients that ask for the API of 2024-01-01
 * or newer, which is then named in the answer, and `{code: status, error_code, msg}` for older ones.
 */
export function errorResponse(request: Request, error: AuthError): Response {
  const { status, code, message } = error;
  const asked = request.headers.get(versionHeader);
  const isNewer = asked !== null && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= version;
  const body = isNewer
    ? { code, message, ...error.body }
    : { code: status, error_code: code, msg: message, ...error.body };
  return Response.json(body, {
    status,
    headers: {
      ...error.headers,
      'x-sb-error-code': code,
      ...(isNewer ? { [versionHeader]: version } : {}),
    },
  });
}

/**
 * Turns whatever a handler threw into an answer. Faults of the request say what is wrong; a fault of
 * ours is logged and told without its details.
 */
export function toAuthError(error: unknown, logger: Logger): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof TooManyRequests) {
    return tooMany('over_request_rate_limit', error.retryAfter);
  }
  if (error instanceof InvalidCredentials) {
    const isToken = error.code === 'bad_jwt' || error.code === 'session_not_found';
    return new AuthError(isToken ? 403 : 401, error.code, error.message);
  }
  if (isDatabaseError(error) && error.code.startsWith('22')) {
    return new AuthError(400, 'validation_failed', 'The request holds text that cannot be stored');
  }
  logger.error({ err: error }, 'An auth request failed');
  // Clients try again after a 503. After a 500 they take a session that can't be refreshed for ended.
  if (isUnavailable(error) || isDiskFull(error)) {
    return new AuthError(
      503,
      'unexpected_failure',
      'The service is unavailable, please try again',
      {
        headers: { 'retry-after': retryAfterUnavailable },
      },
    );
  }
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );
}
