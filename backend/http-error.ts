/** An error that the backend answers a request with. Each protocol maps it to its own body. */
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

/** 429: a caller has used up a limit. */
export class TooManyRequests extends HttpError {
  override name = 'TooManyRequests';
  /** Seconds. */
  readonly retryAfter: number;

  constructor(retryAfter: number, message = 'Too many requests, please try again later') {
    const headers = { 'Retry-After': String(retryAfter) };
    super(429, 'over_request_rate_limit', message, { headers });
    this.retryAfter = retryAfter;
  }
}

/** A 429 that the clients of all four services can read. */
export function tooManyRequestsResponse({ code, message, options }: TooManyRequests): Response {
  return Response.json(
    { code, message, details: null, hint: null, statusCode: '429', error: message, success: false },
    { status: 429, headers: { ...options.headers, 'x-sb-error-code': code } },
  );
}

/** Shortens a client's text to 200 characters, for use in a message. */
export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
