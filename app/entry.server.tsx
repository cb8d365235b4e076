import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { logContext } from './site/request-context.ts';

// The server sets these for each request (server/website.ts).
export {
  formGuardContext,
  logContext,
  siteContext,
  supabaseContext,
} from './site/request-context.ts';

/** Marks the scripts that the framework writes in this render; never reaches the browser. */
export const nonceContext = createContext<string | undefined>(undefined);

/** Called instead of rendering the page of a 404, which the server caches. */
export const notFoundContext = createContext<(() => void) | undefined>(undefined);

/** Renders the answer to a post once it is its turn (server/page-cache/page-server.ts). */
export const renderTurnContext = createContext<
  (render: () => Promise<Response>) => Promise<Response>
>((render) => render());

/** Without it React Router prints errors to standard error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const cause = isRouteErrorResponse(error) && 'error' in error ? error.error : error;
  (context as RouterContextProvider).get(logContext).error({ err: cause }, 'Page render failed');
};

const renderTimeoutMs = 10_000;

let lastTurn: Promise<unknown> = Promise.resolve();

/** Pages are rendered in turns of the event loop, so that others are sent in between. */
function waitForTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(setImmediate));
  return lastTurn;
}

/** Renders the whole page first, so that its status and the hashes of its policy are known. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const onNotFound = status === 404 ? context.get(notFoundContext) : undefined;
  if (onNotFound) {
    onNotFound();
    return new Response(null, { status, headers });
  }
  return context.get(renderTurnContext)(async () => {
    await waitForTurn();
    return renderPage(request, status, headers, routerContext, context.get(nonceContext));
  });
}

function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  nonce: string | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let renderFailed = false;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        // Large boundaries would be moved into place by scripts.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer);
          headers.set('Content-Type', 'text/html; charset=utf-8');
          const chunks: Buffer[] = [];
          const body = new Writable({
            write(chunk: Buffer, _encoding, done) {
              chunks.push(chunk);
              done();
            },
            final(done) {
              const init = { headers, status: renderFailed ? 500 : status };
              resolve(new Response(Buffer.concat(chunks), init));
              done();
            },
          });
          pipe(body);
        },
        onShellError: reject,
        onError() {
          renderFailed = true;
        },
      },
    );
    const timer = setTimeout(() => abort(new Error('Page render timed out')), renderTimeoutMs);
  });
}
