import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { estimateWeight } from './estimate-weight.ts';
import { frameShed } from './frame-shed.ts';

const example: ShedDesign = {
  ...createPresetDesign({ style: 'Gable', width: 10, length: 12 }),
  ...{ material: 'Wood', roofing: 'shingles', foundation: 'skids', extras: [] },
  openings: [
    { type: 'double-door-60', wall: 'front', position: 30 },
    { type: 'window-24x36', wall: 'left', position: 60 },
  ],
};
const weigh = (changes: Partial<ShedDesign> = {}) => {
  const design = { ...example, ...changes };
  return estimateWeight(design, frameShed(design));
};

test('estimateWeight agrees with the 10x12 gable shed that was weighed by hand', () => {
  const cubicInches = {
    skids: 4 * 144 * 3.5 * 3.5,
    floor: (2 * 144 + 10 * 117) * 1.5 * 5.5,
    // Plates, studs and kings, jacks, cripples and the sill; then headers.
    walls:
      (4 * 144 + 4 * 113 + 2 * 137 + 2 * 120 + 36 * 79.5 + 4 * 71.5 + 6 * 2.5 + 24.5 + 2 * 33.5) *
        5.25 +
      (2 * 64 + 2 * 27.5) * 8.25,
    // Rafters, ties and gable studs; then the ridge.
    roof: (24 * 70.6875 + 2 * 120 + 2 * 81.26) * 5.25 + 156 * 8.25,
  };
  const lumber = Object.values(cubicInches).reduce((sum, volume) => sum + volume, 0) / 1728;
  // Walls from 6 inches above the ground to the plate at 93.625, and two gables with a rise of 25.
  const siding = (528 * 87.625 + 120 * 25) / 144 - 30 - 6;
  const byHand =
    lumber * 29 + // 33.6 cubic feet, 975 lb
    120 * 2 + // the floor of 5/8 plywood
    154.92 * (1.4 + 2) + // the deck of 7/16 and shingles
    siding * 2 + // panels of 5/8
    30 * 5 + // the door
    6 * 8; // the window
  expect(byHand).toBeGreaterThan(2500);
  expect(Math.abs(weigh() / byHand - 1)).toBeLessThan(0.01);
});

test('estimateWeight leaves out what stays in the ground, and follows roofing, siding and size', () => {
  expect(weigh({ foundation: 'slab' })).toBeLessThan(weigh() - 240);
  // Its beams are heavier than skids, and its posts stay.
  expect(weigh({ foundation: 'posts' })).toBeLessThan(weigh() + 30);
  expect(weigh({ roofing: 'metal' })).toBeCloseTo(weigh() - 154.92 * 1.2, 0);
  expect(weigh({ material: 'Vinyl' })).toBeLessThan(weigh({ material: 'Metal' }));
  expect(weigh({ length: 16 })).toBeGreaterThan(1.2 * weigh());
  expect(weigh({ extras: ['loft'] })).toBeGreaterThan(weigh());
});
