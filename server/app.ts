import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { renderSecurityTxt } from '#app/domain/content/security-txt.ts';
import { isUnavailable, retryAfterUnavailable } from '#backend/database/unavailable.ts';
import { getCustomerKey, networkOf } from '#backend/network-of.ts';
import { backupPath } from './backup/backup-request.ts';
import type { LastRun } from './backup/daily-backup.ts';
import { takeChangeNotices } from './changes-hook.ts';
import { guardForms } from './forms.ts';
import { createHealthCheck } from './health.ts';
import { securityHeaders } from './security-headers.ts';
import { limitForms } from './spam/form-limit.ts';
import { addressOf, asVisitorSent } from './visitor.ts';

/** Characters of an address of the website; its longest has some hundred, and campaigns add to it. */
const longestAddress = 8192;

/** Encoded control characters, which addresses lose when they are read a second time: `/%09/` is `//` then. */
const controlCharacter = /%(?:[01][0-9a-f]|7f)/i;

/** React Router prints a warning for each path that it can't decode. */
function isUnreadable(pathname: string): boolean {
  if (controlCharacter.test(pathname)) return true;
  try {
    decodeURIComponent(pathname);
    return false;
  } catch {
    return true;
  }
}

/** What the process serves, put together by main.ts. */
export type Parts = {
  /** The pages. */
  website: (request: Request, address: string) => Promise<Response>;
  /** The backend's services; undefined where the hosted platform runs them. */
  backend: ((request: Request, address: string) => Promise<Response>) | undefined;
  pictures: (width: string, format: string, path: string, network: string) => Promise<Response>;
  /** Takes the hosted platform's notices of changes; no secret, no notices. */
  changes?: { secret: string | undefined; drop: (table: string) => void };
  /** Who is told of a hole, and the site's own address for it; without it there is no security.txt. */
  security?: { contact: string; siteUrl: string } | undefined;
  /** Resolves where the database answers. */
  checkHealth: () => Promise<void>;
  /** How many lines of the log were lost since the start because it could not be written. */
  droppedLogLines?: () => number;
  /** Handles the request of `npm run backup`. */
  handleBackupRequest?: ((request: Request) => Promise<Response>) | undefined;
  /** How the latest daily backup ended; undefined if there was none yet. */
  lastBackup?: (() => Promise<LastRun | undefined>) | undefined;
  /** The folder with the website's built files. */
  clientDirectory: string;
  publicUrl: string | undefined;
  /** How many proxies of ours stand in front. */
  trustProxy: number;
  logger: Logger;
};

/** One HTTP application for everything: backend, files, pictures, pages. */
export function createApp(parts: Parts): Hono {
  const { website, backend, pictures, checkHealth, clientDirectory, trustProxy, logger } = parts;
  const app = new Hono();
  const getHealth = createHealthCheck({ check: checkHealth, lastBackup: parts.lastBackup, logger });

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  });

  app.get('/healthz', async (context) => {
    const logHealth = parts.droppedLogLines ? { droppedLogLines: parts.droppedLogLines() } : {};
    const { isHealthy, backup } = await getHealth();
    return isHealthy
      ? context.json({ status: 'ok', ...(backup ? { backup } : {}), ...logHealth })
      : context.json({ status: 'database unavailable', ...logHealth }, 503);
  });

  if (backend) {
    for (const prefix of ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*', '/functions/v1/*']) {
      app.all(prefix, (context) => backend(context.req.raw, addressOf(context, trustProxy)));
    }
  }

  if (parts.changes) takeChangeNotices(app, parts.changes.secret, parts.changes.drop);

  const { handleBackupRequest, security } = parts;
  if (handleBackupRequest) {
    app.post(backupPath, (context) => {
      // A backup may take longer than an idle connection is kept open.
      (context.env as HttpBindings).incoming.socket.setTimeout(0);
      return handleBackupRequest(context.req.raw);
    });
  }

  if (security) {
    app.get('/.well-known/security.txt', (context) =>
      context.text(renderSecurityTxt(security.siteUrl, security.contact, new Date())),
    );
  }

  app.use(async (context, next) =>
    context.req.url.length > longestAddress
      ? context.text('This address is too long.', 414)
      : next(),
  );

  app.get('/pictures/:width/:format/:path{.+}', async (context) => {
    const { width, format, path } = context.req.param();
    const network = getCustomerKey(networkOf(addressOf(context, trustProxy)));
    const answer = await pictures(width, format, path, network);
    // Programs that read the feed show the pictures of a post in a page of their own.
    answer.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return answer;
  });

  // What is larger than static-files.ts keeps in memory: films, with ranges.
  app.on(
    ['GET', 'HEAD'],
    '/*',
    serveStatic({ root: clientDirectory, index: 'no-directory-index' }),
  );

  app.use(async (context, next) =>
    isUnreadable(new URL(context.req.url).pathname)
      ? context.text('There is no such page.', 404)
      : next(),
  );
  app.use(limitForms((context) => addressOf(context, trustProxy)));
  app.use(guardForms((context) => addressOf(context, trustProxy)));
  app.all('/*', (context) =>
    website(asVisitorSent(context.req.raw, parts), addressOf(context, trustProxy)),
  );

  app.onError((error, context) => {
    logger.error({ error, path: context.req.path }, 'A request failed');
    if (isUnavailable(error)) {
      context.header('Retry-After', retryAfterUnavailable);
      return context.text('This will be back in a moment. Please try again in a minute.', 503);
    }
    return context.text('Something went wrong on our side. Please try again.', 500);
  });
  return app;
}
