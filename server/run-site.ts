import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { readOwnLists } from '#app/features/business/own-lists.ts';
import { readColorCard } from '#app/features/designer/color-card.ts';
import { readShopSettings } from '#app/features/designer/designer-settings.ts';
import { listRedirects } from '#app/features/moving/redirects.ts';
import { encodePath } from '#app/lib/image-url.ts';
import { listPublishedTables } from '#app/lib/publication.ts';
import { getClientIp } from '#backend/client-network.ts';
import type { Database } from '#backend/database/database.ts';
import { imageProcess, visitorImageProcess } from '#backend/images/image-process.ts';
import { StartError } from '#backend/start-error.ts';
import { createReadCache } from '#server/page-cache/table-reads.ts';
import { createApp } from './app.ts';
import { createDocumentProcess } from './documents/document-process.ts';
import { createDocumentServer } from './documents/document-server.ts';
import { createQuoteDocuments } from './documents/quote-documents.ts';
import {
  createDesignServer,
  createListingImageHandler,
  type DesignServer,
} from './images/design-server.ts';
import { createImageServer, prepareUploads } from './images/image-server.ts';
import { createImageStore } from './images/image-store.ts';
import { createImageImport } from './images/import-image.ts';
import { type Job, startJobs } from './jobs.ts';
import { listen } from './listen.ts';
import { stderr, stdout } from './log-destination.ts';
import { createThrottledLog } from './logger.ts';
import { createMetrics, toRouteKind } from './metrics.ts';
import { createMovedPages } from './moved-pages.ts';
import { createOwnLists } from './own-lists.ts';
import { createPageServer, createUncachedPageServer } from './page-cache/page-server.ts';
import type { PageSource } from './page-source.ts';
import { createSearchVisibility } from './search-visibility.ts';
import { connectToHosted, runBackend, type Services } from './services.ts';
import { localUrl, type Settings } from './settings.ts';
import type { Shutdown } from './shutdown.ts';
import { createSiteJobs, imageCacheFolder } from './site-jobs.ts';
import { createFormGuard } from './spam/form-guard.ts';
import { createStaffCheck } from './staff-check.ts';
import { timed } from './start-times.ts';
import { createVisits } from './visits.ts';
import { createVisitorClient, createWebsite, type Website } from './website.ts';

const maxDesignBytes = 100 * 1024 * 1024;

const pageLifetimeMs = {
  embedded: 3_600_000,
  server: 300_000,
  hosted: 15_000,
  hostedWithWebhook: 300_000,
};

