import { type Context, Hono } from 'hono';
import { expect, test } from 'vitest';
import { countInMemory } from '#backend/limits.ts';
import { logBrowserErrors } from './browser-errors.ts';

function createReports() {
  let now = 1000;
  const lines: object[] = [];
  const app = new Hono();
  logBrowserErrors(app, {
    getIp: (context: Context) => context.req.header('x-test-ip') ?? '192.0.2.1',
    matchRoute: (path) =>
      path.startsWith('/quotes/') ? { pattern: 'quotes/:token', canonicalPath: path } : undefined,
    log: { error: (details, message) => lines.push({ message, details }) },
    countHit: countInMemory({ now: () => now }),
  });
  const send = async (body: unknown, ip = '192.0.2.1') =>
    app.request('/browser-errors', {
      method: 'POST',
      headers: { 'x-test-ip': ip },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const wait = (ms: number) => {
    now += ms;
  };
  return { lines, send, wait };
}

const error = { message: 'TypeError: x is undefined', path: '/' };

test('POST /browser-errors logs the error with its route, without tokens and query strings', async () => {
  const { lines, send } = createReports();
  const response = await send({
    message: 'Minified React error #418; visit https://react.dev/errors/418?args[]=Ada for more',
    stack: 'Error\n    at a (https://sheds.example/assets/a-1.js?from=ada@example.com)',
    path: `/quotes/${'a'.repeat(40)}`,
  });
  expect(response.status).toBe(204);
  expect((await send({ ...error, stack: 'x'.repeat(9000) })).status).toBe(204);
  expect(lines).toEqual([
    {
      message: 'Browser script failed',
      details: {
        page: '/quotes/:token',
        message: 'Minified React error #418; visit https://react.dev/errors/418 for more',
        stack: 'Error\n    at a (https://sheds.example/assets/a-1.js)',
      },
    },
    {
      message: 'Browser script failed',
      details: { page: '/*', message: error.message, stack: 'x'.repeat(2000) },
    },
  ]);
});

test('POST /browser-errors rejects invalid and oversized reports', async () => {
  const { lines, send } = createReports();
  const rejected = ['', 'null', '{', [], { message: 'x' }, { ...error, stack: 5 }];
  for (const body of rejected) expect((await send(body)).status, JSON.stringify(body)).toBe(400);
  expect((await send({ ...error, message: 'x'.repeat(20_000) })).status).toBe(413);
  expect(lines).toEqual([]);
});

test('POST /browser-errors takes ten reports a minute from a network, 60 in total', async () => {
  const { lines, send, wait } = createReports();
  for (let count = 0; count < 10; count += 1) expect((await send(error)).status).toBe(204);
  wait(20_000);
  const refused = await send(error);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
  for (let count = 0; count < 50; count += 1) {
    expect((await send(error, `2001:db8:${count}::1`)).status).toBe(204);
  }
  expect((await send(error, '2001:db8:ffff::1')).status).toBe(429);
  expect(lines).toHaveLength(60);
  wait(40_000);
  expect((await send(error)).status).toBe(204);
});
