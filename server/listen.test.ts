import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import { boundConnections, createRequestLimit } from './connections.ts';
import { type Front, listen, type Patience, type Surroundings } from './listen.ts';
import { prepareAnswer } from './pages/answer.ts';

const impatient = { headers: 400, request: 3000, idle: 3000, keepAlive: 300, slowBody: 400 };
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function open(
  given: Partial<Surroundings> = {},
  patience: Partial<Patience> = impatient,
  front: Front = {},
) {
  const app = new Hono();
  app.onError((_error, context) => context.text('', 500));
  app.get('/', (context) => context.text('here'));
  app.post('/', async (context) => context.text(`${(await context.req.text()).length}`));
  const surroundings = { port: 0, host: '127.0.0.1', ...given };
  const opened = await listen(app, surroundings, front, patience);
  servers.push(opened.server);
  return opened.port;
}

/** What a socket hears until it is closed, and how long that took, in milliseconds. */
function talk(port: number, first: string, more?: (write: (text: string) => void) => void) {
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<{ heard: string; after: number }>();
  let heard = '';
  const socket = connect(port, '127.0.0.1', () => {
    if (first) socket.write(first);
    more?.((text) => socket.writable && socket.write(text));
  });
  socket.on('data', (data) => {
    heard += data;
  });
  socket.on('error', () => {});
  socket.on('close', () => resolve({ heard, after: performance.now() - started }));
  return promise;
}

/** Sends a piece again and again, as those do who want to hold a place. */
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

describe.concurrent('who comes slowly is cut off', () => {
  test('a connection that says nothing', async () => {
    const { after } = await talk(await open({}, { ...long, headers: 400 }), '');
    expect(after).toBeLessThan(15_000);
  });

  test('headers that come one by one and never end', async () => {
    const port = await open({}, { ...long, headers: 400 });
    const { heard, after } = await talk(port, request('GET /'), drip('X-A: b\r\n', 50));
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(after).toBeLessThan(15_000);
  });

  test('a body that comes byte by byte', async () => {
    const head = `${request('POST /')}Content-Length: 100000\r\n\r\n`;
    const port = await open({}, { ...long, slowBody: 400 });
    const { heard, after } = await talk(port, head, drip('x', 50));
    expect(heard).toBe('');
    expect(after).toBeLessThan(15_000);
  });

  test('chunks without an end', async () => {
    const head = `${request('POST /')}Transfer-Encoding: chunked\r\n\r\n`;
    const port = await open({}, { ...long, slowBody: 400 });
    const { after } = await talk(port, head, drip('1\r\nx\r\n', 50));
    expect(after).toBeLessThan(15_000);
  });

  test('a connection that stays open after its answer', async () => {
    const port = await open({}, { ...long, keepAlive: 300 });
    const { heard, after } = await talk(port, `${request('GET /')}\r\n`);
    expect(heard).toMatch(/^HTTP\/1\.1 200 .*here$/s);
    expect(after).toBeLessThan(15_000);
  });

  test('a hundred of them hold up nobody else', async () => {
    const port = await open({}, long);
    for (let n = 0; n < 100; n += 1) void talk(port, request('GET /'), drip('X', 100));
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  });
});

test('a body that comes at a modest pace is taken', async () => {
  const port = await open({}, { ...long, slowBody: 400 });
  const head = `${request('POST /')}Connection: close\r\nContent-Length: 16000\r\n\r\n`;
  const { heard } = await talk(port, head + 'x'.repeat(8000), drip('x'.repeat(800), 150));
  expect(heard).toMatch(/^HTTP\/1\.1 200 .*16000$/s);
});

test.each([
  ['an address of 20,000 characters', request(`GET /${'a'.repeat(20_000)}`), 431],
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
])('%s is refused', async (_what, head, status) => {
  const { heard } = await talk(await open(), `${head}\r\n`);
  expect(heard.split(' ')[1]).toBe(String(status));
  expect(heard).not.toContain('here');
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
])('Strict-Transport-Security %s', async (_how, given, headers, isSent) => {
  const response = await fetch(`http://127.0.0.1:${await open(given)}/`, { headers });
  expect(response.headers.has('strict-transport-security')).toBe(isSent);
});

test('one network has so many connections, the next one is closed at once', async () => {
  const port = await open({}, { ...long, keepAlive: 5000 });
  boundConnections(servers.at(-1) as Server, { perNetwork: true, most: 3 }, () => '192.0.2.1');
  const held = Array.from({ length: 3 }, () => talk(port, `${request('GET /')}\r\n`));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await talk(port, `${request('GET /')}\r\n`)).heard).toBe('');
  for (const { heard } of await Promise.all(held)) expect(heard).toContain('here');
  expect((await talk(port, `${request('GET /')}\r\n`)).heard).toContain('here');
});

test('the networks of an IPv6 /48 have a limit together', async () => {
  const port = await open({}, { ...long, keepAlive: 5000 });
  let n = 0;
  const networkFor = () => {
    n += 1;
    return `2001:db8:1:${n}::/64`;
  };
  const limits = { perNetwork: true, most: 3, mostOfSite: 5 };
  boundConnections(servers.at(-1) as Server, limits, networkFor);
  const held = Array.from({ length: 5 }, () => talk(port, `${request('GET /')}\r\n`));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await talk(port, `${request('GET /')}\r\n`)).heard).toBe('');
  for (const { heard } of await Promise.all(held)) expect(heard).toContain('here');
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
    talk(port, `${request('GET /')}X-Forwarded-For: ${ip}\r\nConnection: close\r\n\r\n`);
  const held = Array.from({ length: 64 }, (_, n) => slow(`2001:db8::${n + 1}`));
  await expect.poll(async () => (await get('2001:db8::ffff')).heard).toMatch(/^HTTP\/1\.1 429 /);
  const post = `${request('POST /')}X-Forwarded-For: 2001:db8::a\r\nContent-Length: 500\r\n\r\nx`;
  const { heard, after } = await talk(port, post);
  expect(heard).toMatch(/^HTTP\/1\.1 429 .*Connection: close/is);
  expect(after).toBeLessThan(10_000);
  expect((await get('2001:db8:0:1::1')).heard).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of held) socket.destroy();
  await expect.poll(async () => (await get('2001:db8::ffff')).heard).toMatch(/^HTTP\/1\.1 200 /);
});

