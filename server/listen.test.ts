import { EventEmitter, once } from 'node:events';
import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import { createRequestLimit, limitConnections } from './connection-limits.ts';
import { type ListenOptions, listen, type Timeouts } from './listen.ts';

const short: Timeouts = { headers: 400, request: 3000, idle: 3000, keepAlive: 300, slowBody: 400 };
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function open(
  given: Partial<ListenOptions> = {},
  timeouts: Partial<Timeouts> = short,
  app = createTestApp(),
) {
  const opened = await listen(app, { port: 0, host: '127.0.0.1', timeouts, ...given });
  servers.push(opened.server);
  return opened.port;
}

function createTestApp() {
  const app = new Hono();
  app.onError((_error, context) => context.text('', 500));
  app.get('/', (context) => context.text('here'));
  app.post('/', async (context) => context.text(`${(await context.req.text()).length}`));
  return app;
}

/** Returns what a socket receives until it is closed, and after how many milliseconds. */
function exchange(port: number, first: string, more?: (write: (text: string) => void) => void) {
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<{ received: string; after: number }>();
  let received = '';
  const socket = connect(port, '127.0.0.1', () => {
    if (first) socket.write(first);
    more?.((text) => socket.writable && socket.write(text));
  });
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => {});
  socket.on('close', () => resolve({ received, after: performance.now() - started }));
  return promise;
}

/** Sends a piece again and again. */
const drip = (piece: string, every: number) => (write: (text: string) => void) => {
  const timer = setInterval(() => write(piece), every).unref();
  setTimeout(() => clearInterval(timer), 20_000).unref();
};

const request = (head: string) => `${head} HTTP/1.1\r\nHost: x\r\n`;

const long = {
  headers: 60_000,
  request: 60_000,
  idle: 60_000,
  keepAlive: 60_000,
  slowBody: 60_000,
};

