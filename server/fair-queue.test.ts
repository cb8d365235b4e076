import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue, noteConnection, waitForTurn } from './fair-queue.ts';

test('one task runs per turn of the event loop, the keys in turn', async () => {
  const run = createFairQueue();
  const order: string[] = [];
  for (let count = 1; count <= 4; count += 1) run('a', () => order.push(`a${count}`));
  run('b', () => order.push('b1'));
  run('c', () => order.push('c1'));
  run('b', () => order.push('b2'));
  expect(order).toEqual(['a1']);
  await nextTurn();
  expect(order.length).toBeLessThan(4);
  await expect.poll(() => order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  await nextTurn();
  await nextTurn();
  run('a', () => order.push('a5'));
  expect(order.at(-1)).toBe('a5');
});

test('the queue continues after a task that throws', async () => {
  const run = createFairQueue();
  const order: string[] = [];
  expect(() =>
    run('a', () => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  run('a', () => order.push('a'));
  await expect.poll(() => order).toEqual(['a']);
});

test('waitForTurn resolves one caller per turn of the event loop', async () => {
  const order: number[] = [];
  for (let count = 1; count <= 3; count += 1) void waitForTurn().then(() => order.push(count));
  let previous = 0;
  while (order.length < 3) {
    await nextTurn();
    expect(order.length - previous).toBeLessThanOrEqual(1);
    previous = order.length;
  }
  expect(order).toEqual([1, 2, 3]);
});

test('waitForTurn lets connections come first, for at most 50 ms', async () => {
  const began = performance.now();
  let isAccepting = true;
  const accept = () => {
    if (!isAccepting) return;
    noteConnection();
    setImmediate(accept);
  };
  accept();
  await waitForTurn();
  isAccepting = false;
  expect(performance.now() - began).toBeGreaterThanOrEqual(49);
  await nextTurn();
  await nextTurn();
  await nextTurn();
  let isResolved = false;
  void waitForTurn().then(() => {
    isResolved = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(isResolved).toBe(true);
});
