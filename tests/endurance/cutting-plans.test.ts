import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameShed, getMembers } from '#drawing/framing/frame-shed.ts';
import { findImpossibleCut } from '#drawing/framing/testing/impossible-cuts.ts';
import { validDesigns } from '#tests/fixtures/random-designs.ts';

const numRuns = Number(process.env.CUTTING_PLANS ?? 10_000);

test(`${numRuns} designs have cutting plans with every member once, none longer than its board`, () => {
  const property = fc.property(validDesigns, (design) => {
    expect(findImpossibleCut(getMembers(frameShed(design)))).toBeUndefined();
  });
  fc.assert(property, { numRuns });
}, 7_200_000);