export async function runSite(
  settings: Settings,
  source: PageSource,
  database: Database | undefined,
  shutdown: Shutdown,
  logger: Logger,
): Promise<Server> {
  const siteUrl = settings.publicUrl ?? localUrl(settings.host, settings.port);
  const designs = Promise.withResolvers<DesignServer>();
  const getDesignImage = async (query: string) => (await designs.promise).drawForMail(query);
  const services: Services = await timed('keys, secrets, seed, first account', () =>
    settings.hosted
      ? connectToHosted(settings.hosted, settings.formSecret)
      : runBackend(settings, siteUrl, logger, database, getDesignImage),
  );
  shutdown.addLast(services.close);
  shutdown.addLast(async () => {
    imageProcess.stop();
    visitorImageProcess.stop();
  });
  const { clientDirectory, isCached, matchRoute } = source;
  const images = createImageServer({
    directory: join(settings.dataDirectory, imageCacheFolder),
    shippedDirectory: fileURLToPath(new URL('../supabase/seed/sizes/', import.meta.url)),
    maxBytes: settings.maxImageCacheBytes,
    convertsAhead: settings.imagesAhead,
    fetchOriginal: (path, method) =>
      services.tables.fetchFor('')(
        `${services.tables.url}/storage/v1/object/public/images/${encodePath(path)}`,
        { method },
      ),
    onPlaceholders: () => pages.invalidate(),
    logger,
  });
  const { tables, secrets, now } = services;
  const readCache = createReadCache(getPageLifetimeMs(settings));
  const visitor = createVisitorClient(tables, { fetch: readCache.wrap(tables.fetchFor('')) });
  const designServer = createDesignServer({
    logger,
    readFraming: async () => (await readShopSettings(visitor)).framing,
    readCard: () => readColorCard(visitor),
    store: createImageStore(join(settings.dataDirectory, 'designs'), maxDesignBytes, logger),
    version: source.version,
  });
  designs.resolve(designServer);
  const writing = createDocumentProcess();
  const documents = createDocumentServer({ tables, writing, logger });
  const formGuard = createFormGuard({
    secrets,
    turnstile: settings.turnstile,
    countHit: services.countHit,
    now,
    report: (error) => logger.error({ error }, 'Turnstile verification failed'),
  });
  const signClient = formGuard.signClientFrom;
  const quoteDocuments = createQuoteDocuments({
    ...{ tables, now, signClient, secrets, writing, logger },
  });
  const visibility = createSearchVisibility({
    isPublic: settings.publicUrl !== undefined,
    hasDemonstrationContent: async () => {
      const { data } = await visitor.rpc('has_demonstration_content').throwOnError();
      return data;
    },
    onChange: () => pages.invalidate(),
    logger,
  });
  const ownLists = createOwnLists({
    read: () => readOwnLists(visitor),
    lifetimeMs: getPageLifetimeMs(settings),
    logger,
  });
  const website = createWebsite({
    pages: source,
    publicUrl: siteUrl,
    browserUrl: settings.hosted?.url ?? '',
    tables: services.tables,
    cacheReads: readCache.wrap,
    getPlaceholder: images.getPlaceholder,
    formGuard,
    isKeptFromSearch: visibility.isKeptFromSearch,
    log: isCached ? createThrottledLog(logger) : logger,
  });
  const metrics = settings.metricsToken
    ? await createMetrics({
        token: settings.metricsToken,
        countWaitingMails: services.countWaitingMails,
        logger,
      })
    : undefined;
  const countedWebsite: Website = (...request) => {
    metrics?.countRender();
    return website(...request);
  };
  const pages = isCached
    ? createPageServer({
        website: countedWebsite,
        siteUrl,
        lifetimeMs: getPageLifetimeMs(settings),
        getOwnLists: ownLists.get,
        matchRoute,
        logger,
      })
    : createUncachedPageServer(countedWebsite);
  const { serviceClient } = services;
  const movedPages = createMovedPages({
    readRedirects: () => listRedirects(visitor),
    recordMissing:
      serviceClient &&
      (async (pages) => {
        await serviceClient.rpc('record_missing_pages', { pages }).throwOnError();
      }),
    siteUrl,
    lifetimeMs: getPageLifetimeMs(settings),
    logger,
  });
  // Without it a hosted database can't verify that the website has counted.
  const canStoreVisits = !settings.hosted || settings.formSecret !== undefined;
  const visits = canStoreVisits
    ? createVisits({
        ...{ matchRoute, now, siteUrl, secrets },
        getOwnLists: ownLists.get,
        client: createVisitorClient(tables, { fetch: tables.fetchFor('') }),
      })
    : undefined;
  const invalidate = (table?: string) => {
    readCache.invalidate(table);
    pages.invalidate(table);
    movedPages.invalidate(table);
    void visibility.refresh(table);
    void ownLists.refresh(table);
  };
  await services.watchChanges(invalidate);
  await Promise.all([visibility.refresh(), ownLists.refresh()]);
  const app = createApp({
    website: movedPages.wrap(pages.website),
    matchRoute,
    backend: services.backend && prepareUploads(services.backend, images.prepare),
    serveImage: images.serve,
    serveDesignFile: designServer.serve,
    serveDocument: documents.serve,
    prepareDocuments: documents.prepare,
    quoteDocuments,
    serveListingImage: createListingImageHandler(services.tables, designServer, logger),
    webhook: { secret: settings.changesSecret, invalidate },
    security: settings.securityContact ? { contact: settings.securityContact, siteUrl } : undefined,
    checkHealth: services.checkHealth,
    getDroppedLogLines: stderr.droppedLines,
    respondMetrics: metrics?.respond,
    localCommands: services.localCommands,
    handleStaffBackup: services.handleStaffBackup,
    staffRoutes: [
      ...(services.staffBackups ?? []),
      createImageImport(createStaffCheck(tables, logger), logger),
    ],
    reportVisit: visits?.report,
    maintenance: services.maintenance,
    readLastBackup: services.readLastBackup,
    clientDirectory,
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    logger,
  });
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false;
  const { host, port, trustProxy } = settings;
  const { refuseExcess } = pages;
  const { maintenance } = services;
  const serveCached: typeof pages.serveCached = (request, response) => {
    const isSent = !maintenance.isOn() && pages.serveCached(request, response);
    if (visits && (isSent || toRouteKind(request.method, request.url) === 'page')) {
      const forwarded = request.headers['x-forwarded-for']?.toString();
      const ip = getClientIp(forwarded, request.socket.remoteAddress, trustProxy) ?? '';
      const count = () => visits.countView(request, response.statusCode, ip);
      if (isSent) count();
      else response.once('finish', count);
    }
    return isSent;
  };
  const { middleware } = source;
  const listening = await timed('port', () =>
    listen(app, { host, port, trustProxy, isSecure, serveCached, refuseExcess, middleware }),
  ).catch(async (error) => {
    await services.close();
    throw toListenError(error, settings);
  });
  if (metrics) listening.server.prependListener('request', metrics.observeRequest);
  shutdown.addLast(async () => {
    await visits?.store().catch((error) => logger.error({ error }, 'Visit count write failed'));
    await movedPages
      .flush()
      .catch((error) => logger.error({ error }, 'Missing page count write failed'));
  });
  shutdown.add(listening.close);
  shutdown.add(images.stop);
  shutdown.add(async () => designServer.stop());
  shutdown.add(async () => documents.stop());
  const siteJobs = createSiteJobs(settings, {
    quoteDocuments,
    visibility,
    now,
    // Each page may have an announcement of the day.
    onNewDay: () => invalidate('announcements'),
    movedPages,
    storeVisits: visits?.store,
    async refreshPublications(from, until) {
      for (const table of await listPublishedTables(visitor, from, until)) invalidate(table);
    },
    logger,
  });
  const jobs = [...services.jobs, ...siteJobs].map(
    (job): Job => ({
      ...job,
      run: async (signal) => maintenance.runUnlessOn(() => job.run(signal)),
    }),
  );
  shutdown.add(startJobs(jobs, logger));
  printStart(settings, listening.port, services.firstStaff);
  return listening.server;
}

