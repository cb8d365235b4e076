import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { FolderInUse } from '#backend/database/folder-lock.ts';
import { MigrationMismatch } from '#backend/database/migrate.ts';
import { createApp } from './app.ts';
import { lastBackupOf, startBackups } from './backup/start-backups.ts';
import { type Front, listen } from './listen.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startOutbox } from './outbox/outbox.ts';
import { createPageServer } from './pages/serve-pages.ts';
import { prepareUploads } from './pictures/prepare-uploads.ts';
import { createPictures } from './pictures.ts';
import { startRetention } from './retention.ts';
import { openServices, type Services } from './services.ts';
import { localUrl, readSettings, type Settings, WrongSetting } from './settings.ts';
import { shutdownOnSignals } from './shutdown.ts';
import { createFormGuard } from './spam/form-guard.ts';
import { createStaticFiles } from './static-files.ts';
import { dropVisitorPictures } from './visitor-pictures.ts';
import { createWebsite } from './website.ts';

const buildDirectory = fileURLToPath(new URL('../build', import.meta.url));

/**
 * How long a page is kept though no change was told, in milliseconds: against what may be lost on
 * the way. The hosted platform tells of changes only where its webhook is set up.
 */
const pageLifetime = { embedded: 3_600_000, server: 300_000, hosted: 15_000, told: 300_000 };

let logger = createLogger('info');

try {
  const settings = readSettings(process.env);
  logger = createLogger(settings.logLevel);
  await start(settings);
} catch (error) {
  const expected =
    error instanceof WrongSetting ||
    error instanceof FolderInUse ||
    error instanceof MigrationMismatch;
  if (expected) process.stderr.write(`${error.message}\n`);
  else logger.fatal({ error }, 'Ridgeline could not start');
  process.exit(1);
}

async function start(settings: Settings) {
  const shutdown = shutdownOnSignals(logger);
  const siteUrl = settings.publicUrl ?? localUrl(settings.host, settings.port);
  const services = await openServices(settings, siteUrl, logger);
  shutdown.addLast(services.close);
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
    build: (await import(
      pathToFileURL(join(buildDirectory, 'server', 'index.js')).href
    )) as ServerBuild,
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
    logger,
  });
  await services.watchChanges(pages.drop);
  const app = createApp({
    website,
    backend: services.backend && prepareUploads(services.backend, pictures.prepare),
    pictures: pictures.serve,
    changes: { secret: settings.changesSecret, drop: pages.drop },
    security: settings.securityContact ? { contact: settings.securityContact, siteUrl } : undefined,
    checkHealth: services.checkHealth,
    lastBackup: services.backupSource && lastBackupOf(services.backupSource),
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
    kept: metrics ? undefined : pages.kept,
  };
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false;
  const { port, close } = await listen(app, { ...settings, isSecure }, front).catch(
    async (error) => {
      await services.close();
      throw error;
    },
  );
  shutdown.add(close);
  if (services.serviceClient) {
    const dropPictures = () => dropVisitorPictures(picturesDirectory, new Date());
    shutdown.add(startRetention(services.serviceClient, logger, dropPictures));
  }
  if (services.sendDueMails) shutdown.add(startOutbox(services.sendDueMails, logger));
  if (services.backupSource) {
    shutdown.add(await startBackups(services.backupSource, settings, logger));
  }
  announce(settings, port, services.firstStaff);
  await shutdown.started();
}

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
  process.stdout.write(`${lines.join('\n')}\n`);
}
