import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createNetworkLimit } from './limits.ts';
import { readBytes } from './request-body.ts';
import { type BodyLimits, createBodyBudget, limitRequests } from './request-limits.ts';

const limits: BodyLimits = {
  maxBytes: 100,
  maxBytesPerNetwork: 60,
  maxBytesPerSite: 80,
  freeBytes: 10,
  idleTimeoutMs: 100,
  timeoutMs: 400,
};

/** A service that holds each body until it is released. */
function startService() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = 0;
  const app = new Hono();
  app.use(createBodyBudget((request) => request.headers.get('network'), limits));
  app.post('/', async (context) => {
    const body = await readBytes(context.req.raw, 1000).catch(() => undefined);
    if (!body) return context.json({ code: 'bad_json' }, 400, { 'x-sb-error-code': 'bad_json' });
    held += 1;
    if (context.req.header('hold')) await released;
    return context.text(String(body.length));
  });
  const post = (body: BodyInit, network: string, hold = false) => {
    const headers = { ...(network && { network }), ...(hold && { hold: 'yes' }) };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    return Promise.resolve(app.request('http://localhost/', init));
  };
  return { post, release, countHeld: () => held };
}

test('answers 503 beyond the total until a request is done', async () => {
  const { post, release, countHeld } = startService();
  const first = [post('x'.repeat(60), 'a', true), post('x'.repeat(60), 'b', true)];
  await expect.poll(countHeld).toBe(2);
  const rejected = await post('x'.repeat(11), 'c');
  expect(await rejected.json()).toMatchObject({ code: 'over_body_limit', success: false });
  expect(rejected.headers.get('x-sb-error-code')).toBe('over_body_limit');
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await (await post('x'.repeat(10), 'c')).text()).toBe('10');
  release();
  for (const response of await Promise.all(first)) expect(response.status).toBe(200);
  expect(await (await post('x'.repeat(60), 'c')).text()).toBe('60');
});

test('one network is limited to its share, the process itself is not', async () => {
  const { post, release, countHeld } = startService();
  const first = post('x'.repeat(60), 'a', true);
  await expect.poll(countHeld).toBe(1);
  expect((await post('x'.repeat(40), 'a')).status).toBe(503);
  expect((await post('x'.repeat(40), 'b')).status).toBe(200);
  expect((await post('x'.repeat(500), '')).status).toBe(200);
  release();
  expect((await first).status).toBe(200);
});

test('the networks of one IPv6 /48 share 80 bytes, and other networks have the rest', async () => {
  const { post, release, countHeld } = startService();
  const first = [
    post('x'.repeat(50), '2001:db8:1:1::/64', true),
    post('x'.repeat(50), '2001:db8:1:2::/64', true),
  ];
  await expect.poll(countHeld).toBe(2);
  expect((await post('x'.repeat(11), '2001:db8:1:3::/64')).status).toBe(503);
  expect((await post('x'.repeat(30), '2001:db8:2:1::/64')).status).toBe(200);
  expect((await post('x'.repeat(30), '192.0.2.1')).status).toBe(200);
  release();
  for (const response of await Promise.all(first)) expect(response.status).toBe(200);
  expect((await post('x'.repeat(70), '2001:db8:1:3::/64')).status).toBe(200);
});

test('answers 408 to a body that stalls, and releases its bytes', async () => {
  const { post } = startService();
  const stalled = () =>
    new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(60)) });
  for (let time = 0; time < 3; time += 1) {
    const response = await post(stalled(), 'a');
    expect(response.status).toBe(408);
    expect(await response.json()).toMatchObject({ code: 'request_timeout' });
  }
  expect((await post('x'.repeat(60), 'a')).status).toBe(200);
});

test('bytes that arrive after the timeout are not counted', async () => {
  const { post } = startService();
  const late: ReadableStreamDefaultController[] = [];
  for (let time = 0; time < 3; time += 1) {
    const body = new ReadableStream({ start: (controller) => void late.push(controller) });
    expect((await post(body, 'a')).status).toBe(408);
  }
  for (const controller of late) controller.enqueue(new Uint8Array(60));
  await new Promise(setImmediate);
  expect((await post('x'.repeat(60), 'a')).status).toBe(200);
});

test('answers 408 to a body that drips beyond its time', async () => {
  const { post } = startService();
  let timer: NodeJS.Timeout | undefined;
  const dripping = new ReadableStream({
    start: (controller) => {
      timer = setInterval(() => controller.enqueue(new Uint8Array(1)), 20);
    },
  });
  expect((await post(dripping, 'a')).status).toBe(408);
  clearInterval(timer);
});

