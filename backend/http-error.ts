/** An error that a caller of the backend is answered with; each protocol maps it to its own body. */
export class HttpError extends Error {
  readonly status: number;
  /** The protocol's code: a SQLSTATE or PGRST code, one of GoTrue's error codes, one of storage's error names. */
  readonly code: string;
  readonly options: {
    details?: string;
    hint?: string;
    headers?: Record<string, string>;
    cause?: unknown;
  };

  constructor(status: number, code: string, message: string, options: HttpError['options'] = {}) {
    super(message, { cause: options.cause });
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.options = options;
  }
}