describe.concurrent('a slow client', () => {
  test('is disconnected without a request', async () => {
    const { after } = await exchange(await open({}, { ...long, headers: 400 }), '');
    expect(after).toBeLessThan(15_000);
  });

  test('is disconnected if its headers never end', async () => {
    const port = await open({}, { ...long, headers: 400 });
    const { received, after } = await exchange(port, request('GET /'), drip('X-A: b\r\n', 50));
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(after).toBeLessThan(15_000);
  });

  test('is disconnected if its body arrives byte by byte', async () => {
    const head = `${request('POST /')}Content-Length: 100000\r\n\r\n`;
    const port = await open({}, { ...long, slowBody: 400 });
    const { received, after } = await exchange(port, head, drip('x', 50));
    expect(received).toBe('');
    expect(after).toBeLessThan(15_000);
  });

  test('is disconnected if its chunks never end', async () => {
    const head = `${request('POST /')}Transfer-Encoding: chunked\r\n\r\n`;
    const port = await open({}, { ...long, slowBody: 400 });
    const { after } = await exchange(port, head, drip('1\r\nx\r\n', 50));
    expect(after).toBeLessThan(15_000);
  });

  test('is disconnected if it is idle after its response', async () => {
    const port = await open({}, { ...long, keepAlive: 300 });
    const { received, after } = await exchange(port, `${request('GET /')}\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 200 .*here$/s);
    expect(after).toBeLessThan(15_000);
  });

  test('does not delay other requests, a hundred at once either', async () => {
    const port = await open({}, long);
    for (let n = 0; n < 100; n += 1) void exchange(port, request('GET /'), drip('X', 100));
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  });
});

test('a body at a modest rate is accepted', async () => {
  const port = await open({}, { ...long, slowBody: 400 });
  const head = `${request('POST /')}Connection: close\r\nContent-Length: 16000\r\n\r\n`;
  const { received } = await exchange(port, head + 'x'.repeat(8000), drip('x'.repeat(800), 150));
  expect(received).toMatch(/^HTTP\/1\.1 200 .*16000$/s);
});

test.each([
  ['a URL of 20,000 characters', request(`GET /${'a'.repeat(20_000)}`), 431],
  ['headers of 20,000 characters', `${request('GET /')}X-A: ${'a'.repeat(20_000)}\r\n`, 431],
  ['no HTTP', 'hello\r\n', 400],
  ['two lengths', `${request('POST /')}Content-Length: 1\r\nContent-Length: 2\r\n`, 400],
  [
    'a length and chunks',
    `${request('POST /')}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`,
    400,
  ],
  ['a header without an end of line', `${request('GET /')}X-A: b\nX-C: d\r\n`, 400],
  ['no Host', 'GET / HTTP/1.1\r\n', 400],
  ['two Hosts', `${request('GET /')}host: y\r\n`, 400],
])('%s is answered with an error', async (_what, head, status) => {
  const { received } = await exchange(await open(), `${head}\r\n`);
  expect(received.split(' ')[1]).toBe(String(status));
  expect(received).not.toContain('here');
});

test('a client that sends a very long URL reads the response, and its connection is not reset', async () => {
  const port = await open();
  for (const megabytes of [0.1, 3, 6, 10]) {
    const path = `/${'a'.repeat(megabytes * 1e6)}`;
    const outgoing = get({ port, host: '127.0.0.1', path, agent: false });
    const outcomes: unknown[] = [];
    outgoing.on('error', (error) => outcomes.push(error));
    outgoing.on('response', (incoming) => {
      outcomes.push(incoming.statusCode);
      incoming.resume();
    });
    await new Promise((resolve) => outgoing.once('close', resolve));
    expect(outcomes).toEqual([431]);
  }
});

test('what follows a very long URL is read for two seconds at most', async () => {
  const port = await open({}, long);
  const head = request(`GET /${'a'.repeat(20_000)}`);
  const { received, after } = await exchange(port, head, drip('a', 50));
  expect(received).toMatch(/^HTTP\/1\.1 431 /);
  expect(after).toBeLessThan(15_000);
});

test.each([
  ['over TLS, as the settings say', { isSecure: true }, {}, true],
  [
    'over TLS, as the trusted proxy says',
    { trustProxy: 1 },
    { 'x-forwarded-proto': 'https' },
    true,
  ],
  ['as a visitor claims', {}, { 'x-forwarded-proto': 'https' }, false],
  ['over plain HTTP', { trustProxy: 1 }, { 'x-forwarded-proto': 'https, http' }, false],
])('Strict-Transport-Security is sent %s', async (_how, given, headers, isSent) => {
  const response = await fetch(`http://127.0.0.1:${await open(given)}/`, { headers });
  expect(response.headers.has('strict-transport-security')).toBe(isSent);
});

test('beyond the limit of a network its next connection is closed', async () => {
  const port = await open({}, { ...long, keepAlive: 5000 });
  const limits = { maxPerNetwork: 3, maxPerSite: 3 };
  limitConnections(servers.at(-1) as Server, { perNetwork: true, limits }, () => '192.0.2.1');
  const held = Array.from({ length: 3 }, () => exchange(port, `${request('GET /')}\r\n`));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await exchange(port, `${request('GET /')}\r\n`)).received).toBe('');
  for (const { received } of await Promise.all(held)) expect(received).toContain('here');
  expect((await exchange(port, `${request('GET /')}\r\n`)).received).toContain('here');
});

test('the networks of an IPv6 /48 have a limit together', async () => {
  const port = await open({}, { ...long, keepAlive: 5000 });
  let n = 0;
  const ips = new WeakMap<Socket, string>();
  const getIp = (socket: Socket) => {
    if (!ips.has(socket)) ips.set(socket, `2001:db8:1:${n++}::1`);
    return ips.get(socket);
  };
  const limits = { maxPerNetwork: 3, maxPerSite: 5 };
  limitConnections(servers.at(-1) as Server, { perNetwork: true, limits }, getIp);
  const held = Array.from({ length: 5 }, () => exchange(port, `${request('GET /')}\r\n`));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await exchange(port, `${request('GET /')}\r\n`)).received).toBe('');
  for (const { received } of await Promise.all(held)) expect(received).toContain('here');
});

test('behind a proxy a network has 64 requests in flight, the next one gets 429', async () => {
  const port = await open({ trustProxy: 1 }, long);
  const slow = (ip: string) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `${request('POST /')}X-Forwarded-For: ${ip}\r\nContent-Length: 500\r\nConnection: close\r\n\r\nx`,
      ),
    );
    return socket.on('error', () => {});
  };
  const get = (ip: string) =>
    exchange(port, `${request('GET /')}X-Forwarded-For: ${ip}\r\nConnection: close\r\n\r\n`);
  const held = Array.from({ length: 64 }, (_, n) => slow(`2001:db8::${n + 1}`));
  await expect.poll(async () => (await get('2001:db8::ffff')).received).toMatch(/^HTTP\/1\.1 429 /);
  const post = `${request('POST /')}X-Forwarded-For: 2001:db8::a\r\nContent-Length: 500\r\n\r\nx`;
  const { received, after } = await exchange(port, post);
  expect(received).toMatch(/^HTTP\/1\.1 429 .*Connection: close/is);
  expect(after).toBeLessThan(10_000);
  expect((await get('2001:db8:0:1::1')).received).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of held) socket.destroy();
  await expect.poll(async () => (await get('2001:db8::ffff')).received).toMatch(/^HTTP\/1\.1 200 /);
});

