import { toDamageStartError } from '#backend/database/database-start-errors.ts';
import { StartError, toFileStartError } from '#backend/start-error.ts';
import { stderr } from './log-destination.ts';
import { createLogger, redirectConsole } from './logger.ts';
import { openDatabase } from './open-database.ts';
import { readSettings, type Settings } from './settings.ts';
import { shutdownOnSignals } from './shutdown.ts';
import { logStartTimes, timed } from './start-times.ts';

let logger = createLogger('info');
redirectConsole(logger);

try {
  const settings = readSettings(process.env);
  logger = createLogger(settings.logLevel);
  redirectConsole(logger);
  await start(settings);
} catch (error) {
  const known = toDamageStartError(toFileStartError(error));
  if (known instanceof StartError) {
    stderr.write(`${known.message}\n`);
    logger.debug({ error: known.cause }, 'Start failed');
  } else logger.fatal({ error }, 'Start failed');
  process.exit(1);
}

/** Imports the program while the embedded database opens on its own thread. */
async function start(settings: Settings) {
  const shutdown = shutdownOnSignals(logger);
  const opening = settings.hosted ? undefined : openDatabase(settings.database, logger);
  const loading = async () => {
    const [{ runSite }, { loadBuiltPages }] = await timed('program', () =>
      Promise.all([import('./run-site.ts'), import('./built-pages.ts')]),
    );
    return { runSite, pages: await timed('pages', loadBuiltPages) };
  };
  const [database, { runSite, pages }] = await Promise.all([opening, loading()]);
  await runSite(settings, pages, database, shutdown, logger);
  logStartTimes(logger);
  await shutdown.started();
}
