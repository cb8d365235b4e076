import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouterContext, RouterContextProvider } from 'react-router';
import type { MatchRoute } from './match-route.ts';

/** Set for each request; exported by app/entry.server.tsx. */
export type EntryContexts = Record<
  | 'formGuardContext'
  | 'logContext'
  | 'nonceContext'
  | 'notFoundContext'
  | 'renderTurnContext'
  | 'supabaseContext'
  | 'siteContext',
  RouterContext<unknown>
>;

type RenderedPage = {
  html: string;
  nonce: string;
  /** Undefined for pages of the back office. */
  getPlaceholder: ((path: string) => string | undefined) | undefined;
};

/** Sources as Content-Security-Policy has them. */
type CompletePage = { html: string; scriptSources: string[]; workerSource?: string };

/** The build of the pages, or their sources in development (scripts/dev-pages.ts). */
export type PageSource = {
  version: string;
  clientDirectory: string;
  /** @param createContext sets the contexts of the modules that render the page */
  handle: (
    request: Request,
    createContext: (contexts: EntryContexts) => RouterContextProvider,
  ) => Promise<Response>;
  complete: (page: RenderedPage) => CompletePage;
  matchRoute: MatchRoute;
  /** False in development. */
  isCached: boolean;
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};
