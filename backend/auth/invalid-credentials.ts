/** Why a request's credentials were refused. */
export type InvalidCredentialsCode =
  | 'no_authorization'
  | 'invalid_api_key'
  | 'bad_jwt'
  | 'session_not_found';

/** The request carries no usable credentials: every service answers 401. */
export class InvalidCredentials extends Error {
  override readonly name = 'InvalidCredentials';
  readonly status = 401;
  readonly code: InvalidCredentialsCode;

  constructor(code: InvalidCredentialsCode, message: string) {
    super(message);
    this.code = code;
  }
}
