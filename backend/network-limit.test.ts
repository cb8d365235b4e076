import { afterEach, expect, test } from 'vitest';
import type { Caller } from './database/database.ts';
import { startTables, type TestTables } from './tables/test-tables.ts';

let tables: TestTables | undefined;
afterEach(() => tables?.close());

/** Tables over a database that answers when it is told to. */
async function startHeldTables() {
  tables = await startTables();
  const { request, database } = tables;
  await request('service', '/reviews?select=id');
  const held: { caller: Caller; answer: () => void }[] = [];
  const { oneAsCaller } = database;
  database.oneAsCaller = async (caller, statement, options) => {
    await new Promise<void>((resolve) => held.push({ caller, answer: resolve }));
    return oneAsCaller(caller, statement, options);
  };
  const read = (caller: string, ip: string, signal?: AbortSignal) =>
    request(caller, '/reviews?select=id', {
      headers: { 'x-ridgeline-address': ip },
      ...(signal ? { signal } : {}),
    });
  return { read, held };
}

test('the database has four statements of a network at a time, and those of others beside them', async () => {
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

test('429 answers what would wait behind two hundred of the same network', async () => {
  const { read, held } = await startHeldTables();
  const responses = Array.from({ length: 205 }, () => read('anon', '192.0.2.1'));
  const refused = await Promise.race(responses);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  for (let n = 0; n < 204; n += 1) {
    await expect.poll(() => held[n]).toBeDefined();
    held[n]?.answer();
  }
  await Promise.all(responses);
});

test('the networks of an IPv6 /48 have four statements at a time together', async () => {
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
