/** GoTrue's error codes that this service answers with: https://supabase.com/docs/guides/auth/debugging/error-codes */
export type AuthErrorCode =
  | 'bad_json'
  | 'bad_jwt'
  | 'current_password_invalid'
  | 'current_password_required'
  | 'email_exists'
  | 'insufficient_aal'
  | 'invalid_api_key'
  | 'invalid_credentials'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_verification_failed'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'phone_provider_disabled'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_entity_too_large'
  | 'same_password'
  | 'session_not_found'
  | 'signup_disabled'
  | 'too_many_enrolled_mfa_factors'
  | 'unexpected_failure'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password';

/** An answer that refuses the request, with GoTrue's status, code and message. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: number;
  readonly code: AuthErrorCode;
  /** Fields of the body besides code and message. */
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: AuthErrorCode,
    message: string,
    {
      body = {},
      headers = {},
    }: { body?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
    this.headers = headers;
  }
}
