import { once } from 'node:events';
import type { Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { createDevPages } from './dev-pages.ts';

// A process of `npm run dev`: the site as server/main.ts runs it, with pages from their sources.
// Until scripts/dev.ts sends a message, it stays in reserve and prepares the pages. It doesn't
// import the server's code yet, which may still change.

const formatLine = prettyFactory({
  colorize: process.stderr.isTTY,
  ignore: 'pid,hostname,name',
  translateTime: 'SYS:HH:MM:ss',
});
let logger: Logger | undefined;

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const released = once(process, 'message');
const creatingPages = createDevPages(() => logger);
const warmingUp = creatingPages.then((pages) => pages.warmUp());
// Awaited later.
warmingUp.catch(() => {});
await released;

const { toFileStartError } = await import('#backend/start-error.ts');
const { StartError } = await import('#backend/start-error.ts');
const { stderr } = await import('#server/log-destination.ts');
const { createLogger } = await import('#server/logger.ts');
const { redirectConsole } = await import('#server/logger.ts');

const log = { write: (line: string) => stderr.write(formatLine(line)) };
logger = createLogger('info', log);
redirectConsole(logger);
try {
  await start();
} catch (error) {
  const known = toFileStartError(error);
  if (known instanceof StartError) stderr.write(`${known.message}\n`);
  else logger.fatal({ error }, 'Start failed');
  process.exit(1);
}

async function start() {
  const [{ readSettings }, { shutdownOnSignals }, { openDatabase }] = await Promise.all([
    import('#server/settings.ts'),
    import('#server/shutdown.ts'),
    import('#server/open-database.ts'),
  ]);
  const settings = readSettings(process.env);
  const siteLogger = createLogger(settings.logLevel, log);
  logger = siteLogger;
  redirectConsole(siteLogger);
  const shutdown = shutdownOnSignals(siteLogger);
  const opening = settings.hosted ? undefined : openDatabase(settings.database, siteLogger);
  const importing = import('#server/run-site.ts');
  const [database, { runSite }, pages] = await Promise.all([
    opening,
    importing,
    creatingPages,
    warmingUp,
  ]);
  shutdown.add(pages.close);
  pages.connect(await runSite(settings, pages, database, shutdown, siteLogger));
  process.send?.('started');
  await shutdown.started();
}
