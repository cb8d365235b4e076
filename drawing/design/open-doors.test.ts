import { expect, test } from 'vitest';
import { dot, type Vec3 } from '#drawing/geometry/vector.ts';
import { createBodyWalls } from './design-panels.ts';
import { createOpenLeaves, cutDoorways, listDoorways } from './open-doors.ts';
import { createPresetDesign } from './preset-design.ts';
import { resolveShed } from './resolve-shed.ts';
import { type DesignOpening, type OpeningType, WALLS, type Wall } from './shed-design.ts';

const gable = createPresetDesign({ style: 'Gable', width: 12, length: 12 });

/** A shed with one door, 2 ft from the left corner of a wall. */
function createShed(type: OpeningType, wall: Wall) {
  const openings: DesignOpening[] = [{ type, wall, position: 24 }];
  const shed = resolveShed({ ...gable, openings, porchDepth: 0 }, false);
  const panel = createBodyWalls(shed).find(({ name }) => name === wall)?.panel;
  if (!panel) throw new Error(`No ${wall} wall`);
  return { shed, panel };
}

function getArea(corners: readonly Vec3[], u: Vec3, v: Vec3): number {
  const points = corners.map((corner) => [dot(corner, u), dot(corner, v)] as const);
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

test.each(WALLS)('the %s wall lacks its doorways and nothing else', (wall) => {
  const { shed, panel } = createShed('double-door-60', wall);
  const pieces = cutDoorways(panel, listDoorways(shed, wall));
  const areaOf = (corners: readonly Vec3[]) => getArea(corners, panel.u, panel.v);
  const rest = pieces.reduce((sum, { corners }) => sum + areaOf(corners), 0);
  expect(areaOf(panel.corners) - rest).toBeCloseTo(5 * 6);
  expect(pieces).toHaveLength(3);
  expect(pieces.every(({ marks }) => marks === panel.marks)).toBe(true);
});

test.each(WALLS)(
  'doors of the %s wall swing out around the outer edges of their doorway',
  (wall) => {
    const { shed, panel } = createShed('double-door-60', wall);
    const toWall = (corner: Vec3) => {
      const offset = corner.map(
        (value, axis) => value - (panel.origin[axis] ?? 0),
      ) as unknown as Vec3;
      return { across: dot(offset, panel.u), out: dot(offset, panel.normal) };
    };
    const leaves = createOpenLeaves(shed, wall);
    const corners = leaves.flatMap((leaf) => leaf.corners).map(toWall);
    const hinges = corners.filter(({ out }) => Math.abs(out) < 1e-6).map(({ across }) => across);
    expect(Math.min(...hinges)).toBeCloseTo(2);
    expect(Math.max(...hinges)).toBeCloseTo(7);
    expect(Math.min(...corners.map(({ out }) => out))).toBeGreaterThan(-0.05);
    // Each leaf is half as wide as the doorway.
    expect(Math.max(...corners.map(({ out }) => out))).toBeCloseTo(
      2.46 * Math.sin(100 * (Math.PI / 180)),
      1,
    );
    expect(leaves.every(({ corners: [corner] }) => (corner?.[1] ?? 0) >= shed.floor)).toBe(true);
  },
);

test('a single door has its hinges on the left, a rolled-up door leaves its last section', () => {
  const single = createShed('single-door-36', 'front');
  const xs = createOpenLeaves(single.shed, 'front').flatMap(({ corners }) =>
    corners.map(([x]) => x + 6),
  );
  expect(Math.max(...xs)).toBeLessThan(2.2);
  const rolled = createShed('roll-up-door-84', 'front');
  expect(createOpenLeaves(rolled.shed, 'front')).toEqual([]);
  expect(listDoorways(rolled.shed, 'front')).toEqual([{ left: 2, width: 7, height: 6 }]);
});

test('on a porch, open doors stand at a right angle to their wall', () => {
  const design = { ...createPresetDesign({ style: 'Porch' }), porchDepth: 5 };
  const leaves = createOpenLeaves(resolveShed(design, false), 'front');
  expect(leaves.length).toBeGreaterThan(0);
  for (const { normal } of leaves) {
    expect(Math.max(...normal.map(Math.abs))).toBeCloseTo(1);
  }
});
