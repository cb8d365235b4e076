import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type StatementTime, statementTimes } from '#backend/database/statement-times.ts';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';
import { routeKind } from './route-kind.ts';

/** Seconds. */
const requestBuckets = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Figures about the process for a monitor, without anything about a visitor. */
export type Metrics = {
  /** Answers a request for the figures; otherwise false, and counts how it is answered. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /** Counts a page that was not in the cache. */
  countRender(): void;
};

/**
 * Keeps figures and answers `GET /metrics` in Prometheus' text format to whoever has the token.
 * The library is loaded here only.
 *
 * @param waitingMails how many mails of the outbox have not gone; undefined where none is kept here
 */
export async function createMetrics({
  token,
  waitingMails,
  logger,
}: {
  token: string;
  waitingMails: (() => Promise<number>) | undefined;
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
    help: 'Requests by kind of route, method and class of status, until the answer is sent.',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const renders = new Counter({
    name: 'ridgeline_page_renders_total',
    help: 'Public pages that were rendered; the other requests for pages were answered from memory.',
    registers,
  });
  const statements = new Histogram({
    name: 'ridgeline_database_statement_duration_seconds',
    help: 'Statements of the database.',
    labelNames: ['outcome'],
    buckets: statementBuckets,
    registers,
  });
  statementTimes.subscribe((message) => {
    const { milliseconds, failed } = message as StatementTime;
    statements.observe({ outcome: failed ? 'failed' : 'done' }, milliseconds / 1000);
  });
  if (waitingMails) {
    new Gauge({
      name: 'ridgeline_outbox_waiting',
      help: 'Mails to the owner that have not gone yet.',
      registers,
      async collect() {
        this.set(await waitingMails());
      },
    });
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!equalsConstantTime(request.headers.authorization ?? '', `Bearer ${token}`)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end('Wrong token.');
      return;
    }
    const text = await registry.metrics();
    response
      .writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
      .end(text);
  };

  return {
    take: (request, response) => {
      if (request.method === 'GET' && request.url === '/metrics') {
        answer(request, response).catch((error) => {
          logger.error({ error }, 'The figures could not be read');
          response.writeHead(503).end('The figures cannot be read at the moment.');
        });
        return true;
      }
      const measured = requests.startTimer({
        route: routeKind(request.method, request.url),
        method: methods.has(request.method ?? '') ? request.method : 'other',
      });
      response.once('close', () => measured({ status: statusClass(response) }));
      return false;
    },
    countRender: () => renders.inc(),
  };
}

/** `none` where the visitor left before the answer began. */
function statusClass({ headersSent, statusCode }: ServerResponse): string {
  return headersSent ? `${Math.floor(statusCode / 100)}xx` : 'none';
}
