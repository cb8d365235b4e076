import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type BodyLimits, createBodyBudget } from './body-budget.ts';
import { readBytes } from './request-body.ts';

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
