import { randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { RouterContextProvider } from 'react-router';
import type { Database } from '#app/lib/database.types.ts';
import type { FormGuard, Log } from '#app/site/request-context.ts';
import { retryAfterUnavailable } from '#backend/database/database.ts';
import { waitForTurn } from './fair-queue.ts';
import { type TablesRead, trackTableReads } from './page-cache/table-reads.ts';
import type { PageSource } from './page-source.ts';
import { createContentSecurityPolicy } from './security-headers.ts';
import type { ProcessGuard } from './spam/form-guard.ts';

export type TableAccess = {
  url: string;
  publishableKey: string;
  fetchFor: (ip: string) => typeof globalThis.fetch;
};

type RenderObserver = {
  log: { error(details: object, message: string): void };
  tablesRead: TablesRead;
  /** Called if the page is a 404, whose response has no body. */
  onNotFound?: (() => void) | undefined;
};

/** Renders a page when its turn comes, or returns the busy response if the queue is full. */
export type TakeRenderTurn = (render: () => Promise<Response>) => Promise<Response>;

export type Website = (
  request: Request,
  ip: string,
  observer?: RenderObserver,
  /** Queues the page rendered after a post; the post itself is handled first. */
  takeTurn?: TakeRenderTurn,
) => Promise<Response>;

/** Renders pages with React Router. `browserUrl` is the table interface's, empty for the page's origin. */
export function createWebsite({
  pages,
  publicUrl,
  browserUrl,
  tables,
  cacheReads = (fetch) => fetch,
  getPlaceholder,
  formGuard,
  isKeptFromSearch,
  log,
}: {
  pages: PageSource;
  publicUrl: string;
  browserUrl: string;
  tables: TableAccess;
  cacheReads?: ((fetch: typeof globalThis.fetch) => typeof globalThis.fetch) | undefined;
  getPlaceholder: (path: string) => string | undefined;
  formGuard: ProcessGuard;
  /** Whether search engines are to index no page now. */
  isKeptFromSearch: () => boolean;
  log: Log;
}): Website {
  const supabase = { url: browserUrl, publishableKey: tables.publishableKey };

  return async (request, ip, observer, takeTurn) => {
    const fetch = tables.fetchFor(ip);
    const nonce = randomBytes(16).toString('base64url');
    const guard: FormGuard = {
      ...formGuard,
      admit: () => formGuard.admitFrom(ip),
      getSubmission: (id) => formGuard.getSubmissionFrom(ip, id),
      signClient: (userAgent) => formGuard.signClientFrom(ip, userAgent),
    };
    const keptFromSearch = isKeptFromSearch();
    const response = await pages.handle(request, (contexts) => {
      const context = new RouterContextProvider();
      context.set(contexts.nonceContext, nonce);
      context.set(contexts.formGuardContext, guard);
      context.set(contexts.logContext, observer?.log ?? log);
      context.set(contexts.notFoundContext, observer?.onNotFound);
      context.set(contexts.siteContext, { publicUrl, supabase, keptFromSearch });
      if (takeTurn) context.set(contexts.renderTurnContext, takeTurn);
      context.set(
        contexts.supabaseContext,
        createVisitorClient(tables, {
          fetch: observer ? trackTableReads(fetch, observer.tablesRead) : cacheReads(fetch),
        }),
      );
      return context;
    });
    if (response.status === 503) response.headers.set('Retry-After', retryAfterUnavailable);
    // The back office has a stricter one.
    if (keptFromSearch && !response.headers.has('X-Robots-Tag')) {
      response.headers.set('X-Robots-Tag', 'noindex, nofollow');
    }
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
    const rendered = await response.text();
    // Lets cached pages be sent between the steps of this work.
    await waitForTurn();
    const route = pages.matchRoute(new URL(request.url).pathname);
    const isPublic = route?.pattern.split('/')[0] !== 'admin';
    const { html, scriptSources, workerSource } = pages.complete({
      html: rendered,
      nonce,
      getPlaceholder: isPublic ? getPlaceholder : undefined,
    });
    const { status, headers } = response;
    const challenge = isPublic && formGuard.challengeKey !== undefined;
    headers.set(
      'Content-Security-Policy',
      createContentSecurityPolicy(scriptSources, browserUrl, { challenge, workerSource }),
    );
    return new Response(Buffer.from(html), { status, headers });
  };
}

/** Creates a client without a session, as visitors have. The server never has a staff session. */
export function createVisitorClient(
  { url, publishableKey }: TableAccess,
  global: { fetch: typeof globalThis.fetch; headers?: Record<string, string> },
): SupabaseClient<Database> {
  return createClient<Database>(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    db: { retry: false },
    global,
  });
}