test('requests that wait behind another one are no longer in flight once their connection breaks', async () => {
  const isWithinLimit = createRequestLimit(1, 2);
  const results: boolean[] = [];
  // Never answers.
  const server = createServer((request, response) => {
    results.push(isWithinLimit(request, response));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = (count: number) => {
    const get = `${request('GET /')}X-Forwarded-For: 192.0.2.1\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(get.repeat(count)));
    return socket.on('error', () => {});
  };
  const socket = send(2);
  await expect.poll(() => results).toEqual([true, true]);
  socket.destroy();
  await expect
    .poll(() => {
      send(1);
      return results.slice(2).includes(true);
    })
    .toBe(true);
});

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
    const request = {
      headers: { 'x-forwarded-for': ip },
      socket: { remoteAddress: '127.0.0.1' },
    };
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

describe('a server with as many connections as it takes', () => {
  const openFull = async () => {
    const port = await open({}, { ...long, slowBody: 60_000 });
    boundConnections(servers.at(-1) as Server, { perNetwork: false, max: 4 });
    return port;
  };
  const connected = () => new Promise((resolve) => setTimeout(resolve, 100));

  test('closes the connection that has been idle for longest', async () => {
    const port = await openFull();
    const closed: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const first = n === 1 ? `${request('GET /')}X-Slow` : '';
      void talk(port, first).then(() => closed.push(n));
      await connected();
    }
    for (let n = 0; n < 2; n += 1) {
      const { heard } = await talk(port, `${request('GET /')}Connection: close\r\n\r\n`);
      expect(heard).toContain('here');
    }
    expect(closed).toEqual([0]);
    void talk(port, '');
    await connected();
    expect((await talk(port, `${request('GET /')}Connection: close\r\n\r\n`)).heard).toContain(
      'here',
    );
    expect(closed).toEqual([0, 1]);
  });

  test('closes the connection whose body has been incomplete for longest if none is idle', async () => {
    const port = await openFull();
    const head = `${request('POST /')}Connection: close\r\nContent-Length: 5\r\n\r\n`;
    const slow: ReturnType<typeof talk>[] = [];
    for (let n = 0; n < 4; n += 1) {
      slow.push(talk(port, head, (write) => void setTimeout(() => write('12345'), 2000)));
      await connected();
    }
    const { heard } = await talk(port, `${request('GET /')}Connection: close\r\n\r\n`);
    expect(heard).toContain('here');
    const [oldest, ...others] = await Promise.all(slow);
    expect(oldest?.heard).toBe('');
    for (const other of others) expect(other.heard).toMatch(/^HTTP\/1\.1 200 .*5$/s);
  });
});

test('a request of one network is handled before those that another has sent at once', async () => {
  const handled: string[] = [];
  const port = await open({ trustProxy: 1 }, long, {
    serve: (incoming, response) => {
      handled.push(String(incoming.headers['x-forwarded-for']));
      const end = performance.now() + 5;
      while (performance.now() < end);
      response.end('here');
      return true;
    },
  });
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
  test('is answered up to sixteen at once, again and again', async () => {
    const port = await open({}, { ...long, keepAlive: 300 });
    const sixteen = `${request('GET /')}\r\n`.repeat(16);
    const { heard } = await talk(
      port,
      sixteen,
      (write) => void setTimeout(() => write(sixteen), 200),
    );
    expect(heard.match(/HTTP\/1\.1 200 /g)).toHaveLength(32);
  });

  test.each([
    ['for the application', undefined],
    ['for pages that are sent on the connection', '/'],
  ])('is destroyed if there are more, %s', async (_what, target) => {
    const html = new Headers({ 'Content-Type': 'text/html' });
    const page = await prepareAnswer(200, html, Buffer.from('here'), 5);
    let served = 0;
    const port = await open({}, long, {
      pageFor: (requested) => (requested === target ? page : undefined),
      serve: () => {
        served += 1;
        return true;
      },
    });
    await talk(port, `${request('GET /')}\r\n`.repeat(2000));
    // The others waited for their turn when the connection was destroyed.
    expect(served).toBe(1);
  });
});

describe('a chunked body', () => {
  const head = `${request('POST /')}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;

  test('of chunks of one byte ends its connection', async () => {
    const port = await open({}, long);
    const { heard } = await talk(port, head + '1\r\nx\r\n'.repeat(2000));
    expect(heard).toBe('');
    expect((await talk(port, `${request('GET /')}Connection: close\r\n\r\n`)).heard).toContain(
      'here',
    );
  });

  test.each([
    ['a few small chunks', '1\r\nx\r\n'.repeat(900), '900'],
    ['many large chunks', `80\r\n${'x'.repeat(128)}\r\n`.repeat(1500), '192000'],
  ])('of %s is read', async (_what, chunks, length) => {
    const port = await open({}, long);
    const { heard } = await talk(port, `${head}${chunks}0\r\n\r\n`);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 200 .*\\b${length}`, 's'));
  });
});
