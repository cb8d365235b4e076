import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('runs one at a time, what is waited for before what is made ahead', async () => {
  const turns = createTurns();
  const order: string[] = [];
  let running = 0;
  const work = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    order.push(name);
    running -= 1;
  };
  const taken = [
    turns.take(2, work('first')),
    turns.take(2, work('ahead')),
    turns.take(1, work('placeholder')),
    turns.take(0, work('wanted')),
  ];
  expect(turns.waiting(2)).toBe(1);
  await Promise.all(taken);
  expect(order).toEqual(['first', 'wanted', 'placeholder', 'ahead']);
});

test('goes on after one that fails, and settles as it did', async () => {
  const turns = createTurns();
  const failing = turns.take(0, async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  await expect(turns.take(0, async () => 'made')).resolves.toBe('made');
});
