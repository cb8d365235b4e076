import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';
import { TooManyRequests, tooManyRequestsResponse } from './http-error.ts';
import {
  countInDatabase,
  countInMemory,
  createFairLimit,
  createRequestRateLimit,
} from './limits.ts';

let database: Database;
beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

const limit = { hits: 2, seconds: 60 };

test('countInDatabase stops querying a key that was rejected 20 times', async () => {
  const count = countInDatabase(database);
  for (let n = 0; n < 30; n += 1) await count('burst', limit);
  await sql`delete from private.rate_limits where key = 'burst'`.execute(database.owner);
  // The row of the key is deleted, and the table is not queried.
  expect(await countInDatabase(database)('burst', limit)).toBeGreaterThan(0);
  expect(await count('other', limit)).toBe(0);
});

test('countInDatabase returns the seconds until the window ends', async () => {
  const count = countInDatabase(database);
  expect(await count('a', limit)).toBe(0);
  expect(await count('a', limit)).toBe(0);
  expect(await count('b', limit)).toBe(0);
  await sql`update private.rate_limits set window_started_at = now() - interval '45.5 s' where key = 'a'`.execute(
    database.owner,
  );
  expect([14, 15]).toContain(await count('a', limit));
  await sql`update private.rate_limits set window_started_at = now() - interval '61 s' where key = 'a'`.execute(
    database.owner,
  );
  expect(await count('a', limit)).toBe(0);
});

test('countInMemory returns the seconds until the window ends, by a monotonic clock', async () => {
  let now = 0;
  const count = countInMemory({ now: () => now });
  expect(await count('a', limit)).toBe(0);
  now = 45_500;
  expect(await count('a', limit)).toBe(0);
  expect(await count('a', limit)).toBe(15);
  expect(await count('b', limit)).toBe(0);
  now = 60_001;
  expect(await count('a', limit)).toBe(0);
});

/** Bytes in use after a garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('countInMemory uses bounded memory for many keys', async () => {
  const count = countInMemory();
  const before = bytesInUse();
  for (let n = 0; n < 200_000; n += 1) await count(`network:${n}`, limit);
  expect(bytesInUse() - before).toBeLessThan(12 * 1024 * 1024);
  // It is still counted with: what it holds has not been thrown away.
  expect(await count('network:199999', limit)).toBe(0);
});

const callerAs = (caller: Caller) => async () => caller;
const request = new Request('http://localhost/');
const ann: Caller = { role: 'authenticated', claims: { sub: 'ann' } };

test('each network has its own requests a minute', async () => {
  const limit = createRequestRateLimit(3);
  for (let n = 0; n < 3; n += 1) expect(await limit.countNetwork('192.0.2.1')).toBe(0);
  expect(await limit.countNetwork('192.0.2.1')).toBe(60);
  expect(await limit.countNetwork('192.0.2.2')).toBe(0);
});

test('an account has one limit across networks; anon and the service key are not limited as accounts', async () => {
  const limit = createRequestRateLimit(3);
  for (let n = 0; n < 3; n += 1) await limit.countAccounts(callerAs(ann))(request);
  await expect(limit.countAccounts(callerAs(ann))(request)).rejects.toThrow(TooManyRequests);
  const ben = { ...ann, claims: { sub: 'ben' } };
  expect(await limit.countAccounts(callerAs(ben))(request)).toBe(ben);
  for (const role of ['anon', 'service_role'] as const) {
    const resolveCaller = limit.countAccounts(callerAs({ role, claims: {} }));
    for (let n = 0; n < 9; n += 1) expect((await resolveCaller(request)).role).toBe(role);
  }
});

test('a maximum of 0 disables the limit', async () => {
  const limit = createRequestRateLimit(0);
  for (let n = 0; n < 9; n += 1) expect(await limit.countNetwork('192.0.2.1')).toBe(0);
});

test('tooManyRequestsResponse has Retry-After and the fields of every service', async () => {
  const response = tooManyRequestsResponse(new TooManyRequests(17));
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
  expect(await response.json()).toMatchObject({
    code: 'over_request_rate_limit',
    message: 'Too many requests, please try again later',
    statusCode: '429',
    success: false,
  });
});

test('an IPv6 /48 may send four times as much as one of its networks', async () => {
  const limit = createRequestRateLimit(2);
  const waits: number[] = [];
  for (let n = 0; n < 10; n += 1) waits.push(await limit.countNetwork(`2001:db8:7:${n}::/64`));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(8);
  expect(await limit.countNetwork('2001:db8:8:0::/64')).toBe(0);
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

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
