import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeServer } from '#server/shutdown.ts';
import { type Answer, prepareAnswer, sendAnswer } from './answer.ts';
import { answerDirectly, type DirectPatience } from './direct-answers.ts';

const patience: DirectPatience = { first: 5000, next: 4000, idle: 5000 };
let page: Answer;
let large: Answer;
let missing: Answer;
let huge: Answer;

beforeAll(async () => {
  const html = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  page = await prepareAnswer(200, html, Buffer.from('<p>A shed of pine.</p>'.repeat(100)), 5);
  const film = new Headers({ 'Content-Type': 'video/mp4' });
  large = await prepareAnswer(200, film, Buffer.alloc(4_000_000, 'x'), 5);
  huge = await prepareAnswer(200, film, Buffer.alloc(60_000_000, 'x'), 5);
  missing = await prepareAnswer(404, html, Buffer.from('<p>There is no such page.</p>'), 5);
});

function pageFor(target: string): Answer | Promise<Answer> | undefined {
  if (target === '/slow') return sleep(100, page);
  if (target === '/missing') return sleep(1, missing);
  if (target === '/broken') return Promise.reject(new Error('It can not be rendered'));
  return { '/': page, '/large': large, '/huge': huge }[target];
}

/** A server that sends the pages itself, straight on the connection or as Node does. */
async function open(direct: boolean, wait: Partial<DirectPatience> = {}) {
  const seen: string[] = [];
  const server = createServer({ keepAliveTimeout: patience.next }, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  const answers = direct ? answerDirectly(server, pageFor, { ...patience, ...wait }) : undefined;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    answers?.close();
    return closeServer(server);
  };
  return { port, seen, server, close };
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const kept = await Promise.resolve(pageFor(request.url ?? '')).catch(() => undefined);
  if (kept && request.method === 'GET') return sendAnswer(request, response, kept);
  const chunks = await Array.fromAsync(request);
  response.end(`${request.method} ${request.url} ${Buffer.concat(chunks)}`);
}

/** Sends the pieces, each a moment after the one before; `heard` grows. */
async function say(port: number, pieces: string[]) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const said = { heard: '', end: () => socket.destroy() };
  socket.on('data', (text) => {
    said.heard += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await sleep(20);
  }
  return said;
}

/**
 * What two servers answer, as soon as it has been the same for a moment; else after three seconds.
 *
 * @param nonsense whether they may answer nothing, or differ for good: then half a second in which
 *   nothing comes is the end, too
 */
async function answersOf(ports: [number, number], pieces: string[], nonsense = false) {
  const said = await Promise.all(ports.map((port) => say(port, pieces)));
  const heard = () => said.map((each) => each.heard.replaceAll(/^Date: .*$/gm, 'Date'));
  let before = '';
  for (let tries = 0, same = 0, still = 0; tries < 150 && same < 3 && still < 25; tries += 1) {
    const [one = '', other = ''] = heard();
    same = one === other && (one || nonsense) ? same + 1 : 0;
    still = nonsense && one + other === before ? still + 1 : 0;
    before = one + other;
    await sleep(20);
  }
  for (const { end } of said) end();
  return heard();
}

/** What a server answers first. */
async function firstAnswer(port: number, text: string) {
  const said = await say(port, [text]);
  await expect.poll(() => said.heard).not.toBe('');
  said.end();
  return said.heard;
}

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;
const post = (target: string, body: string) =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const refusal = 'HTTP/1.1 400';

describe.concurrent('beside the same server without it', () => {
  const open2 = () => Promise.all([open(true), open(false)]);
  test.each<[string, string[], number]>([
    ['a page', [get('/')], 0],
    ['a page, compressed', [get('/', 'Accept-Encoding: gzip, br\r\n')], 0],
    ['two pages, one after the other', [get('/'), get('/')], 0],
    ['a page, and then something else', [get('/'), post('/form', 'a=1'), get('/')], 2],
    ['a page that is rendered first', [get('/slow'), get('/')], 0],
    ['no page, as a render finds', [get('/missing'), get('/')], 0],
    ['a page that can not be rendered', [get('/broken'), get('/')], 2],
    ['a page in pieces', ['GET / HTT', 'P/1.1\r\nHost: x\r\n', '\r\n', get('/')], 2],
    ['two pages at once', [get('/') + get('/')], 2],
    ['a form and a page at once', [post('/form', 'a=1') + get('/')], 2],
    ['a page that the visitor has', [get('/', `If-None-Match: *\r\n`)], 1],
    ['a page that is not kept', [get('/other')], 1],
    ['no HTTP', ['hello\r\n\r\n'], 0],
    ['the last page', [get('/', 'Connection: close\r\n')], 1],
    ['a body with a length that is smuggled in', [get('/', 'Content-Length: 3\r\n'), 'a=1'], 1],
  ])('%s', async (_what, pieces, seenByNode) => {
    const [ours, nodes] = await open2();
    const [mine = '', theirs = ''] = await answersOf([ours.port, nodes.port], pieces);
    expect(mine).toBe(theirs);
    expect(mine).toMatch(/^HTTP/);
    expect(ours.seen).toHaveLength(seenByNode);
    await Promise.all([ours.close(), nodes.close()]);
  });

  test('whatever comes, in whatever pieces', { timeout: 60_000 }, async () => {
    const [ours, nodes] = await open2();
    const token = fc.constantFrom(
      ...['GET', 'POST', ' ', '/', '/large?', ' HTTP/1.1', ' HTTP/1.0', '\r\n', '\n', '\r', '\0'],
      ...['Host: x\r\n', 'Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', 'abc', '3\r\n'],
      ...['0\r\n\r\n', get('/'), get('/form'), post('/form', 'a=1'), 'Connection: close\r\n', ': '],
      ...[
        'Accept-Encoding: br\r\n',
        'If-None-Match: *\r\n',
        'Expect: 100-continue\r\n',
        '\r\n\r\n',
      ],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(token, { maxLength: 8 }), { maxLength: 3 }),
        async (all) => {
          const pieces = all.map((tokens) => tokens.join('')).filter(Boolean);
          const [mine = '', theirs = ''] = await answersOf([ours.port, nodes.port], pieces, true);
          // Where nonsense follows requests at once, Node refuses it before it has answered those or
          // after, as it happens; all else is the same.
          const [one = '', other = ''] = [mine, theirs].map((heard) => heard.split(refusal)[0]);
          expect(one.startsWith(other) || other.startsWith(one)).toBe(true);
          expect(mine === '').toBe(theirs === '');
        },
      ),
      { numRuns: Number(process.env.FUZZ_CASES ?? 40) },
    );
    await Promise.all([ours.close(), nodes.close()]);
  });
});

