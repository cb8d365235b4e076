import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { retryAfterUnavailable } from '#backend/database/unavailable.ts';
import { deferHydration } from './hydration/defer-hydration.ts';
import { createFirstLoad } from './pages/first-load.ts';
import { notingTables, type TablesRead } from './pages/tables-read.ts';
import { layPlaceholders } from './pictures/placeholders.ts';
import { contentSecurityPolicy, takeTrustedScripts } from './security-headers.ts';
import type { ProcessGuard } from './spam/form-guard.ts';
import { createThrottledLog } from './throttled-log.ts';

/** How the website reaches its tables: through the backend in this process, or over the network. */
export type TableAccess = {
  url: string;
  publishableKey: string;
  /** A fetch on behalf of the visitor at this address, so that rate limits count the visitor. */
  fetchFor: (address: string) => typeof globalThis.fetch;
};

/** What a page cache wants to know of a render. */
export type Observed = {
  /** Told of what went wrong without failing the page; takes the log's place. */
  log: { error(details: object, message: string): void };
  /** Filled with the tables that the page reads. */
  read: TablesRead;
  /** Called if the page is a 404; the response has no body then. */
  onNotFound?: () => void;
};

/** Answers one request for a page; `address` is the visitor's, for rate limits. */
export type Website = (request: Request, address: string, observed?: Observed) => Promise<Response>;

type EntryModule = {
  formGuardContext: RouterContext<unknown>;
  logContext: RouterContext<unknown>;
  nonceContext: RouterContext<unknown>;
  notFoundContext: RouterContext<unknown>;
  supabaseContext: RouterContext<unknown>;
  siteContext: RouterContext<unknown>;
};

/**
 * The pages: React Router's handler with this request's clients, and a content-security policy that
 * names each page's own inline scripts. Public pages hydrate when the visitor first does something.
 *
 * @param build the module that `react-router build` wrote
 * @param clientDirectory the folder with the build's files for browsers
 * @param publicUrl the address visitors use, for canonical links
 * @param browserUrl where the browser finds the tables; empty for the page's own origin
 * @param placeholderOf what stands in for a picture of the bucket until it is there
 * @param formGuard what stands between the forms and spam
 */
export function createWebsite({
  build,
  clientDirectory,
  publicUrl,
  browserUrl,
  tables,
  placeholderOf,
  formGuard,
  logger,
}: {
  build: ServerBuild;
  clientDirectory: string;
  publicUrl: string;
  browserUrl: string;
  tables: TableAccess;
  placeholderOf: (path: string) => string | undefined;
  formGuard: ProcessGuard;
  logger: Logger;
}): Website {
  const log = createThrottledLog(logger);
  const speedFirstLoad = createFirstLoad(clientDirectory);
  const bootstrap = readFileSync(join(clientDirectory, '..', 'bootstrap-hydration.js'), 'utf8');
  const handle = createRequestHandler(build, 'production');
  const {
    formGuardContext,
    logContext,
    nonceContext,
    notFoundContext,
    siteContext,
    supabaseContext,
  } = build.entry.module as unknown as EntryModule;
  const supabase = { url: browserUrl, publishableKey: tables.publishableKey };

  const finishPublicPage = (rendered: string, nonce: string) => {
    const { html, hashes } = takeTrustedScripts(deferHydration(rendered, nonce, bootstrap), nonce);
    return { html: speedFirstLoad(layPlaceholders(html, placeholderOf)), hashes };
  };

  return async (request, address, observed) => {
    const fetch = tables.fetchFor(address);
    const context = new RouterContextProvider();
    const nonce = randomBytes(16).toString('base64url');
    context.set(nonceContext, nonce);
    const token = formGuard.token();
    context.set(formGuardContext, {
      ...formGuard,
      token: () => token,
      admit: () => formGuard.admitFrom(address),
    });
    context.set(logContext, observed?.log ?? log);
    context.set(notFoundContext, observed?.onNotFound);
    context.set(siteContext, { publicUrl, supabase });
    context.set(
      supabaseContext,
      createClient(tables.url, tables.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        // Whoever waits for the page would wait for all of the tries.
        db: { retry: false },
        global: { fetch: observed ? notingTables(fetch, observed.read) : fetch },
      }),
    );
    const response = await handle(request, context);
    if (response.status === 503) response.headers.set('Retry-After', retryAfterUnavailable);
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
    const rendered = await response.text();
    const isPublic = !/^\/admin(\/|$)/.test(new URL(request.url).pathname);
    const { html, hashes } = isPublic
      ? finishPublicPage(rendered, nonce)
      : takeTrustedScripts(rendered, nonce);
    const page = new Response(html, response);
    const challenge = isPublic && formGuard.challengeKey !== undefined;
    page.headers.set(
      'Content-Security-Policy',
      contentSecurityPolicy(hashes, browserUrl, { challenge }),
    );
    return page;
  };
}
