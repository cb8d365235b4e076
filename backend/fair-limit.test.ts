import { expect, test } from 'vitest';
import { createFairLimit } from './fair-limit.ts';
import { TooManyRequests } from './rate-limit.ts';

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

const settle = () => new Promise((resolve) => setTimeout(resolve));

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