test('the Date is of this second', async () => {
  const { port, close } = await open(true);
  const dateOf = (heard: string) => Date.parse(/^Date: (.*)\r$/m.exec(heard)?.[1] ?? '');
  const first = dateOf(await firstAnswer(port, get('/')));
  await sleep(1100);
  const second = dateOf(await firstAnswer(port, get('/')));
  expect(second).toBeGreaterThan(first);
  expect(Math.abs(Date.now() - second)).toBeLessThan(30_000);
  await close();
});

describe.concurrent('who does not go on is let go', () => {
  const until = async (socket: Socket) => {
    const started = performance.now();
    await Promise.race([once(socket.resume(), 'close'), sleep(20_000, undefined, { ref: false })]);
    return performance.now() - started;
  };

  const long = { first: 60_000, next: 60_000, idle: 60_000 };
  test.each([
    ['without a word', { first: 200 }, ''],
    ['after an answer', { next: 200 }, get('/')],
  ])('%s', async (_when, short, text) => {
    const { port, close } = await open(true, { ...long, ...short });
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    expect(await until(socket)).toBeLessThan(15_000);
    await close();
  });

  test('in the middle of an answer, and takes no memory until then', async () => {
    const { port, close, server } = await open(true, { idle: 300 });
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    const [connection] = (await accepted) as [Socket];
    const closed = once(connection, 'close');
    for (let n = 0; n < 50; n += 1) {
      socket.write(get('/large'));
      await sleep(2);
    }
    expect(connection.writableLength).toBeLessThan(2 * 4_001_000);
    await closed;
    socket.destroy();
    await close();
  });
});

describe.concurrent('at the end of the process', () => {
  test('who has had an answer goes at once, who waits for one still gets it', async () => {
    const { port, close } = await open(true);
    const [idle, fresh] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    idle.write(get('/'));
    await once(idle, 'data');
    const started = performance.now();
    const closed = close();
    await once(idle.resume(), 'close');
    fresh.write(get('/'));
    expect(String(await once(fresh, 'data'))).toContain('200 OK');
    await closed;
    expect(performance.now() - started).toBeLessThan(4000);
  });

  test('who waits for a render gets it, and is let go', async () => {
    const { port, close } = await open(true);
    const socket = connect(port, '127.0.0.1');
    socket.write(get('/'));
    await once(socket, 'data');
    socket.write(get('/slow'));
    await sleep(30);
    const closed = close();
    expect(String(await once(socket, 'data'))).toContain('200 OK');
    await once(socket.resume(), 'close');
    await closed;
  });

  test('who takes an answer slowly is cut off after the grace', { timeout: 60_000 }, async () => {
    const { port, close } = await open(true);
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.pause();
    socket.write(get('/huge'));
    await once(socket, 'readable');
    const reading = setInterval(() => socket.read(256 * 1024) ?? socket.read(), 200);
    const started = performance.now();
    await close();
    clearInterval(reading);
    expect(performance.now() - started).toBeLessThan(8000);
    socket.destroy();
  });

  test('an answer under way is finished', async () => {
    const { port, close } = await open(true);
    const socket = connect(port, '127.0.0.1');
    socket.write(get('/large'));
    await once(socket, 'readable');
    const closed = close();
    let bytes = 0;
    for await (const chunk of socket) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(4_000_000);
    await closed;
  });
});

test('Node has one listener for connections, which is the one that is asked', () => {
  const server = createServer();
  expect(server.listeners('connection')).toHaveLength(1);
  server.on('connection', () => {});
  expect(() => answerDirectly(server, pageFor, patience)).toThrow("aren't known");
});

test("asks for a page with the visitor's IP, behind a proxy that of X-Forwarded-For", async () => {
  const ips: (string | undefined)[] = [];
  const server = createServer();
  const notePage = (_target: string, getIp: () => string | undefined) => {
    ips.push(getIp());
    return page;
  };
  answerDirectly(server, notePage, patience, { proxies: 1 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const head = 'GET / HTTP/1.1\r\nHost: x\r\n';
  const said = await say(port, [
    `${head}\r\n`,
    `${head}X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2\r\n\r\n`,
  ]);
  said.end();
  server.close();
  expect(ips).toEqual(['127.0.0.1', '192.0.2.2']);
});
