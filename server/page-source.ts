import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouterContext, RouterContextProvider } from 'react-router';

/** What app/entry.server.tsx exports to set for each request. */
export type EntryContexts = Record<
  | 'formGuardContext'
  | 'logContext'
  | 'nonceContext'
  | 'notFoundContext'
  | 'supabaseContext'
  | 'siteContext',
  RouterContext<unknown>
>;

/** Where the pages come from: the build (built-pages.ts), or their sources in development (scripts/dev-pages.ts). */
export type PageSource = {
  /** Changes with every build. */
  version: string;
  /** The folder of files that are sent as they are. */
  clientDirectory: string;
  /** Renders a page, or runs a loader or an action, by React Router. */
  handle: (request: Request, context: RouterContextProvider) => Promise<Response>;
  readContexts: () => Promise<EntryContexts>;
  /**
   * Completes the HTML of a page.
   *
   * @param getPlaceholder for pages of the site; undefined for the back office
   * @returns the page, and the sources of scripts and workers for its Content-Security-Policy
   */
  complete: (
    html: string,
    nonce: string,
    getPlaceholder: ((path: string) => string | undefined) | undefined,
  ) => { html: string; scriptSources: string[]; workerSource?: string };
  /** Whether a path has no route. Undefined in development, where nothing is cached. */
  isUnknownPath?: (pathname: string) => boolean;
  /** Answers the requests of scripts and styles in development, or calls `next`. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};
