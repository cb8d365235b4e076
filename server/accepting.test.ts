import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { noteConnection, waitForTurn } from './accepting.ts';

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
