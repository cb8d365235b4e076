import { expect, inject, test } from 'vitest';
import { cutPower } from '#tests/durability/power-cuts.ts';
import { appendFigures } from './append-figures.ts';

const cuts = Number(process.env.POWER_CUTS ?? 1000);
const firstSeed = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** Cuts per recording. */
const perRecording = 50;

test(`no acknowledged row is lost in ${cuts} power cuts`, { timeout: 0 }, async () => {
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  for (let done = 0; done < cuts; done += perRecording) {
    const began = performance.now();
    const found = await cutPower(template.directory, {
      cuts: Math.min(perRecording, cuts - done),
      changes: 120,
      seed: firstSeed + done,
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    appendFigures('power-cut', seconds, { seed: `${firstSeed + done}`, ...found });
    expect(found.errors).toEqual([]);
  }
});
