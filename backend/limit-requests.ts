import type { Context, MiddlewareHandler } from 'hono';
import type { NetworkLimit } from './concurrency-limit.ts';
import { TooManyRequests, tooManyRequestsResponse } from './rate-limit.ts';

/**
 * Bounds how many requests of a network are in progress: the others wait, or are answered 429. A
 * request does not count while its body arrives, or slow uploads would make a network's other requests wait.
 *
 * @param getNetwork the network that a request came from; a request without one is not counted
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

/** @param onEnd the reader learns of the end once this has resolved */
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
    // Nothing is read before the service does.
    { highWaterMark: 0 },
  );
}