function toListenError(error: unknown, { host, port }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const remedy = listenRemedies[String(code)];
  if (!remedy) return error;
  return new StartError(`The site can't listen on port ${port} of ${host}: ${remedy}`, {
    cause: error,
  });
}

const listenRemedies: Record<string, string> = {
  EADDRINUSE: 'another program uses it. Stop that program, or set PORT to another number.',
  EACCES: 'the system does not allow it. Set PORT to a number above 1023.',
  EADDRNOTAVAIL: 'this machine does not have that address. Correct HOST.',
  ENOTFOUND: 'the host was not found. Correct HOST.',
};

function getPageLifetimeMs({ hosted, changesSecret, database }: Settings): number {
  if (hosted) return changesSecret ? pageLifetimeMs.hostedWithWebhook : pageLifetimeMs.hosted;
  return pageLifetimeMs[database.type];
}

function printStart(settings: Settings, port: number, firstStaff: Services['firstStaff']) {
  const url = settings.publicUrl ?? localUrl(settings.host, port);
  const lines = [`Ridgeline is running at ${url}`, `The back office is at ${url}/admin`];
  if (firstStaff) {
    const chosen = settings.firstStaff.password !== undefined;
    const password = chosen ? 'the one in ADMIN_PASSWORD' : firstStaff.password;
    lines.push(`The first account is ${firstStaff.email}, password ${password} (shown only once)`);
  }
  stdout.write(`${lines.join('\n')}\n`);
}
