import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { logContext } from './data/log-context.ts';
import { nonceContext } from './data/nonce-context.ts';
import { notFoundContext } from './data/not-found-context.ts';

// The server process hands each request its clients under these keys.
export { formGuardContext } from './data/form-guard-context.ts';
export { logContext } from './data/log-context.ts';
export { nonceContext } from './data/nonce-context.ts';
export { notFoundContext } from './data/not-found-context.ts';
export { siteContext, supabaseContext } from './data/supabase-context.ts';

/** Logs what a page failed on; without it React Router prints it to standard error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const cause = isRouteErrorResponse(error) && 'error' in error ? error.error : error;
  (context as RouterContextProvider).get(logContext).error({ err: cause }, 'A page failed');
};

/** How long a render may take, in milliseconds. */
const renderTimeout = 10_000;

/** Renders a page to the end before it is sent, so that its status and its policy's hashes are known. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const onNotFound = status === 404 ? context.get(notFoundContext) : undefined;
  if (onNotFound) {
    onNotFound();
    return Promise.resolve(new Response(null, { status, headers }));
  }
  const nonce = context.get(nonceContext);
  return new Promise((resolve, reject) => {
    let renderFailed = false;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              headers,
              status: renderFailed ? 500 : status,
            }),
          );
          pipe(body);
        },
        onShellError: reject,
        onError() {
          renderFailed = true;
        },
      },
    );
    const timer = setTimeout(
      () => abort(new Error('The page took too long to render')),
      renderTimeout,
    );
  });
}
