import { createApp } from '#server/app.ts';
import { listen } from '#server/listen.ts';
import { createLogger } from '#server/logger.ts';
import { runBackend } from '#server/services.ts';
import { readSettings } from '#server/settings.ts';

// The backend alone in a process of its own, for tests that kill it. Settings from the environment;
// prints its port and its two keys as one line of JSON once it listens.

const settings = readSettings({ API_REQUESTS_PER_MINUTE: '0', ...process.env });
const logger = createLogger('silent');
const services = await runBackend(settings, 'http://localhost:3000', logger);
const notFound = async () => new Response('Not found', { status: 404 });
const app = createApp({
  website: notFound,
  backend: services.backend,
  matchRoute: () => undefined,
  serveImage: notFound,
  serveDesignFile: notFound,
  serveDocument: notFound,
  serveListingImage: notFound,
  checkHealth: services.checkHealth,
  clientDirectory: settings.dataDirectory,
  publicUrl: undefined,
  trustProxy: 0,
  logger,
});
const { port } = await listen(app, { port: 0, host: '127.0.0.1' });
const { publishableKey, secretKey } = services.keys;
process.stdout.write(`${JSON.stringify({ port, publishableKey, secretKey })}
`);
