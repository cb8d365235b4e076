import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';
import type { ResponseLimits } from './response-budget.ts';

const mebibyte = 1024 * 1024;
/** More than the system's buffers of a connection take. */
const bodyBytes = 20 * mebibyte;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server behind a proxy with clients that do not read by themselves. */
async function startServer(given: Partial<ResponseLimits>) {
  const app = new Hono();
  app.get('/', (context) => context.text('x'.repeat(bodyBytes)));
  app.get('/small', (context) => context.text('x'.repeat(1000)));
  const opened = await listen(app, {
    port: 0,
    host: '127.0.0.1',
    trustProxy: 1,
    timeouts: { idle: 60_000 },
    responseLimits: {
      maxBytes: 1000 * mebibyte,
      maxBytesPerNetwork: 1000 * mebibyte,
      freeBytes: 2 * mebibyte,
      readTimeoutMs: 60_000,
      checkIntervalMs: 50,
      ...given,
    },
  });
  server = opened.server;
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  return {
    /** @returns the client's side, which does not read, and the server's */
    request: async (ip: string, path = '/', count = 1) => {
      const client = connect(opened.port, '127.0.0.1');
      client.on('error', () => {});
      client.pause();
      await once(client, 'connect');
      client.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ip}\r\n\r\n`.repeat(count),
      );
      await expect
        .poll(() => sockets.find((each) => each.remotePort === client.localPort))
        .toBeDefined();
      const accepted = sockets.find((each) => each.remotePort === client.localPort);
      return { client, accepted: accepted as Socket };
    },
  };
}

const isOpen = ({ accepted }: { accepted: Socket }) => !accepted.destroyed;

async function readAll({ client }: { client: Socket }): Promise<void> {
  let bytes = 0;
  client.on('data', (chunk) => {
    bytes += chunk.length;
  });
  client.resume();
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(bodyBytes);
}

test('beyond the limit of a network its connections are destroyed, not those of another network', async () => {
  const { request } = await startServer({ maxBytesPerNetwork: 45 * mebibyte });
  const other = await request('192.0.2.2');
  const connections = await Promise.all(Array.from({ length: 6 }, () => request('192.0.2.1')));
  await expect.poll(() => connections.filter(isOpen).length).toBeLessThan(4);
  await sleep(200);
  expect(connections.filter(isOpen).length).toBeGreaterThan(0);
  expect(isOpen(other)).toBe(true);
  await readAll(other);
});

test('the networks of an IPv6 /48 share a limit', async () => {
  const { request } = await startServer({ maxBytesPerNetwork: 45 * mebibyte });
  const connections = await Promise.all(
    Array.from({ length: 6 }, (_, n) => request(`2001:db8:1:${n}::1`)),
  );
  await expect.poll(() => connections.filter(isOpen).length).toBeLessThan(4);
});

test('responses to pipelined requests count before the first of them is read', async () => {
  const { request } = await startServer({ maxBytesPerNetwork: 100 * mebibyte });
  const connection = await request('192.0.2.1', '/', 15);
  await expect.poll(() => isOpen(connection)).toBe(false);
});

test('beyond the total, the network that holds most loses its connections first', async () => {
  const { request } = await startServer({ maxBytes: 70 * mebibyte });
  const small = await Promise.all(
    Array.from({ length: 3 }, (_, n) => request(`192.0.2.${n + 10}`, '/small')),
  );
  const one = await request('192.0.2.2');
  const many = await Promise.all(Array.from({ length: 5 }, () => request('192.0.2.1')));
  await expect.poll(() => many.filter(isOpen).length).toBeLessThan(4);
  await sleep(200);
  expect([isOpen(one), small.filter(isOpen).length]).toEqual([true, 3]);
  await readAll(one);
});

test('a client that stops reading is disconnected, one that reads slowly gets its response', async () => {
  const { request } = await startServer({ readTimeoutMs: 1500 });
  const stopped = await request('192.0.2.1');
  const slow = await request('192.0.2.1');
  let bytes = 0;
  slow.client.on('data', (chunk) => {
    bytes += chunk.length;
    // As fast as the test may last.
    if (bytes < bodyBytes / 2) {
      slow.client.pause();
      setTimeout(() => slow.client.resume(), 30);
    }
  });
  slow.client.resume();
  await expect.poll(() => isOpen(stopped), { timeout: 20_000 }).toBe(false);
  await expect.poll(() => bytes, { timeout: 30_000 }).toBeGreaterThan(bodyBytes);
  expect(isOpen(slow)).toBe(true);
});

test('a small response waits for a client that does not read', async () => {
  const { request } = await startServer({ readTimeoutMs: 300, maxBytesPerNetwork: mebibyte });
  const small = await request('192.0.2.1', '/small');
  await sleep(1500);
  expect(isOpen(small)).toBe(true);
});
