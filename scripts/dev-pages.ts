import { globSync, realpathSync, statSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { setSourceMapsSupport } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import {
  createRequestHandler,
  matchRoutes,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import {
  createServer,
  type ErrorPayload,
  isRunnableDevEnvironment,
  type Plugin,
  type Logger as ViteLogger,
} from 'vite';
import { createRouteMatcher, createRouteTree, type MatchRoute } from '#server/match-route.ts';
import { replaceNonceByHashes } from '#server/page-html.ts';
import type { EntryContexts, PageSource } from '#server/page-source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The folders whose files reach the browser. */
const browserFolders = ['app', 'drawing', 'public'];
const buildId = 'virtual:react-router/server-build';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];
/** The form of an import that loadRoutesLazily leaves. */
type LazyModule = RouteModule & { load: () => Promise<RouteModule> };

export type DevPages = PageSource & {
  /** Accepts the browser's connections for hot module replacement on the site's own port. */
  connect: (server: Server) => void;
  /** Loads the modules of the home page. */
  warmUp: () => Promise<void>;
  close: () => Promise<void>;
};

/** Renders the pages from their sources with Vite's development server in this process. */
export async function createDevPages(getLogger: () => Logger | undefined): Promise<DevPages> {
  const upgrades = createHttpServer();
  const vite = await createServer({
    root,
    configLoader: 'native',
    envDir: false,
    clearScreen: false,
    customLogger: createViteLogger(getLogger),
    plugins: [loadRoutesLazily(), skipServerStyles()],
    // A package that is found later reloads the open page, with what was typed in it.
    environments: { client: { optimizeDeps: { entries: ['app/**/*.tsx', '!**/*.test.tsx'] } } },
    server: {
      middlewareMode: true,
      hmr: { server: upgrades },
      allowedHosts: readAllowedHosts(process.env),
      // The site has its own rules for other origins.
      cors: false,
      fs: { allow: [...browserFolders, dirname(realpathSync(join(root, 'node_modules/react')))] },
      watch: { ignored: isOtherFile },
    },
  });
  const { client, ssr } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no runner for the server');
  // Vite would turn on source maps for packages, and reading those takes as long as a page.
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: true });

  let hasFailed = false;
  const showError = (error: unknown) => {
    if (!(error instanceof Error)) return;
    hasFailed = true;
    client?.hot.send({ type: 'error', err: toOverlayError(error) });
  };
  vite.watcher.on('all', () => {
    if (!hasFailed) return;
    hasFailed = false;
    client?.hot.send({ type: 'full-reload' });
  });

  let matchRoute: MatchRoute = () => undefined;
  const readBuild = async () => {
    const build = await ssr.runner.import<ServerBuild>(buildId);
    matchRoute = createRouteMatcher(build.routes);
    return build;
  };
  return {
    version: `dev-${readNewestChange('drawing/**/*.ts')}`,
    clientDirectory: join(root, 'public'),
    matchRoute: (pathname) => matchRoute(pathname),
    isCached: false,
    handle: async (request, createContext) => {
      try {
        const pathname = new URL(request.url).pathname.replace(/(_\.)?\.?data$/, '');
        const build = await loadBuildFor(pathname || '/', readBuild);
        const context = createContext(build.entry.module as unknown as EntryContexts);
        return await render(build, request, context, showError);
      } catch (error) {
        getLogger()?.error({ error }, 'Page render failed');
        showError(error);
        return createErrorPage(error);
      }
    },
    complete: (page) => {
      const { html, hashes } = replaceNonceByHashes(page.html, page.nonce);
      // Vite's client uses a worker to wait for a restarted server.
      return { html, scriptSources: hashes, workerSource: 'blob:' };
    },
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    connect: (server) => {
      server.on('upgrade', (...upgrade) => upgrades.emit('upgrade', ...upgrade));
    },
    // An error is shown with the first page.
    warmUp: () =>
      loadBuildFor('/', readBuild).then(
        () => {},
        () => {},
      ),
    close: () => vite.close(),
  };
}

/**
 * Loads the build with the modules of the routes that match, all from the same module graph. If Vite reloads midway
 * after an edit, a module would look up a React Router context object from the old graph and find no value.
 */
