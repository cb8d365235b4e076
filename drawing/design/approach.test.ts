import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { getApproach, getPorchEntry } from './approach.ts';
import { constrainDesign } from './constrain-design.ts';
import { createPresetDesign } from './preset-design.ts';
import { type DesignOpening, OPENINGS } from './shed-design.ts';

const porch = createPresetDesign({ style: 'Porch', width: 12, length: 16 });
const withOpenings = (openings: DesignOpening[]) => ({ ...porch, openings, extras: [] });

test('railings of a porch leave 6 in or more beside its main door, and the ramp is as wide as the door', () => {
  const design = withOpenings([{ type: 'double-door-60', wall: 'front', position: 42 }]);
  expect(getPorchEntry(design)).toEqual({ middle: 72, half: 36 });
  expect(getApproach(design)).toMatchObject({ left: 42, width: 60, start: 48 });
});

test('the entry of a porch is before the widest of its doors, even if another wall has a wider one', () => {
  const single: DesignOpening = { type: 'single-door-36', wall: 'front', position: 10 };
  const double: DesignOpening = { type: 'double-door-60', wall: 'front', position: 66 };
  const side: DesignOpening = { type: 'double-door-72', wall: 'left', position: 30 };
  expect(constrainDesign(withOpenings([single, double, side])).changes).toEqual([]);
  expect(getPorchEntry(withOpenings([single, double]))).toEqual({ middle: 96, half: 36 });
  expect(getPorchEntry(withOpenings([single, double, side]))).toEqual({ middle: 96, half: 36 });
  expect(getPorchEntry(withOpenings([single, side]))).toEqual({ middle: 33.6, half: 26.4 });
});

test('no railing is before the widest front door of a porch, and no ramp is narrower than its door', () => {
  const property = fc.property(validDesigns, (design) => {
    const [door] = design.openings
      .filter(({ type, wall }) => wall === 'front' && OPENINGS[type].kind === 'door')
      .sort((a, b) => OPENINGS[b.type].width - OPENINGS[a.type].width);
    if (door === undefined || design.porchDepth === 0) return;
    const { width } = OPENINGS[door.type];
    const { middle, half } = getPorchEntry(design);
    expect(middle - half).toBeLessThanOrEqual(door.position);
    expect(middle + half).toBeGreaterThanOrEqual(door.position + width);
    const approach = getApproach(design);
    if (approach?.wall === 'front') expect(approach.width).toBeGreaterThanOrEqual(width);
  });
  fc.assert(property, { numRuns: countRuns(5000) });
});
