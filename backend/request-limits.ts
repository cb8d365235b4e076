import type { Context, MiddlewareHandler } from 'hono';
import { getSitePrefix } from './client-network.ts';
import { TooManyRequests, tooManyRequestsResponse } from './http-error.ts';
import type { NetworkLimit } from './limits.ts';

/** How much memory request bodies may take, and how long they may take to arrive. */
export type BodyLimits = {
  /** Of all bodies together. */
  maxBytes: number;
  /** Of all bodies of one network. */
  maxBytesPerNetwork: number;
  /** Of all bodies of one IPv6 /48, which one customer may have. */
  maxBytesPerSite: number;
  /** Not counted for each body, so that small requests get through while large ones use up the budget. */
  freeBytes: number;
  /** Without a byte. */
  idleTimeoutMs: number;
  /** Until the body is complete. */
  timeoutMs: number;
};

const bodyLimits: BodyLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxBytesPerNetwork: 8 * 1024 * 1024,
  maxBytesPerSite: 16 * 1024 * 1024,
  freeBytes: 16 * 1024,
  idleTimeoutMs: 30_000,
  timeoutMs: 120_000,
};

const retryAfterSeconds = 10;
/** Of a body that the service has rejected. */
const maxDiscardedBytes = 2 * 1024 * 1024;

type Status = 408 | 503;
const messages: Record<Status, string> = {
  408: 'The body took too long to arrive',
  503: 'Too many large requests at once, please try again later',
};

/**
 * Limits the memory that request bodies use. Each byte read counts until the request is done. A
 * body over the budget gets 503, one that stalls 408.
 *
 * @param getNetwork the network a request came from; requests without one are the process's own and
 *   are not limited
 */
export function createBodyBudget(
  getNetwork: (request: Request) => string | null,
  limits: BodyLimits = bodyLimits,
): MiddlewareHandler {
  let total = 0;
  const sums = new Map<string, number>();
  const add = (key: string, bytes: number) => {
    const sum = (sums.get(key) ?? 0) + bytes;
    if (sum > 0) sums.set(key, sum);
    else sums.delete(key);
    return sum;
  };
  const count = (network: string, bytes: number) => {
    total += bytes;
    const ofNetwork = add(network, bytes);
    const site = getSitePrefix(network);
    const ofSite = site ? add(site, bytes) : 0;
    return (
      total <= limits.maxBytes &&
      ofNetwork <= limits.maxBytesPerNetwork &&
      ofSite <= limits.maxBytesPerSite
    );
  };

  return async (context, next) => {
    const request = context.req.raw;
    const network = getNetwork(request);
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null;
    if (!network || !hasBody) return next();
    let size = 0;
    let counted = 0;
    let error: Status | undefined;
    const { body, stop, discardRest } = boundStream(
      request.body as ReadableStream<Uint8Array>,
      limits,
      {
        onChunk: (bytes) => {
          size += bytes;
          const added = Math.max(0, size - limits.freeBytes) - counted;
          counted += added;
          if (added > 0 && !count(network, added)) error = 503;
          return error === undefined;
        },
        onTimeout: () => {
          error = 408;
        },
      },
    );
    context.req.raw = new Request(request, { body, duplex: 'half' } as RequestInit);
    try {
      await next();
    } finally {
      stop();
      if (counted > 0) count(network, -counted);
      if (!error) void discardRest();
    }
    // Replaces the service's response to the incomplete body.
    if (error) {
      // Without this Hono copies the headers of the service's own response.
      context.res = undefined;
      context.res = errorResponse(error);
    }
    return undefined;
  };
}

function boundStream(
  source: ReadableStream<Uint8Array>,
  { idleTimeoutMs, timeoutMs }: BodyLimits,
  { onChunk, onTimeout }: { onChunk: (bytes: number) => boolean; onTimeout: () => void },
): { body: ReadableStream<Uint8Array>; stop: () => void; discardRest: () => Promise<void> } {
  const reader = source.getReader();
  let idleTimer: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    clearTimeout(idleTimer);
    clearTimeout(timer);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const fail = () => {
          stop();
          onTimeout();
          controller.error(new Error(messages[408]));
        };
        timer ??= setTimeout(fail, timeoutMs);
        idleTimer = setTimeout(fail, idleTimeoutMs);
        const { done, value } = await reader.read().finally(() => clearTimeout(idleTimer));
        // These bytes no longer count.
        if (isStopped) return;
        if (done) {
          stop();
          controller.close();
        } else if (onChunk(value.byteLength)) controller.enqueue(value);
        else {
          stop();
          controller.error(new Error(messages[503]));
        }
      },
      cancel: (reason) => {
        stop();
        return reader.cancel(reason);
      },
    },
    // Reads nothing before the service does.
    { highWaterMark: 0 },
  );
  /** Clients reuse the connection, and the HTTP server would close it if the request isn't read to its end. */
  const discardRest = async () => {
    let left = maxDiscardedBytes;
    try {
      while (left > 0) {
        const { done, value } = await reader.read();
        if (done) return;
        left -= value.byteLength;
      }
      await reader.cancel();
    } catch {
      // The client has left.
    }
  };
  return { body, stop, discardRest };
}

/** Has the fields that clients of all services read. The rest of the body is not read. */
function errorResponse(status: Status): Response {
  const message = messages[status];
  const code = status === 408 ? 'request_timeout' : 'over_body_limit';
  const headers: Record<string, string> = { Connection: 'close', 'x-sb-error-code': code };
  if (status === 503) headers['Retry-After'] = String(retryAfterSeconds);
  return Response.json(
    { code, message, details: null, hint: null, error: message, success: false },
    { status, headers },
  );
}

/**
 * Limits how many requests of a network are in progress: the others wait, or get 429. A request
 * doesn't count while its body arrives, or slow uploads would hold up the network's other requests.
 *
 * @param getNetwork the network a request came from; requests without one are not counted
 */
export function limitRequests(
  limit: NetworkLimit,
  getNetwork: (context: Context) => string | undefined,
): MiddlewareHandler {
  return async (context, next) => {
    const network = getNetwork(context);
    if (!network) return next();
    const request = context.req.raw;
    const { signal } = request;
    let isDone = false;
    let release: (() => void) | undefined;
    const stopCounting = () => {
      release?.();
      release = undefined;
    };
    let limitError: TooManyRequests | undefined;
    const startCounting = async () => {
      try {
        const acquired = await limit.acquire(network, signal);
        if (isDone) acquired();
        else release = acquired;
      } catch (error) {
        if (error instanceof TooManyRequests) limitError = error;
        throw error;
      }
    };

    try {
      await startCounting();
    } catch (error) {
      if (limitError) return tooManyRequestsResponse(limitError);
      if (signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null;
    if (hasBody) {
      const body = observeBody(request.body as ReadableStream<Uint8Array>, {
        onRead: stopCounting,
        onEnd: startCounting,
      });
      context.req.raw = new Request(request, { body, duplex: 'half' } as RequestInit);
    }
    try {
      await next();
    } finally {
      isDone = true;
      stopCounting();
    }
    if (limitError) {
      // Replaces the service's response to the incomplete body; Hono would add its headers otherwise.
      context.res = undefined;
      context.res = tooManyRequestsResponse(limitError);
    }
    return undefined;
  };
}

/** @param onEnd the reader sees the end once this has resolved */
function observeBody(
  source: ReadableStream<Uint8Array>,
  { onRead, onEnd }: { onRead: () => void; onEnd: () => Promise<void> },
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        onRead();
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        await onEnd();
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads nothing before the service does.
    { highWaterMark: 0 },
  );
}
