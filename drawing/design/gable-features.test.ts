import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { hasSideWalls } from './design-geometry.ts';
import { findGableFeature } from './gable-features.ts';
import { createPresetDesign } from './preset-design.ts';
import { OPENINGS } from './shed-design.ts';

test('gable windows and loft doors are above the plates, vents at most 4 in below their top', () => {
  const property = fc.property(validDesigns, (design) => {
    for (const wall of ['front', 'back'] as const) {
      const feature = findGableFeature(design, wall);
      if (feature === undefined) continue;
      const plates = hasSideWalls(design) ? design.wallHeight : 0;
      const min = feature.type === 'vent' ? plates - 4 : plates;
      expect(feature.bottom).toBeGreaterThanOrEqual(min);
      const heads = design.openings
        .filter((opening) => opening.wall === wall)
        .map(({ type }) => OPENINGS[type].height);
      expect(feature.bottom).toBeGreaterThan(Math.max(0, ...heads));
    }
  });
  fc.assert(property, { numRuns: countRuns(5000) });
});

test('a Dutch barn and a gambrel have their gable openings 8 in above tall plates', () => {
  const barn = createPresetDesign({ style: 'Dutch Barn', width: 12, length: 16 });
  const gambrel = createPresetDesign({ style: 'Gambrel', width: 12, length: 16 });
  const getBottom = (design: typeof barn, wallHeight: number) =>
    findGableFeature({ ...design, wallHeight }, 'front')?.bottom;
  expect([84, 96, 108, 120].map((height) => getBottom(barn, height))).toEqual([104, 104, 116, 128]);
  expect([84, 108].map((height) => getBottom(gambrel, height))).toEqual([104, 116]);
});