test('queued pipelined requests are no longer in flight after a disconnect', async () => {
  const isWithinLimit = createRequestLimit(1, { maxPerNetwork: 2, maxPerSite: 2 });
  const results: boolean[] = [];
  const server = createServer((request, response) => {
    results.push(isWithinLimit(request, response));
  }).listen(0, '127.0.0.1');
  server.on('connection', (socket: Socket) =>
    socket.once('close', () => setImmediate(() => server.emit('connection closed'))),
  );
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = (count: number) => {
    const get = `${request('GET /')}X-Forwarded-For: 192.0.2.1\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(get.repeat(count)));
    return socket.on('error', () => {});
  };
  for (let round = 0; round < 3; round += 1) {
    results.length = 0;
    const socket = send(2);
    await expect.poll(() => results).toEqual([true, true]);
    const closed = once(server, 'connection closed');
    socket.destroy();
    await closed;
  }
});

test.each(['request', 'response', 'both'])(
  'a request is counted until the close of %s',
  (closing) => {
    const isWithinLimit = createRequestLimit(1, { maxPerNetwork: 1, maxPerSite: 1 });
    const begin = () => {
      const request = Object.assign(new EventEmitter(), {
        headers: { 'x-forwarded-for': '192.0.2.1' },
        socket: { remoteAddress: '127.0.0.1' },
      });
      const response = Object.assign(new EventEmitter(), {
        writeHead: () => ({ end: () => {} }),
      });
      const isWithin = isWithinLimit(
        request as unknown as IncomingMessage,
        response as unknown as ServerResponse,
      );
      return { request, response, isWithin };
    };
    const { request, response } = begin();
    const rejected = begin();
    expect(rejected.isWithin).toBe(false);
    rejected.response.emit('close');
    if (closing !== 'response') request.emit('close');
    if (closing !== 'request') response.emit('close');
    expect(begin().isWithin).toBe(true);
    expect(begin().isWithin).toBe(false);
  },
);

test('behind a proxy an IPv6 /48 has 256 requests in flight', () => {
  const isWithinLimit = createRequestLimit(1);
  const closes: EventEmitter[] = [];
  const statuses: number[] = [];
  const begin = (ip: string) => {
    const response = Object.assign(new EventEmitter(), {
      writeHead: (status: number) => {
        statuses.push(status);
        return { end: () => {} };
      },
    });
    closes.push(response);
    const request = Object.assign(new EventEmitter(), {
      headers: { 'x-forwarded-for': ip },
      socket: { remoteAddress: '127.0.0.1' },
    });
    return isWithinLimit(
      request as unknown as IncomingMessage,
      response as unknown as ServerResponse,
    );
  };
  const beginMany = (count: number, ip: string) =>
    Array.from({ length: count }, () => begin(ip)).filter(Boolean).length;
  expect(beginMany(70, '192.0.2.1')).toBe(64);
  expect(statuses).toEqual(Array(6).fill(429));
  expect(beginMany(64, '192.0.2.2')).toBe(64);
  for (let subnet = 1; subnet <= 4; subnet += 1) {
    expect(beginMany(64, `2001:db8:1:${subnet}::1`)).toBe(64);
  }
  expect(begin('2001:db8:1:5::1')).toBe(false);
  expect(begin('2001:db8:2:5::1')).toBe(true);
  for (const response of closes) response.emit('close');
  expect(beginMany(64, '192.0.2.1')).toBe(64);
});

describe('a server with the maximum of connections', () => {
  const openFull = async () => {
    const port = await open({}, { ...long, slowBody: 60_000 });
    limitConnections(servers.at(-1) as Server, { perNetwork: false, max: 4 });
    return port;
  };
  const connected = () => new Promise((resolve) => setTimeout(resolve, 100));

  test('closes the connection that has been idle for longest', async () => {
    const port = await openFull();
    const closed: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const first = n === 1 ? `${request('GET /')}X-Slow` : '';
      void exchange(port, first).then(() => closed.push(n));
      await connected();
    }
    for (let n = 0; n < 2; n += 1) {
      const { received } = await exchange(port, `${request('GET /')}Connection: close\r\n\r\n`);
      expect(received).toContain('here');
    }
    expect(closed).toEqual([0]);
    void exchange(port, '');
    await connected();
    expect(
      (await exchange(port, `${request('GET /')}Connection: close\r\n\r\n`)).received,
    ).toContain('here');
    expect(closed).toEqual([0, 1]);
  });

  test('closes the connection whose body has been incomplete for longest if none is idle', async () => {
    const port = await openFull();
    const head = `${request('POST /')}Connection: close\r\nContent-Length: 5\r\n\r\n`;
    const slow: ReturnType<typeof exchange>[] = [];
    for (let n = 0; n < 4; n += 1) {
      slow.push(exchange(port, head, (write) => void setTimeout(() => write('12345'), 2000)));
      await connected();
    }
    const { received } = await exchange(port, `${request('GET /')}Connection: close\r\n\r\n`);
    expect(received).toContain('here');
    const [oldest, ...others] = await Promise.all(slow);
    expect(oldest?.received).toBe('');
    for (const other of others) expect(other.received).toMatch(/^HTTP\/1\.1 200 .*5$/s);
  });
});

test('a request of one network is handled before a burst of another', async () => {
  const handled: string[] = [];
  const app = new Hono();
  app.get('/', (context) => {
    handled.push(String(context.req.header('x-forwarded-for')));
    const end = performance.now() + 5;
    while (performance.now() < end);
    return context.text('here');
  });
  const port = await open({ trustProxy: 1 }, long, app);
  const opened = await Promise.all(
    Array.from({ length: 7 }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      return socket;
    }),
  );
  const other = opened.pop();
  const from = (ip: string) => `${request('GET /')}X-Forwarded-For: ${ip}\r\n\r\n`;
  for (const socket of opened) socket.write(from('192.0.2.1').repeat(10));
  other?.write(from('192.0.2.2'));
  await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(61);
  expect(handled.indexOf('192.0.2.2')).toBeLessThan(20);
  for (const socket of opened) socket.destroy();
  other?.destroy();
});

describe('a connection with pipelined requests', () => {
  test('is answered for up to sixteen requests at once, repeatedly', async () => {
    const port = await open({}, { ...long, keepAlive: 300 });
    const sixteen = `${request('GET /')}\r\n`.repeat(16);
    const { received } = await exchange(
      port,
      sixteen,
      (write) => void setTimeout(() => write(sixteen), 200),
    );
    expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(32);
  });

  test('is destroyed if there are more', async () => {
    let served = 0;
    const app = new Hono();
    app.get('/', () => {
      served += 1;
      return new Promise<Response>(() => {});
    });
    const port = await open({}, long, app);
    await exchange(port, `${request('GET /')}\r\n`.repeat(2000));
    // The others were queued when the connection was destroyed.
    expect(served).toBe(1);
  });
});

test('cached responses are sent at once, and the application handles the others', async () => {
  const app = createTestApp();
  const serveCached: ListenOptions['serveCached'] = ({ url }, response) => {
    if (url !== '/cached') return false;
    response.end('cached');
    return true;
  };
  const port = await open({ serveCached }, long, app);
  const [cached, other] = ['/cached', '/'].map((path) => fetch(`http://127.0.0.1:${port}${path}`));
  expect(await (await cached)?.text()).toBe('cached');
  expect(await (await other)?.text()).toBe('here');
});

test('a request in excess is answered before the application, a cached response before that', async () => {
  const sendStatus =
    (status: number, path?: string) =>
    ({ url }: IncomingMessage, response: ServerResponse) => {
      if (path !== undefined && url !== path) return false;
      response.writeHead(status).end();
      return true;
    };
  const port = await open(
    { serveCached: sendStatus(203, '/cached'), refuseExcess: sendStatus(503) },
    long,
  );
  const getStatus = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect([await getStatus('/cached'), await getStatus('/')]).toEqual([203, 503]);
});

describe('a chunked body', () => {
  const head = `${request('POST /')}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;

  test('of one-byte chunks is disconnected', async () => {
    const port = await open({}, long);
    const { received } = await exchange(port, head + '1\r\nx\r\n'.repeat(2000));
    expect(received).toBe('');
    expect(
      (await exchange(port, `${request('GET /')}Connection: close\r\n\r\n`)).received,
    ).toContain('here');
  });

  test.each([
    ['a few small chunks', '1\r\nx\r\n'.repeat(900), '900'],
    ['many large chunks', `80\r\n${'x'.repeat(128)}\r\n`.repeat(1500), '192000'],
  ])('of %s is accepted', async (_what, chunks, length) => {
    const port = await open({}, long);
    const { received } = await exchange(port, `${head}${chunks}0\r\n\r\n`);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 200 .*\\b${length}`, 's'));
  });
});
