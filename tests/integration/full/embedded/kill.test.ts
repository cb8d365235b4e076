import { expect, test } from 'vitest';
import { killRounds } from '#tests/durability/kill-rounds.ts';

const rounds = 2;

test(`every acknowledged write exists after ${rounds} kills`, { timeout: 300_000 }, async () => {
  const { acknowledged, missing } = await killRounds(undefined, rounds);
  expect(missing).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10 * rounds);
});