export async function loadBuildFor(
  pathname: string,
  readBuild: () => Promise<ServerBuild>,
): Promise<ServerBuild> {
  let build = await readBuild();
  for (;;) {
    const routes = await loadMatchedModules(build.routes, pathname);
    const current = await readBuild();
    if (current.entry.module === build.entry.module) return { ...build, routes };
    build = current;
  }
}

/** Replaces the modules of routes that do not match by empty ones: to transform all takes seconds. */
async function loadMatchedModules(routes: ServerBuild['routes'], pathname: string) {
  const matches = matchRoutes(createRouteTree(routes), pathname) ?? [];
  const matched = new Set(['root', ...matches.map(({ route }) => route.id)]);
  const loaded = Object.entries(routes).map(async ([id, route]) => {
    const lazy = route?.module as LazyModule | undefined;
    const module = matched.has(id) ? await lazy?.load() : { default: () => null };
    return [id, { ...route, module }];
  });
  return Object.fromEntries(await Promise.all(loaded)) as ServerBuild['routes'];
}

async function render(
  build: ServerBuild,
  request: Request,
  context: RouterContextProvider,
  showError: (error: unknown) => void,
): Promise<Response> {
  const entry = build.entry.module;
  const handleError: typeof entry.handleError = (error, details) => {
    entry.handleError?.(error, details);
    showError(error);
  };
  const reporting: ServerBuild = { ...build, entry: { module: { ...entry, handleError } } };
  return createRequestHandler(reporting, 'development')(request, context);
}

/** Imports a route's module when it is first rendered. */
function loadRoutesLazily(): Plugin {
  return {
    name: 'ridgeline:lazy-routes',
    apply: 'serve',
    transform: {
      filter: { id: RegExp(`${buildId}$`) },
      handler: (code) =>
        code.replaceAll(
          /import \* as (route\d+) from ("[^"]+");/g,
          'const $1 = { load: () => import($2) };',
        ),
    },
  };
}

/** The server needs no styles, and Tailwind would generate them twice. */
function skipServerStyles(): Plugin {
  return {
    name: 'ridgeline:no-server-styles',
    apply: 'serve',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    load: { filter: { id: /\.css$/ }, handler: () => '' },
  };
}

/** A page that shows the error without scripts, and by Vite's overlay with them. */
function createErrorPage(error: unknown): Response {
  const { message, stack, frame } = toOverlayError(error);
  const html = [
    '<!DOCTYPE html><html lang="en"><head><title>Error</title>',
    '<script type="module" src="/@vite/client"></script></head>',
    `<body><pre>${escapeHtml([message, frame, stack].filter(Boolean).join('\n\n'))}</pre></body></html>`,
  ].join('\n');
  return new Response(html, { status: 500, headers: { 'Content-Type': 'text/html' } });
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function toOverlayError(error: unknown): ErrorPayload['err'] {
  const { message, stack, frame, id, loc, plugin }: Partial<ErrorPayload['err']> =
    error instanceof Error ? error : { message: String(error) };
  return { message: message ?? '', stack: stack ?? '', frame, id, loc, plugin };
}

/** Returns true for files that Vite need not watch, such as the database's. */
function isOtherFile(path: string): boolean {
  const [folder = ''] = relative(root, path).split('/');
  return folder !== '' && !browserFolders.includes(folder);
}

function readNewestChange(pattern: string): number {
  const times = globSync(pattern, { cwd: root }).map((path) => statSync(join(root, path)).mtimeMs);
  return Math.max(...times.map(Math.round));
}

function readAllowedHosts({ HOST, PUBLIC_URL = '' }: NodeJS.ProcessEnv): string[] {
  return [HOST, URL.parse(PUBLIC_URL)?.hostname].filter((host) => host !== undefined);
}

function createViteLogger(getLogger: () => Logger | undefined): ViteLogger {
  const warned = new Set<string>();
  const viteLogger: ViteLogger = {
    hasWarned: false,
    info: (message) => getLogger()?.debug(message),
    warn: (message) => getLogger()?.warn(message),
    warnOnce: (message) => {
      if (!warned.has(message)) viteLogger.warn(message);
      warned.add(message);
    },
    error: (message, { error } = {}) => getLogger()?.error(error ? { error } : {}, message),
    clearScreen: () => {},
    hasErrorLogged: () => false,
  };
  return viteLogger;
}
