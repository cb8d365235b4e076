import { afterEach, expect, test } from 'vitest';
import { startTables, type TestTables } from '#tests/support/tables.ts';
import type { Caller } from './database/database.ts';
import { TooManyRequests } from './http-error.ts';
import { createConcurrencyLimit } from './limits.ts';

function startWork() {
  const limit = createConcurrencyLimit({ maxRunning: 2, maxQueued: 2 });
  const order: string[] = [];
  const finish: (() => void)[] = [];
  const run = (key: string, name: string, signal?: AbortSignal) =>
    limit.run(
      key,
      () => {
        order.push(name);
        return new Promise<string>((resolve) => finish.push(() => resolve(name)));
      },
      signal,
    );
  return { limit, order, finish, run };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('runs maxRunning works of a key at a time, in order, and those of another key in parallel', async () => {
  const { order, finish, run } = startWork();
  const first = run('a', 'a1');
  for (const name of ['a2', 'a3', 'a4']) void run('a', name);
  void run('b', 'b1');
  await settle();
  expect(order).toEqual(['a1', 'a2', 'b1']);
  finish[0]?.();
  expect(await first).toBe('a1');
  await settle();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('rejects work beyond maxQueued', async () => {
  const { limit, run } = startWork();
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  expect(limit.isFull('a')).toBe(false);
  void run('a', 'a4');
  expect([limit.isFull('a'), limit.isFull('b')]).toEqual([true, false]);
  await expect(run('a', 'a5')).rejects.toBeInstanceOf(TooManyRequests);
});

test('removes an aborted task from the queue', async () => {
  const { order, finish, run } = startWork();
  const leaving = new AbortController();
  void run('a', 'a1');
  void run('a', 'a2');
  const third = run('a', 'a3', leaving.signal);
  void run('a', 'a4');
  leaving.abort(new Error('gone'));
  await expect(third).rejects.toThrow('gone');
  finish[0]?.();
  await settle();
  expect(order).toEqual(['a1', 'a2', 'a4']);
  await expect(run('a', 'a5', leaving.signal)).rejects.toThrow('gone');
});

test('runs the next work after one fails', async () => {
  const { limit } = startWork();
  const fail = () => limit.run('a', () => Promise.reject(new Error('failed')));
  for (let n = 0; n < 5; n += 1) await expect(fail()).rejects.toThrow('failed');
});

let tables: TestTables | undefined;
afterEach(() => tables?.close());

/** The table interface over a database whose statements wait until `answer` is called. */
async function startHeldTables() {
  tables = await startTables();
  const { request, database } = tables;
  await request('service', '/reviews?select=id');
  const held: { caller: Caller; answer: () => void }[] = [];
  const { queryAsCaller } = database;
  database.queryAsCaller = async (caller, statement, options) => {
    await new Promise<void>((resolve) => held.push({ caller, answer: resolve }));
    return queryAsCaller(caller, statement, options);
  };
  const read = (caller: string, ip: string, signal?: AbortSignal) =>
    request(caller, '/reviews?select=id', {
      headers: { 'x-ridgeline-network': ip },
      ...(signal ? { signal } : {}),
    });
  return { read, held };
}

test('four statements of a network run at a time, and those of others in parallel', async () => {
  const { read, held } = await startHeldTables();
  const responses = Array.from({ length: 10 }, () => read('anon', '192.0.2.1'));
  await expect.poll(() => held.length).toBe(4);
  const other = read('anon', '192.0.2.2');
  await expect.poll(() => held.length).toBe(5);
  held[4]?.answer();
  expect((await other).status).toBe(200);
  for (let n = 0; n < 11; n += 1) {
    await expect.poll(() => held[n]).toBeDefined();
    held[n]?.answer();
  }
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test('a read whose client leaves while it waits never reaches the database', async () => {
  const { read, held } = await startHeldTables();
  const leaving = new AbortController();
  const staying = Array.from({ length: 4 }, () => read('anon', '192.0.2.1'));
  await expect.poll(() => held.length).toBe(4);
  const left = read('anon', '192.0.2.1', leaving.signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
  leaving.abort();
  expect((await left).status).toBe(499);
  for (const { answer } of held) answer();
  await Promise.all(staying);
  expect(held).toHaveLength(4);
});

test('statements beyond two hundred waiting ones of a network get 429', async () => {
  const { read, held } = await startHeldTables();
  const responses = Array.from({ length: 205 }, () => read('anon', '192.0.2.1'));
  const rejected = await Promise.race(responses);
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('retry-after')).toBe('1');
  for (let n = 0; n < 204; n += 1) {
    await expect.poll(() => held[n]).toBeDefined();
    held[n]?.answer();
  }
  await Promise.all(responses);
});

test('the networks of an IPv6 /48 run four statements at a time together', async () => {
  const { read, held } = await startHeldTables();
  const responses = Array.from({ length: 6 }, (_, n) => read('anon', `2001:db8:7:${n}::/64`));
  await expect.poll(() => held.length).toBe(4);
  const other = read('anon', '2001:db8:8:0::/64');
  await expect.poll(() => held.length).toBe(5);
  for (let n = 0; n < 7; n += 1) {
    await expect.poll(() => held[n]).toBeDefined();
    held[n]?.answer();
  }
  const statuses = (await Promise.all([...responses, other])).map(({ status }) => status);
  expect(statuses).toEqual(Array(7).fill(200));
});
