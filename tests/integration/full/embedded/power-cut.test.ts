import { expect, inject, test } from 'vitest';
import { cutPower } from '#tests/durability/power-cuts.ts';

// A thousand cuts are in tests/endurance.

test('after a power cut every folder opens with every acknowledged row', {
  timeout: 400_000,
}, async () => {
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  const { errors, rowsCompared } = await cutPower(template.directory, {
    cuts: 8,
    changes: 45,
    seed: 20_261_121,
  });
  expect(errors).toEqual([]);
  expect(rowsCompared).toBeGreaterThan(100);
});
