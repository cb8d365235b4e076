import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { TooManyRequests } from './rate-limit.ts';

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

test('runs so many works of a key at a time, in order, and those of another key beside them', async () => {
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

test('refuses what would wait behind too many', async () => {
  const { run } = startWork();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name);
  await expect(run('a', 'a5')).rejects.toBeInstanceOf(TooManyRequests);
});

test('takes an aborted work out of the queue', async () => {
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

test('goes on after a work that fails', async () => {
  const { limit } = startWork();
  const fail = () => limit.run('a', () => Promise.reject(new Error('failed')));
  for (let n = 0; n < 5; n += 1) await expect(fail()).rejects.toThrow('failed');
});
