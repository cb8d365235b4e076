import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Logger } from 'pino';
import { renderSecurityTxt } from '#app/features/business/security-txt.ts';
import { getClientIp, getCustomerKey, toNetwork } from '#backend/client-network.ts';
import { isUnavailable, retryAfterUnavailable } from '#backend/database/database.ts';
import { staffBackupPath } from '#server/backup/backup-request.ts';
import type { LastRun } from '#server/backup/daily-backup.ts';
import { type StaffRoute, staffBackupsPath } from '#server/backup/staff-backups.ts';
import { logBrowserErrors } from '#server/browser-errors.ts';
import type { QuoteDocumentName, QuoteDocuments } from '#server/documents/quote-documents.ts';
import { busyResponse } from '#server/error-responses.ts';
import { guardForms, limitForms } from '#server/forms.ts';
import { createHealthCheck } from '#server/health.ts';
import { handleInvalidationWebhook } from '#server/invalidation-webhook.ts';
import type { LocalRoute } from '#server/local-command.ts';
import { type Maintenance, respondDuringMaintenance } from '#server/maintenance.ts';
import type { MatchRoute } from '#server/match-route.ts';
import { securityHeaders } from '#server/security-headers.ts';
import type { Visits } from '#server/visits.ts';

const maxUrlLength = 8192;
/** `/%09/` would be decoded to `//`. */
const encodedControlCharacter = /%(?:[01][0-9a-f]|7f)/i;

export type AppDependencies = {
  website: (request: Request, ip: string) => Promise<Response>;
  matchRoute: MatchRoute;
  backend: ((request: Request, ip: string) => Promise<Response>) | undefined;
  serveImage: (width: string, format: string, path: string, network: string) => Promise<Response>;
  serveDesignFile: (url: URL, network: string) => Promise<Response>;
  serveDocument: (request: Request, ip: string) => Promise<Response>;
  prepareDocuments?: (request: Request, ip: string) => Promise<Response>;
  quoteDocuments?: Pick<QuoteDocuments, 'serve' | 'writeSoon'>;
  serveListingImage: (url: URL, authorization: string | undefined, ip: string) => Promise<Response>;
  webhook?: { secret: string | undefined; invalidate: (table: string) => void };
  security?: { contact: string; siteUrl: string } | undefined;
  checkHealth: () => Promise<void>;
  getDroppedLogLines?: () => number;
  respondMetrics?: ((authorization: string | undefined) => Promise<Response>) | undefined;
  localCommands?: LocalRoute[];
  handleStaffBackup?: ((request: Request, ip: string) => Promise<Response>) | undefined;
  staffRoutes?: StaffRoute[] | undefined;
  reportVisit?: Visits['report'] | undefined;
  maintenance?: Maintenance;
  readLastBackup?: (() => Promise<LastRun | undefined>) | undefined;
  clientDirectory: string;
  publicUrl: string | undefined;
  trustProxy: number;
  logger: Logger;
};

