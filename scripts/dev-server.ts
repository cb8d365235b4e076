import { once } from 'node:events';
import { prettyFactory } from 'pino-pretty';
import { toFileStartError } from '#backend/disk/file-start-error.ts';
import { StartError } from '#backend/start-error.ts';
import { stderr } from '#server/log-destination.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { redirectConsole } from '#server/redirect-console.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { shutdownOnSignals } from '#server/shutdown.ts';
import { logStartTimes, timed } from '#server/start-times.ts';
import { createDevPages } from './dev-pages.ts';

// The process that `npm run dev` starts anew when its code has changed: the site as server/main.ts
// runs it, with pages from their sources. It loads its modules while the process before it still ends,
// and waits for a message before it opens the data folder.

const { isTTY } = process.stderr;
const format = prettyFactory({
  colorize: isTTY,
  ignore: 'pid,hostname,name',
  translateTime: 'SYS:HH:MM:ss',
});
const log = { write: (line: string) => stderr.write(format(line)) };

let logger = createLogger('info', log);
redirectConsole(logger);
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

try {
  const settings = readSettings(process.env);
  logger = createLogger(settings.logLevel, log);
  redirectConsole(logger);
  await start(settings);
} catch (error) {
  const known = toFileStartError(error);
  if (known instanceof StartError) stderr.write(`${known.message}\n`);
  else logger.fatal({ error }, 'Ridgeline could not start');
  process.exit(1);
}

async function start(settings: Settings) {
  const { host, publicUrl, hosted } = settings;
  const released = once(process, 'message');
  const allowedHosts = [host, ...(publicUrl ? [new URL(publicUrl).hostname] : [])];
  const creatingPages = timed('pages', () => createDevPages(allowedHosts, logger));
  const importing = timed('program', () => import('#server/run-site.ts'));
  await released;
  const shutdown = shutdownOnSignals(logger);
  const opening = hosted ? undefined : openDatabase(settings.database, logger);
  const [database, pages, { runSite }] = await Promise.all([opening, creatingPages, importing]);
  shutdown.add(pages.close);
  pages.connect(await runSite(settings, pages, database, shutdown, logger));
  logStartTimes(logger);
  process.send?.('started');
  await shutdown.started();
}
