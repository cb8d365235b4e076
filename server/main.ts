import { FolderInUse } from '#backend/database/folder-lock.ts';
import { MigrationMismatch } from '#backend/database/migrate.ts';
import { stderr } from './log-destination.ts';
import { createLogger } from './logger.ts';
import { openDatabase } from './open-database.ts';
import { readSettings, type Settings, WrongSetting } from './settings.ts';
import { shutdownOnSignals } from './shutdown.ts';
import { tellStartTimes, timed } from './start-times.ts';

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
  if (expected) stderr.write(`${error.message}\n`);
  else logger.fatal({ error }, 'Ridgeline could not start');
  process.exit(1);
}

/**
 * The embedded database opens on its own thread, on another processor: that begins first, and the
 * program and its pages are loaded meanwhile. What this file imports is all that has to be there
 * before.
 */
async function start(settings: Settings) {
  const shutdown = shutdownOnSignals(logger);
  const opening = settings.hosted ? undefined : openDatabase(settings.database, logger);
  const loading = async () => {
    const { runSite, loadBuild } = await timed('program', () => import('./run-site.ts'));
    return { runSite, build: await timed('pages', loadBuild) };
  };
  const [database, { runSite, build }] = await Promise.all([opening, loading()]);
  await runSite(settings, build, database, shutdown, logger);
  tellStartTimes(logger);
  await shutdown.started();
}
