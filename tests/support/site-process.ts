import { createClient } from '@supabase/supabase-js';
import { createApp } from '#server/app.ts';
import { listen } from '#server/listen.ts';
import { createLogger } from '#server/logger.ts';
import { createPageServer } from '#server/page-cache/page-server.ts';
import { trackTableReads } from '#server/page-cache/table-reads.ts';
import { runBackend } from '#server/services.ts';
import { readSettings } from '#server/settings.ts';
import { shutdownOnSignals } from '#server/shutdown.ts';
import type { Website } from '#server/website.ts';
import { toHostedPlatform } from './hosted-platform.ts';

// A site in a process of its own: the backend, and a website of one page that lists sheds, cached as
// the real pages are. Settings from the environment; prints 'starting' once signals are handled, and
// prints its port, its keys and the first staff account as one line of JSON once it listens. With
// AS_HOSTED_PLATFORM the backend keeps the website's own headers on requests from outside.

const settings = readSettings({ API_REQUESTS_PER_MINUTE: '0', ...process.env });
const logger = createLogger(settings.logLevel);
const shutdown = shutdownOnSignals(logger);
process.stdout.write('starting\n');
await start();

async function start() {
  const services = await runBackend(settings, 'http://localhost:3000', logger);
  shutdown.addLast(services.close);
  const { fetchFor, publishableKey, url } = services.tables;
  const website: Website = async (_request, ip, observer) => {
    const fetch = fetchFor(ip);
    const client = createClient(url, publishableKey, {
      db: { retry: false },
      global: { fetch: observer ? trackTableReads(fetch, observer.tablesRead) : fetch },
    });
    const { data, error } = await client.from('shed_listings').select('title').order('title');
    return error
      ? new Response('away', { status: 503 })
      : new Response(data.map(({ title }) => title).join());
  };
  const pages = createPageServer({
    website,
    siteUrl: 'http://localhost:3000',
    matchRoute: (path) => ({ pattern: '', canonicalPath: path }),
    lifetimeMs: 3_600_000,
    logger,
  });
  await services.watchChanges(pages.invalidate);
  const app = createApp({
    website: pages.website,
    backend: process.env.AS_HOSTED_PLATFORM ? toHostedPlatform(services.tables) : services.backend,
    matchRoute: () => undefined,
    serveImage: async () => new Response('Not found', { status: 404 }),
    serveDesignFile: async () => new Response('Not found', { status: 404 }),
    serveDocument: async () => new Response('Not found', { status: 404 }),
    serveListingImage: async () => new Response('Not found', { status: 404 }),
    checkHealth: services.checkHealth,
    clientDirectory: settings.dataDirectory,
    publicUrl: undefined,
    trustProxy: 0,
    logger,
  });
  const listening = await listen(app, {
    port: 0,
    host: '127.0.0.1',
    serveCached: pages.serveCached,
  });
  shutdown.add(listening.close);
  const { secretKey } = services.keys;
  const { port } = listening;
  const started = { port, publishableKey, secretKey, firstStaff: services.firstStaff };
  process.stdout.write(`${JSON.stringify(started)}\n`);
  await shutdown.started();
}
