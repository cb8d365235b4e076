import type { Logger } from 'pino';
import {
  isDatabaseError,
  isDiskFull,
  isStatementTimeout,
  isUnavailable,
  retryAfterUnavailable,
} from '#backend/database/database.ts';
import { HttpError, TooManyRequests } from '#backend/http-error.ts';

/** The version of GoTrue's API, by which supabase-js decides how to read an error. */
const apiVersion = '2024-01-01';

const errors = {
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [401, 'invalid JWT: unable to verify its signature and claims'],
  current_password_invalid: [400, 'Current password is not correct.'],
  current_password_required: [400, 'Current password required when setting new password.'],
  email_exists: [422, 'A user with this email address has already been registered'],
  invalid_api_key: [401, 'Invalid API key'],
  invalid_credentials: [400, 'Invalid login credentials'],
  /** The mail_* codes are ours; Supabase Auth has none. */
  mail_from_environment: [409, 'The environment decides this'],
  mail_host_not_found: [422, 'No server has this name'],
  mail_host_private: [422, 'The mail server is inside the network'],
  mail_port_refused: [422, 'Use port 25, 465, 587 or 2525'],
  mail_unencrypted: [422, 'The connection must be encrypted'],
  mail_password_required: [422, 'Enter the mail server password again'],
  mfa_challenge_expired: [
    422,
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],
  /** Ours: GoTrue's factors wait for their first code without end. */
  mfa_factor_expired: [422, 'This setup is more than an hour old. Please start again.'],
  mfa_factor_name_conflict: [422, 'A factor with the friendly name for this user already exists'],
  mfa_factor_not_found: [404, 'MFA factor with the provided ID not found'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  no_authorization: [401, 'No API key found in request'],
  not_admin: [403, 'Updating app_metadata requires admin privileges'],
  not_found: [404, 'Not found'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  phone_provider_disabled: [422, 'Phone logins are disabled'],
  reauthentication_needed: [
    400,
    'Sign in again, or enter a code from your authenticator app: your last sign-in was too long ago.',
  ],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body too large'],
  same_password: [422, 'New password should be different from the old password.'],
  session_not_found: [401, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  too_many_enrolled_mfa_factors: [
    422,
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
} satisfies Record<string, [status: number, message: string]>;

/** The HttpError for one of GoTrue's codes (https://supabase.com/docs/guides/auth/debugging/error-codes). */
export function authError(code: keyof typeof errors, message: string = errors[code][1]): HttpError {
  return new HttpError(errors[code][0], code, message);
}

/** The HttpError 400 for a request with a wrong field. */
export function invalid(message: string): HttpError {
  return new HttpError(400, 'validation_failed', message);
}

/**
 * The HttpError 429 for a limit that is used up.
 *
 * @param retryAfter seconds
 */
export function rateLimited(code: string, retryAfter: number): HttpError {
  const message =
    code === 'over_email_send_rate_limit'
      ? 'Email rate limit exceeded'
      : 'Request rate limit reached';
  return new HttpError(429, code, message, { headers: { 'retry-after': String(retryAfter) } });
}

/** Converts whatever a handler threw to an HttpError. Server errors are logged, and clients get no details. */
export function toHttpError(error: unknown, logger: Logger): HttpError {
  if (error instanceof TooManyRequests) {
    return rateLimited('over_request_rate_limit', error.retryAfter);
  }
  if (error instanceof HttpError) {
    const isTokenError = error.code === 'bad_jwt' || error.code === 'session_not_found';
    return isTokenError ? new HttpError(403, error.code, error.message) : error;
  }
  if (isDatabaseError(error) && error.code.startsWith('22')) {
    return invalid('The request contains text that cannot be stored');
  }
  logger.error({ err: error }, 'Auth request failed');
  // Clients retry after a 503 and a 504. After a 500 they drop a session that can't be refreshed.
  if (isStatementTimeout(error)) {
    const message = 'Processing this request timed out, please retry after a moment.';
    return new HttpError(504, 'request_timeout', message);
  }
  if (isUnavailable(error) || isDiskFull(error)) {
    return new HttpError(
      503,
      'unexpected_failure',
      'The service is unavailable, please try again',
      { headers: { 'retry-after': retryAfterUnavailable } },
    );
  }
  return new HttpError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );
}

/** Writes an error as GoTrue does since its API of 2024-01-01, which supabase-js requests: `{code, message}`. */
export function errorResponse({ status, code, message, options }: HttpError): Response {
  const isWeakPassword = code === 'weak_password';
  return Response.json(
    {
      code,
      message,
      ...(isWeakPassword ? { weak_password: { reasons: [options.details] } } : {}),
    },
    {
      status,
      headers: {
        ...options.headers,
        'x-sb-error-code': code,
        'x-supabase-api-version': apiVersion,
      },
    },
  );
}
