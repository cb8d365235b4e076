import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type StatementTime, statementTimes } from '#backend/database/database.ts';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';

/** Seconds. */
const requestBuckets = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const routeKinds = [
  ['/rest/v1/', 'tables'],
  ['/auth/v1/', 'accounts'],
  ['/storage/v1/', 'storage'],
  ['/functions/v1/', 'functions'],
  ['/pictures/', 'pictures'],
  ['/assets/', 'assets'],
  ['/hooks/', 'hooks'],
  ['/admin/', 'admin'],
] as const;

/** Metrics in Prometheus' text format, without URLs of visitors. */
export type Metrics = {
  respond(authorization: string | undefined): Promise<Response>;
  observeRequest(request: IncomingMessage, response: ServerResponse): void;
  countRender(): void;
};

export async function createMetrics({
  token,
  countWaitingMails,
  logger,
}: {
  token: string;
  countWaitingMails: (() => Promise<number>) | undefined;
  logger: Logger;
}): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import(
    'prom-client'
  );
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'ridgeline_http_request_duration_seconds',
    help: 'Time until the response is sent, by route, method and status class.',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const renders = new Counter({
    name: 'ridgeline_page_renders_total',
    help: 'Public pages rendered. Other page requests came from the page cache.',
    registers,
  });
  const statements = new Histogram({
    name: 'ridgeline_database_statement_duration_seconds',
    help: 'Time per database statement, by outcome.',
    labelNames: ['outcome'],
    buckets: statementBuckets,
    registers,
  });
  statementTimes.subscribe((message) => {
    const { milliseconds, failed } = message as StatementTime;
    statements.observe({ outcome: failed ? 'failed' : 'done' }, milliseconds / 1000);
  });
  if (countWaitingMails) {
    new Gauge({
      name: 'ridgeline_outbox_waiting',
      help: "Emails to the owner and customers that haven't been sent yet.",
      registers,
      async collect() {
        this.set(await countWaitingMails());
      },
    });
  }

  return {
    respond: async (authorization = '') => {
      if (!equalsConstantTime(authorization, `Bearer ${token}`)) {
        return new Response('Wrong token.', {
          status: 401,
          headers: { 'WWW-Authenticate': 'Bearer' },
        });
      }
      try {
        return new Response(await registry.metrics(), {
          headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
        });
      } catch (error) {
        logger.error({ error }, 'Metrics collection failed');
        return new Response("Couldn't read the metrics.", { status: 503 });
      }
    },
    observeRequest: ({ method = '', url }, response) => {
      if (url === '/metrics') return;
      const end = requests.startTimer({
        route: toRouteKind(method, url),
        method: methods.has(method) ? method : 'other',
      });
      response.once('close', () => end({ status: toStatusClass(response) }));
    },
    countRender: () => renders.inc(),
  };
}

/** Returns a label with few values that never contain parts of the URL. */
export function toRouteKind(method: string | undefined, url = '/'): string {
  const [path = ''] = url.split('?', 1);
  if (path === '/healthz') return 'health';
  if (path === '/admin' || path === '/admin.data') return 'admin';
  const [, kind] = routeKinds.find(([prefix]) => path.startsWith(prefix)) ?? [];
  return kind ?? (method === 'POST' ? 'form' : 'page');
}

function toStatusClass({ headersSent, statusCode }: ServerResponse): string {
  return headersSent ? `${Math.floor(statusCode / 100)}xx` : 'none';
}
