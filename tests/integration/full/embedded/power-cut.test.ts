import { expect, inject, test } from 'vitest';
import { cutPower } from '#tests/durability/power-cuts.ts';

// TEST_FULL=1 POWER_CUTS=1000 npm run test:integration -- power-cut

const all = Number(process.env.POWER_CUTS ?? 8);
/** Cuts per recording. */
const perRecording = 50;

test('after a power cut every folder opens with every acknowledged row', {
  timeout: 0,
}, async () => {
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  for (let done = 0; done < all; done += perRecording) {
    const { errors, rowsCompared } = await cutPower(template.directory, {
      cuts: Math.min(perRecording, all - done),
      changes: 45,
      seed: 20_261_121 + done,
    });
    expect(errors).toEqual([]);
    expect(rowsCompared).toBeGreaterThan(100);
  }
});