/** A service that reads the body and responds once `answer` is called. */
function startCountedService() {
  const held: (() => void)[] = [];
  const app = new Hono();
  app.use(limitRequests(createNetworkLimit(), ({ req }) => req.header('network')));
  app.onError((_error, context) => context.text('', 500));
  app.all('/', async (context) => {
    const body = await context.req.raw.text();
    await new Promise<void>((resolve) => held.push(resolve));
    return context.text(body);
  });
  const send = (network: string, init: RequestInit = {}) =>
    app.request('http://localhost/', { ...init, headers: network ? { network } : {} });
  /** Answers so many requests, as they come. */
  const answer = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      held.shift()?.();
    }
  };
  return { send, held, answer };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a network has four requests in progress, others and the process itself have theirs', async () => {
  const { send, held, answer } = startCountedService();
  const responses = Array.from({ length: 10 }, () => send('192.0.2.1'));
  await settle();
  expect(held).toHaveLength(4);
  responses.push(send('192.0.2.2'), send(''));
  await settle();
  expect(held).toHaveLength(6);
  await answer(12);
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(statuses).toEqual(Array(12).fill(200));
});

test('the networks of an IPv6 /48 have four requests in progress together', async () => {
  const { send, held, answer } = startCountedService();
  const responses = Array.from({ length: 6 }, (_, n) => send(`2001:db8:7:${n}::/64`));
  await settle();
  expect(held).toHaveLength(4);
  await answer(6);
  await Promise.all(responses);
});

test('requests beyond two hundred waiting ones get 429', async () => {
  const { send, answer } = startCountedService();
  const responses = Array.from({ length: 205 }, () => send('192.0.2.1'));
  const rejected = await Promise.race(responses);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
  await answer(204);
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(204);
});

test('a body that arrives while two hundred requests wait gets 429, whatever the service responds', async () => {
  const { send, held, answer } = startCountedService();
  const { readable: body, writable } = new TransformStream();
  const upload = send('192.0.2.1', { method: 'POST', body, duplex: 'half' } as RequestInit);
  await settle();
  const responses = Array.from({ length: 204 }, () => send('192.0.2.1'));
  await settle();
  await writable.close();
  const rejected = await upload;
  expect([rejected.status, await rejected.json()]).toMatchObject([
    429,
    { code: 'over_request_rate_limit' },
  ]);
  expect(held).toHaveLength(4);
  await answer(204);
  await Promise.all(responses);
});

test('a request whose client leaves while it waits is never begun', async () => {
  const { send, held, answer } = startCountedService();
  const leaving = new AbortController();
  const responses = Array.from({ length: 4 }, () => send('192.0.2.1'));
  const left = send('192.0.2.1', { signal: leaving.signal });
  await settle();
  leaving.abort();
  expect((await left).status).toBe(499);
  await answer(4);
  await Promise.all(responses);
  expect(held).toHaveLength(0);
});

test('a request does not count while its body arrives, and counts from then on', async () => {
  const { send, held, answer } = startCountedService();
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  const upload = () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        bodies.push(controller);
        controller.enqueue(new Uint8Array([0x61]));
      },
    });
    return send('192.0.2.1', { method: 'POST', body, duplex: 'half' } as RequestInit);
  };
  const uploads = Array.from({ length: 8 }, upload);
  await settle();
  const read = send('192.0.2.1');
  await settle();
  expect(held).toHaveLength(1);
  await answer(1);
  expect((await read).status).toBe(200);

  for (const body of bodies) {
    body.enqueue(new Uint8Array([0x62]));
    body.close();
  }
  await settle();
  expect(held).toHaveLength(4);
  await answer(8);
  const texts = (await Promise.all(uploads)).map((response) => response.text());
  expect(await Promise.all(texts)).toEqual(Array(8).fill('ab'));
});

test('aborted uploads are not counted any more', async () => {
  const { send, held, answer } = startCountedService();
  for (let n = 0; n < 6; n += 1) {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('left')) });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    expect((await send('192.0.2.1', init)).status).toBe(500);
  }
  const responses = Array.from({ length: 4 }, () => send('192.0.2.1'));
  await settle();
  expect(held).toHaveLength(4);
  await answer(4);
  await Promise.all(responses);
});
