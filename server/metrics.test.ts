import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statementTimes } from '#backend/database/database.ts';
import { createMetrics, type Metrics, toRouteKind } from './metrics.ts';

const token = 'a token for monitors';
let server: Server;
let url: string;
let metrics: Metrics;
let waitingMails: () => Promise<number>;

beforeEach(async () => {
  waitingMails = async () => 3;
  metrics = await createMetrics({
    token,
    countWaitingMails: () => waitingMails(),
    logger: pino({ level: 'silent' }),
  });
  const app = new Hono();
  app.get('/metrics', (context) => metrics.respond(context.req.header('authorization')));
  server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
  server.prependListener('request', metrics.observeRequest);
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

const read = async () => {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
};

describe('GET /metrics', () => {
  test('requires the token', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    const wrong = { authorization: 'Bearer another' };
    expect((await fetch(`${url}/metrics`, { headers: wrong })).status).toBe(401);
    expect((await read()).status).toBe(200);
  });

  test('counts requests by kind, without their URLs', async () => {
    await fetch(`${url}/custom-sheds/secret-of-a-visitor?email=ada@example.com`);
    await fetch(`${url}/rest/v1/quote_requests?email=eq.ada@example.com`, { method: 'DELETE' });
    const { text } = await read();
    expect(text).toMatch(/_count\{route="page",method="GET",status="4xx"\} 1/);
    expect(text).toMatch(/_count\{route="tables",method="DELETE",status="4xx"\} 1/);
    expect(text).not.toMatch(/secret-of|ada@|127\.0\.0\.1/);
  });

  test('counts renders, statements and waiting mails, and measures the process', async () => {
    metrics.countRender();
    statementTimes.publish({ milliseconds: 2, failed: false });
    statementTimes.publish({ milliseconds: 20, failed: true });
    const { text } = await read();
    expect(text).toContain('ridgeline_page_renders_total 1');
    expect(text).toMatch(/statement_duration_seconds_sum\{outcome="done"\} 0\.002/);
    expect(text).toMatch(/statement_duration_seconds_count\{outcome="failed"\} 1/);
    expect(text).toContain('ridgeline_outbox_waiting 3');
    expect(text).toMatch(/process_resident_memory_bytes \d{7}/);
  });

  test('gets 503 if the database does not answer', async () => {
    waitingMails = () => Promise.reject(new Error('away'));
    expect((await read()).status).toBe(503);
  });
});

test.each([
  ['GET', '/', 'page'],
  ['GET', '/healthz', 'health'],
  ['GET', '/admin', 'admin'],
  ['GET', '/admin/quotes?page=2', 'admin'],
  ['GET', '/administration', 'page'],
  ['GET', `/quotes/${'0'.repeat(40)}`, 'page'],
  ['POST', `/quotes/${'0'.repeat(40)}/viewed`, 'form'],
  ['POST', '/contact', 'form'],
  ['POST', '/auth/v1/token?grant_type=password', 'accounts'],
  ['GET', '/pictures/320/webp/hero/a.jpg', 'pictures'],
  [undefined, undefined, 'page'],
])('%s %s is counted as %s', (method, path, kind) => {
  expect(toRouteKind(method, path)).toBe(kind);
});
