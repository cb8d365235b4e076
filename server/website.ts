import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { FormGuard } from '#app/site/request-context.ts';
import { retryAfterUnavailable } from '#backend/database/unavailable.ts';
import { waitForTurn } from './accepting.ts';
import { deferHydration } from './hydration/defer-hydration.ts';
import type { MatchRoute } from './match-route.ts';
import { type TablesRead, trackTableReads } from './page-cache/table-reads.ts';
import { injectImagePlaceholders, inlineStylesheets, replaceNonceByHashes } from './page-html.ts';
import { createContentSecurityPolicy } from './security-headers.ts';
import type { ProcessGuard } from './spam/form-guard.ts';
import { createThrottledLog } from './throttled-log.ts';
import { createVisitorClient } from './visitor-client.ts';

export type TableAccess = {
  url: string;
  publishableKey: string;
  fetchFor: (ip: string) => typeof globalThis.fetch;
};

type RenderObserver = {
  log: { error(details: object, message: string): void };
  tablesRead: TablesRead;
  /** Called if the page is a 404; the response has no body then. */
  onNotFound?: (() => void) | undefined;
};

export type Website = (
  request: Request,
  ip: string,
  observer?: RenderObserver,
) => Promise<Response>;

type EntryModule = Record<
  | 'formGuardContext'
  | 'logContext'
  | 'nonceContext'
  | 'notFoundContext'
  | 'supabaseContext'
  | 'siteContext',
  RouterContext<unknown>
>;

/** Renders pages by React Router. `browserUrl` is the table interface's, empty for the page's origin. */
export function createWebsite({
  build,
  matchRoute,
  clientDirectory,
  publicUrl,
  browserUrl,
  tables,
  cacheReads = (fetch) => fetch,
  getPlaceholder,
  formGuard,
  logger,
}: {
  build: ServerBuild;
  matchRoute: MatchRoute;
  clientDirectory: string;
  publicUrl: string;
  browserUrl: string;
  tables: TableAccess;
  cacheReads?: ((fetch: typeof globalThis.fetch) => typeof globalThis.fetch) | undefined;
  getPlaceholder: (path: string) => string | undefined;
  formGuard: ProcessGuard;
  logger: Logger;
}): Website {
  const log = createThrottledLog(logger);
  const handle = createRequestHandler(build, 'production');
  const contexts = build.entry.module as unknown as EntryModule;
  const supabase = { url: browserUrl, publishableKey: tables.publishableKey };
  const bootstrap = readFileSync(join(clientDirectory, '..', 'bootstrap-hydration.js'), 'utf8');
  const stylesheets = new Map<string, string>();
  const readStylesheet = (path: string) => {
    const css = stylesheets.get(path) ?? readFileSync(join(clientDirectory, path), 'utf8');
    stylesheets.set(path, css);
    return css;
  };

  const toPublicPage = (rendered: string, nonce: string) => {
    const deferred = deferHydration(rendered, nonce, bootstrap);
    const { html, hashes } = replaceNonceByHashes(deferred, nonce);
    const withImages = injectImagePlaceholders(html, getPlaceholder);
    return { html: inlineStylesheets(withImages, readStylesheet), hashes };
  };

  return async (request, ip, observer) => {
    const fetch = tables.fetchFor(ip);
    const context = new RouterContextProvider();
    const nonce = randomBytes(16).toString('base64url');
    context.set(contexts.nonceContext, nonce);
    const guard: FormGuard = {
      ...formGuard,
      admit: () => formGuard.admitFrom(ip),
      getSubmission: (id) => formGuard.getSubmissionFrom(ip, id),
      signClient: (userAgent) => formGuard.signClientFrom(ip, userAgent),
    };
    context.set(contexts.formGuardContext, guard);
    context.set(contexts.logContext, observer?.log ?? log);
    context.set(contexts.notFoundContext, observer?.onNotFound);
    context.set(contexts.siteContext, { publicUrl, supabase });
    context.set(
      contexts.supabaseContext,
      createVisitorClient(tables, {
        fetch: observer ? trackTableReads(fetch, observer.tablesRead) : cacheReads(fetch),
      }),
    );
    const response = await handle(request, context);
    if (response.status === 503) response.headers.set('Retry-After', retryAfterUnavailable);
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
    const rendered = await response.text();
    // Cached pages are sent between the parts of this work.
    await waitForTurn();
    const route = matchRoute(new URL(request.url).pathname);
    const isPublic = route?.pattern.split('/')[0] !== 'admin';
    const { html, hashes } = isPublic
      ? toPublicPage(rendered, nonce)
      : replaceNonceByHashes(rendered, nonce);
    const { status, headers } = response;
    const challenge = isPublic && formGuard.challengeKey !== undefined;
    headers.set(
      'Content-Security-Policy',
      createContentSecurityPolicy(hashes, browserUrl, { challenge }),
    );
    return new Response(Buffer.from(html), { status, headers });
  };
}
