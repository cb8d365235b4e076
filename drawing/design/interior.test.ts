import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validDesigns } from '#tests/fixtures/random-designs.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { constrainDesign } from './constrain-design.ts';
import { getBodyLength, getDesignGeometry } from './design-geometry.ts';
import { getFixtures } from './interior.ts';
import { createFixturePanels } from './interior-panels.ts';
import { createPresetDesign } from './preset-design.ts';
import { type DesignOpening, OPENINGS, type ShedDesign } from './shed-design.ts';

const barn = createPresetDesign({ style: 'Dutch Barn', width: 8, length: 12 });

/** From the left and from the back: the way through a door, 3 ft into the shed. */
function getPassage(design: ShedDesign, { type, wall, position }: DesignOpening) {
  const [span, body] = [12 * design.width, getBodyLength(design)];
  const along = [position, position + OPENINGS[type].width] as const;
  const mirror = (length: number) => [length - along[1], length - along[0]] as const;
  return {
    front: { x: along, z: [body - 36, body] as const },
    back: { x: mirror(span), z: [0, 36] as const },
    left: { x: [0, 36] as const, z: along },
    right: { x: [span - 36, span] as const, z: mirror(body) },
  }[wall];
}

test('neither a workbench nor a shelf is in the way through a door', () => {
  let count = 0;
  const property = fc.property(validDesigns, (random) => {
    const { design } = constrainDesign({ ...random, extras: ['shelf', 'workbench'] });
    const { span, length, floorLevel } = getDesignGeometry(design);
    const doors = design.openings.filter(({ type }) => OPENINGS[type].kind === 'door');
    for (const { corners } of createFixturePanels(design)) {
      count += 1;
      const [xs, ys, zs] = [0, 1, 2].map((axis) =>
        corners.map((corner) => 12 * (corner[axis] ?? 0)),
      );
      for (const door of doors) {
        if (Math.min(...(ys ?? [])) - floorLevel >= OPENINGS[door.type].height - 1e-6) continue;
        const { x, z } = getPassage(design, door);
        const across =
          Math.min(x[1], Math.max(...(xs ?? [])) + span / 2) -
          Math.max(x[0], Math.min(...(xs ?? [])) + span / 2);
        const deep =
          Math.min(z[1], Math.max(...(zs ?? [])) + length / 2) -
          Math.max(z[0], Math.min(...(zs ?? [])) + length / 2);
        expect(Math.min(across, deep)).toBeLessThan(1e-6);
      }
    }
  });
  fc.assert(property, { numRuns: countRuns(3000) });
  expect(count).toBeGreaterThan(countRuns(3000));
});

test('a workbench ends 3 ft before an end wall whose door it would cover', () => {
  expect(getFixtures({ ...barn, extras: ['workbench', 'shelf'] })).toMatchObject([
    { extra: 'workbench', wall: 'left', from: 3.5, to: 104.5 },
    // The shelf is over the door.
    { extra: 'shelf', wall: 'right', from: 3.5, to: 140.5, height: 78 },
  ]);
});

test('a workbench is along the side that the doors of the end walls leave free', () => {
  const openings: DesignOpening[] = [{ type: 'single-door-36', wall: 'front', position: 8 }];
  const [bench] = getFixtures({ ...barn, openings, extras: ['workbench'] });
  expect(bench).toMatchObject({ wall: 'right', from: 3.5, to: 140.5 });
});

test('an A-frame whose doors take both sides has no shelf, not even along the back', () => {
  const frame = createPresetDesign({ style: 'A-Frame', width: 12, length: 6 });
  const openings = (['front', 'back'] as const).map(
    (wall): DesignOpening => ({ type: 'single-door-36', wall, position: 54 }),
  );
  const { design, changes } = constrainDesign({ ...frame, openings, extras: ['shelf'] });
  expect(design.extras).toEqual([]);
  expect(changes).toMatchObject([{ extra: 'shelf', reason: 'no free wall' }]);
});
