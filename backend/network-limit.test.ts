import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { TooManyRequests } from './http-error.ts';
import { createFairLimit, createNetworkLimit, limitRequests } from './network-limit.ts';

/** A service that reads the body and responds once `answer` is called. */
function startService() {
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
  const { send, held, answer } = startService();
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
  const { send, held, answer } = startService();
  const responses = Array.from({ length: 6 }, (_, n) => send(`2001:db8:7:${n}::/64`));
  await settle();
  expect(held).toHaveLength(4);
  await answer(6);
  await Promise.all(responses);
});

test('requests beyond two hundred waiting ones get 429', async () => {
  const { send, answer } = startService();
  const responses = Array.from({ length: 205 }, () => send('192.0.2.1'));
  const rejected = await Promise.race(responses);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
  await answer(204);
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(204);
});

test('a body that arrives while two hundred requests wait gets 429, whatever the service responds', async () => {
  const { send, held, answer } = startService();
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
  const { send, held, answer } = startService();
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
  const { send, held, answer } = startService();
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
  const { send, held, answer } = startService();
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

function startWork(limits: Parameters<typeof createFairLimit>[0]) {
  const limit = createFairLimit(limits);
  const order: string[] = [];
  const finish: (() => void)[] = [];
  const outcomes = new Map<string, 'done' | 'refused' | 'left'>();
  const run = (name: string, signal?: AbortSignal) => {
    const work = () => {
      order.push(name);
      return new Promise<void>((resolve) => finish.push(resolve));
    };
    limit.run(name.charAt(0), work, signal).then(
      () => outcomes.set(name, 'done'),
      (error) => outcomes.set(name, error instanceof TooManyRequests ? 'refused' : 'left'),
    );
  };
  const finishAll = async () => {
    for (let done = 0; done < finish.length; done += 1) {
      finish[done]?.();
      await settle();
    }
  };
  return { limit, order, outcomes, run, finishAll };
}

test('keys take turns', async () => {
  const { order, run, finishAll } = startWork({ maxRunning: 1, maxQueuedPerKey: 9, maxQueued: 99 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) run(name);
  await finishAll();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a key runs no more than its share and has no more waiting than its places', async () => {
  const limits = { maxRunning: 3, maxRunningPerKey: 2, maxQueuedPerKey: 1, maxQueued: 99 };
  const { limit, order, outcomes, run, finishAll } = startWork(limits);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) run(name);
  await settle();
  expect(order).toEqual(['a1', 'a2', 'b1']);
  expect(outcomes.get('a4')).toBe('refused');
  expect([limit.isFull('a'), limit.isFull('b')]).toEqual([true, false]);
  await finishAll();
  expect(outcomes.get('a3')).toBe('done');
});

test('once all places are taken, the key with most waiting loses its last one to another', async () => {
  const limits = { maxRunning: 1, maxQueuedPerKey: 3, maxQueued: 4 };
  const { limit, order, outcomes, run, finishAll } = startWork(limits);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'e1']) run(name);
  await settle();
  expect(outcomes).toEqual(
    new Map([
      ['a4', 'refused'],
      ['a3', 'refused'],
      ['e1', 'refused'],
    ]),
  );
  expect([limit.isFull('e'), limit.isFull('f')]).toEqual([true, true]);
  await finishAll();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
  expect(limit.isFull('a')).toBe(false);
});

test('aborted work leaves the queue, and failing work makes room', async () => {
  const limits = { maxRunning: 1, maxQueuedPerKey: 1, maxQueued: 1 };
  const { limit, order, outcomes, run, finishAll } = startWork(limits);
  const leaving = new AbortController();
  run('a1');
  run('b1', leaving.signal);
  leaving.abort(new Error('gone'));
  run('c1');
  await finishAll();
  expect(outcomes.get('b1')).toBe('left');
  expect(order).toEqual(['a1', 'c1']);
  await expect(limit.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await limit.run('a', async () => 'fine')).toBe('fine');
});
