import { tmpdir } from 'node:os';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createApp } from './app.ts';

const createWith = (
  checkHealth: () => Promise<void>,
  website = async () => new Response('Not found', { status: 404 }),
) => {
  const notFound = async () => new Response('Not found', { status: 404 });
  return createApp({
    website,
    backend: undefined,
    pictures: notFound,
    checkHealth,
    droppedLogLines: () => 7,
    clientDirectory: tmpdir(),
    publicUrl: undefined,
    trustProxy: 0,
    logger: pino({ level: 'silent' }),
  });
};

test('GET /healthz reports how many log lines were dropped, with and without a database', async () => {
  const healthy = await createWith(async () => {}).request('/healthz');
  expect(healthy.status).toBe(200);
  expect(await healthy.json()).toEqual({ status: 'ok', droppedLogLines: 7 });
  const away = createWith(async () => {
    throw new Error('No answer');
  });
  const response = await away.request('/healthz');
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: 'database unavailable', droppedLogLines: 7 });
});

test.each(['/%E0%A4%z', '/blog/%E0%A4%A', '/%', '/%09'])(
  'GET %s is answered 404 without a render',
  async (path) => {
    const app = createWith(
      async () => {},
      async () => {
        throw new Error('Rendered');
      },
    );
    expect((await app.request(path)).status).toBe(404);
  },
);