export function createApp(dependencies: AppDependencies): Hono {
  const { website, matchRoute, backend, serveImage, serveDesignFile, webhook, security, logger } =
    dependencies;
  const { respondMetrics, clientDirectory, quoteDocuments } = dependencies;
  const app = new Hono();
  const getIp = (context: Context) => getContextIp(context, dependencies.trustProxy);
  const getHealth = createHealthCheck({
    check: dependencies.checkHealth,
    lastBackup: dependencies.readLastBackup,
    logger,
  });

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  });

  protectSecretLinks(app, matchRoute);
  redirectToCanonicalPath(app, matchRoute);

  app.get('/healthz', async (context) => {
    const { getDroppedLogLines } = dependencies;
    const logHealth = getDroppedLogLines ? { droppedLogLines: getDroppedLogLines() } : {};
    const { isHealthy, backup } = await getHealth();
    return isHealthy
      ? context.json({ status: 'ok', ...(backup ? { backup } : {}), ...logHealth })
      : context.json({ status: 'database unavailable', ...logHealth }, 503);
  });

  if (respondMetrics) {
    app.get('/metrics', (context) => respondMetrics(context.req.header('authorization')));
  }

  const { maintenance } = dependencies;
  if (maintenance) {
    app.use(async ({ req }, next) => {
      if (passesMaintenance(req.path)) return next();
      return maintenance.runUnlessOn(next) ?? respondDuringMaintenance(req.raw);
    });
  }

  if (backend) {
    for (const prefix of ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*', '/functions/v1/*']) {
      app.all(prefix, (context) => backend(context.req.raw, getIp(context)));
    }
  }

  logBrowserErrors(app, { getIp, matchRoute, log: logger });

  const { reportVisit } = dependencies;
  if (reportVisit) {
    app.post('/visits', (context) => reportVisit(context.req.raw, getIp(context)));
  }

  if (webhook) handleInvalidationWebhook(app, webhook.secret, webhook.invalidate);

  for (const { path, handle } of dependencies.localCommands ?? []) {
    app.post(path, (context) => {
      const socket = getSocket(context);
      // A backup may take longer than the timeout of idle connections.
      socket.setTimeout(0);
      return handle(context.req.raw, socket);
    });
  }

  const { handleStaffBackup } = dependencies;
  if (handleStaffBackup) {
    app.post(staffBackupPath, (context) => {
      getSocket(context).setTimeout(0);
      return handleStaffBackup(context.req.raw, getIp(context));
    });
  }

  for (const { method, path, isSlow, handle } of dependencies.staffRoutes ?? []) {
    app.on(method, path, (context) => {
      if (isSlow) getSocket(context).setTimeout(0);
      return handle(context.req.raw, getIp(context));
    });
  }

  if (security) {
    app.get('/.well-known/security.txt', (context) =>
      context.text(renderSecurityTxt(security.siteUrl, security.contact, new Date())),
    );
  }

  app.use(async (context, next) =>
    context.req.url.length > maxUrlLength ? context.text('This address is too long.', 414) : next(),
  );

  app.get('/pictures/:width/:format/:path{.+}', async (context) => {
    const { width, format, path } = context.req.param();
    const network = getCustomerKey(toNetwork(getIp(context)));
    const response = await serveImage(width, format, path, network);
    // Feed readers show a post's images on their own pages.
    response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return response;
  });

  for (const path of ['/design/image', '/design/model.glb', '/design/model.usdz']) {
    app.get(path, (context) =>
      serveDesignFile(new URL(context.req.url), getCustomerKey(toNetwork(getIp(context)))),
    );
  }

  app.get('/design/listing-image', (context) =>
    dependencies.serveListingImage(
      new URL(context.req.url),
      context.req.header('authorization'),
      getIp(context),
    ),
  );

  app.get('/design/documents/:name', (context) =>
    dependencies.serveDocument(context.req.raw, getIp(context)),
  );

  const { prepareDocuments } = dependencies;
  if (prepareDocuments) {
    app.post('/design/documents', (context) => prepareDocuments(context.req.raw, getIp(context)));
  }

  serveBuildFiles(app, clientDirectory);

  app.use(async (context, next) =>
    isMalformed(new URL(context.req.url).pathname) ? context.text('Page not found.', 404) : next(),
  );
  if (quoteDocuments) serveQuoteDocuments(app, quoteDocuments, matchRoute, getIp);
  app.use(limitForms(getIp));
  app.use(guardForms(getIp));
  app.all('/*', (context) =>
    website(rebuildPublicUrl(context.req.raw, dependencies), getIp(context)),
  );

  app.onError((error, context) => {
    logger.error({ error, path: context.req.path }, 'Request failed');
    return isUnavailable(error)
      ? busyResponse(503, 'Back in a moment', 'Please try again in a minute.', {
          'Retry-After': retryAfterUnavailable,
        })
      : busyResponse(500, 'Something broke on our side', 'Please try again in a moment.');
  });
  return app;
}

/** What reads and writes no data, and the restore itself. */
const passesMaintenance = (path: string) =>
  path.startsWith('/assets/') || path === `${staffBackupsPath}/restore`;

/** All later handlers can rely on one spelling of each path. */
function redirectToCanonicalPath(app: Hono, matchRoute: MatchRoute) {
  app.use(async (context, next) => {
    const { method, url } = context.req;
    const { pathname, search } = new URL(url);
    const canonicalPath = matchRoute(pathname)?.canonicalPath ?? pathname;
    if (canonicalPath === pathname) return next();
    return method === 'GET' || method === 'HEAD'
      ? context.redirect(canonicalPath + search, 308)
      : context.text('Page not found.', 404);
  });
}

function serveQuoteDocuments(
  app: Hono,
  documents: NonNullable<AppDependencies['quoteDocuments']>,
  matchRoute: MatchRoute,
  getIp: (context: Context) => string,
) {
  app.post('/quotes/*', async (context, next) => {
    await next();
    const isAnswer = matchRoute(new URL(context.req.url).pathname)?.pattern === 'quotes/:token';
    if (isAnswer && context.res.status < 400) documents.writeSoon();
  });
  app.get('/quotes/:token/:name{quote\\.pdf|agreement\\.pdf}', (context) => {
    const { token, name } = context.req.param();
    const userAgent = context.req.header('user-agent') ?? '';
    return documents.serve(token, name as QuoteDocumentName, { ip: getIp(context), userAgent });
  });
}

/** The files under /assets/ have a hash in their names. */
function serveBuildFiles(app: Hono, directory: string) {
  const serveFile = serveStatic({
    root: directory,
    precompressed: true,
    index: 'no-directory-index',
  });
  const answerIfNoneMatch = etag();
  app.on(['GET', 'HEAD'], '/*', async (context, next) => {
    const { path } = context.req;
    const isHashed = path.startsWith('/assets/');
    const file = /\.(br|gz)$/.test(path) ? undefined : await serveFile(context, async () => {});
    if (!file && isHashed) {
      return context.text('File not found', 404, { 'Cache-Control': 'no-store' });
    }
    if (!file) return next();
    const { headers } = file;
    headers.set('Cache-Control', `public, max-age=${isHashed ? '31536000, immutable' : '3600'}`);
    headers.set('Vary', 'Accept-Encoding');
    headers.set('ETag', createFileTag(headers));
    await answerIfNoneMatch(context, async () => {
      context.res = file;
    });
    return context.res;
  });
}

/** Weak, because a file may be replaced twice within the second of its Last-Modified. */
function createFileTag(headers: Headers): string {
  const modified = Date.parse(headers.get('Last-Modified') ?? '').toString(36);
  return `W/"${modified}-${headers.get('Content-Encoding') ?? 'identity'}"`;
}

function isMalformed(pathname: string): boolean {
  if (encodedControlCharacter.test(pathname)) return true;
  try {
    decodeURIComponent(pathname);
    return false;
  } catch {
    return true;
  }
}

function getContextIp(context: Context, proxies: number): string {
  const { address } = getConnInfo(context).remote;
  return getClientIp(context.req.header('x-forwarded-for'), address, proxies) ?? 'unknown';
}

const getSocket = ({ env }: Context): Socket => (env as HttpBindings).incoming.socket;

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function lastEntry(list: string): string {
  return list.split(',').at(-1)?.trim() ?? '';
}

/** Restores the public URL of a request, because React Router compares it with the Origin of a form. */
export function rebuildPublicUrl(
  request: Request,
  { publicUrl, trustProxy }: { publicUrl: string | undefined; trustProxy: number },
): Request {
  const { host, pathname, search } = new URL(request.url);
  if (publicUrl) return new Request(publicUrl + pathname + search, request);
  const protocol = request.headers.get('x-forwarded-proto');
  if (trustProxy === 0 || !protocol) return request;
  const scheme = lastEntry(protocol) === 'https' ? 'https' : 'http';
  const forwardedHost = lastEntry(request.headers.get('x-forwarded-host') ?? '');
  const forwarded = `${scheme}://${hostPattern.test(forwardedHost) ? forwardedHost : host}`;
  const origin = URL.canParse(forwarded) ? forwarded : `${scheme}://${host}`;
  return new Request(origin + pathname + search, request);
}

/** The URL of a quote or a preview is its key, so it is neither cached nor indexed, and never sent to other sites as a referrer. */
function protectSecretLinks(app: Hono, matchRoute: MatchRoute): void {
  app.use(async (context, next) => {
    const { pathname } = new URL(context.req.url);
    const { pattern = '' } = matchRoute(pathname) ?? {};
    const isSecret = pattern.startsWith('quotes/:token') || pattern === 'pages/preview/:token';
    if (!isSecret) return next();
    // Forms without a referrer have this origin (https://fetch.spec.whatwg.org/#origin-header).
    if (context.req.header('origin') === 'null') {
      const headers = new Headers(context.req.raw.headers);
      headers.delete('origin');
      context.req.raw = new Request(context.req.raw, { headers });
    }
    await next();
    // `context.header` would copy the response each time.
    const { headers } = context.res;
    headers.set('Cache-Control', 'private, no-store');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('X-Robots-Tag', 'noindex, nofollow');
  });
}
