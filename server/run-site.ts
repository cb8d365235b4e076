import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { ServerBuild } from 'react-router';
import type { Database } from '#backend/database/database.ts';
import { imageProcess, visitorImageProcess } from '#backend/images/image-process.ts';
import { StartError } from '#backend/start-error.ts';
import { createApp } from './app.ts';
import { startJobs } from './jobs.ts';
import { type Front, listen } from './listen.ts';
import { stderr, stdout } from './log-destination.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createRouteMatcher } from './pages/not-found.ts';
import { createPageServer } from './pages/serve-pages.ts';
import { prepareUploads } from './pictures/prepare-uploads.ts';
import { createPictures } from './pictures.ts';
import { openServices, type Services } from './services.ts';
import { localUrl, type Settings } from './settings.ts';
import type { Shutdown } from './shutdown.ts';
import { createFormGuard } from './spam/form-guard.ts';
import { timed } from './start-times.ts';
import { createStaticFiles } from './static-files.ts';
import { createWebsite } from './website.ts';

const buildDirectory = fileURLToPath(new URL('../build', import.meta.url));

/**
 * How long a page is kept though no change was told, in milliseconds: against what may be lost on
 * the way. The hosted platform tells of changes only where its webhook is set up.
 */
const pageLifetime = { embedded: 3_600_000, server: 300_000, hosted: 15_000, told: 300_000 };

/** Loads the pages that `react-router build` wrote. */
export async function loadBuild(): Promise<ServerBuild> {
  const path = join(buildDirectory, 'server', 'index.js');
  if (!existsSync(path)) {
    throw new StartError(`The website is not built: ${path} is missing. Run npm run build.`);
  }
  return import(pathToFileURL(path).href);
}

/**
 * Puts the website together, opens its port, and says where it is.
 *
 * @param database the one that the settings name, open; undefined with the hosted platform
 * @param shutdown told of everything that has to be closed
 */
export async function runSite(
  settings: Settings,
  build: ServerBuild,
  database: Database | undefined,
  shutdown: Shutdown,
  logger: Logger,
): Promise<void> {
  const siteUrl = settings.publicUrl ?? localUrl(settings.host, settings.port);
  const services = await timed('keys, secrets, seed, first account', () =>
    openServices(settings, siteUrl, logger, database),
  );
  shutdown.addLast(services.close);
  shutdown.addLast(async () => {
    imageProcess.stop();
    visitorImageProcess.stop();
  });
  const clientDirectory = join(buildDirectory, 'client');
  const picturesDirectory = join(settings.dataDirectory, 'pictures');
  const pictures = createPictures({
    directory: picturesDirectory,
    maxBytes: settings.picturesLimit,
    ahead: settings.picturesAhead,
    fetchOriginal: (path, method) =>
      services.tables.fetchFor('')(
        `${services.tables.url}/storage/v1/object/public/images/${path.split('/').map(encodeURIComponent).join('/')}`,
        { method },
      ),
    onPlaceholders: () => pages.drop(),
    logger,
  });
  const website = createWebsite({
    clientDirectory,
    build,
    publicUrl: siteUrl,
    browserUrl: settings.hosted?.url ?? '',
    tables: services.tables,
    placeholderOf: pictures.placeholderOf,
    formGuard: createFormGuard({
      secret: services.formSecret,
      turnstile: settings.turnstile,
      countHit: services.countHit,
      now: services.now,
      report: (error) => logger.error({ error }, 'Turnstile did not answer'),
    }),
    logger,
  });
  const metrics = settings.metricsToken
    ? await createMetrics({
        token: settings.metricsToken,
        waitingMails: services.countWaitingMails,
        logger,
      })
    : undefined;
  const pages = createPageServer({
    website: (...request) => {
      metrics?.countRender();
      return website(...request);
    },
    siteUrl,
    lifetime: lifetimeOf(settings),
    isUnknownPath: createRouteMatcher(build.routes),
    trustProxy: settings.trustProxy,
    logger,
  });
  await services.watchChanges(pages.drop);
  const app = createApp({
    website: pages.website,
    backend: services.backend && prepareUploads(services.backend, pictures.prepare),
    pictures: pictures.serve,
    changes: { secret: settings.changesSecret, drop: pages.drop },
    security: settings.securityContact ? { contact: settings.securityContact, siteUrl } : undefined,
    checkHealth: services.checkHealth,
    droppedLogLines: stderr.droppedLines,
    handleBackupRequest: services.handleBackupRequest,
    lastBackup: services.readLastBackup,
    clientDirectory,
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    logger,
  });
  const serveFile = createStaticFiles(clientDirectory, logger);
  const front: Front = {
    serve: (request, response) =>
      metrics?.take(request, response) ||
      pages.serve(request, response) ||
      serveFile(request, response),
    // Requests are counted where Node reads them.
    pageFor: metrics ? undefined : pages.pageFor,
  };
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false;
  const { port, close } = await timed('port', () =>
    listen(app, { ...settings, isSecure }, front),
  ).catch(async (error) => {
    await services.close();
    throw toListenError(error, settings);
  });
  shutdown.add(close);
  shutdown.add(pictures.stop);
  shutdown.add(startJobs(services.jobs, logger));
  announce(settings, port, services.firstStaff);
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
  EADDRNOTAVAIL: 'this machine has no such address. Correct HOST.',
  ENOTFOUND: 'there is no such host. Correct HOST.',
};

function lifetimeOf({ hosted, changesSecret, database }: Settings): number {
  if (hosted) return changesSecret ? pageLifetime.told : pageLifetime.hosted;
  return pageLifetime[database.kind];
}

function announce(settings: Settings, port: number, firstStaff: Services['firstStaff']) {
  const address = settings.publicUrl ?? localUrl(settings.host, port);
  const lines = [`Ridgeline is running at ${address}`, `The back office is at ${address}/admin`];
  if (firstStaff) {
    const chosen = settings.firstStaff.password !== undefined;
    lines.push(
      '',
      'The first staff account, shown this once:',
      `  e-mail    ${firstStaff.email}`,
      `  password  ${chosen ? 'the one in ADMIN_PASSWORD' : firstStaff.password}`,
    );
  }
  stdout.write(`${lines.join('\n')}\n`);
}
