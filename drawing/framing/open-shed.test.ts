import { expect, test } from 'vitest';
import { createBodyWalls } from '#drawing/design/design-panels.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { resolveShed } from '#drawing/design/resolve-shed.ts';
import { STYLES } from '#drawing/design/shed-design.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import { dot, sub } from '#drawing/geometry/vector.ts';
import { createOpenShed } from './open-shed.ts';

const getRange = (panels: readonly Panel[], axis: 0 | 1 | 2) => {
  const values = panels.flatMap(({ corners }) => corners.map((corner) => corner[axis]));
  return [Math.min(...values), Math.max(...values)];
};

test.each(STYLES)('the inside of a %s has a floor, four walls around it, and no roof', (style) => {
  const design = { ...createPresetDesign({ style, width: 12, length: 16 }), porchDepth: 0 };
  const { panels, walls } = createOpenShed(design, { hasOpenDoors: false, isInside: true });
  expect(walls).toHaveLength(4);
  for (const { out, distance, panels: parts } of walls) {
    expect(distance).toBeGreaterThan(0);
    // Sheathing and frame are on the inside of the wall's plane.
    const reach = parts.flatMap(({ corners }) =>
      corners.map((corner) => corner[0] * out[0] + corner[1] * out[1] + corner[2] * out[2]),
    );
    if (style !== 'A-Frame') expect(Math.max(...reach)).toBeLessThan(distance + 0.01);
    expect(parts.length).toBeGreaterThan(10);
  }
  const [, top = 0] = getRange(panels, 1);
  expect(top).toBeLessThan(9);
});

test('the inside has the loft, the shelf and the workbench of the design', () => {
  const plain = {
    ...createPresetDesign({ style: 'Gambrel', width: 12, length: 16 }),
    extras: [],
  };
  const rich = { ...plain, extras: ['loft', 'shelf', 'workbench'] as const };
  const [empty, full] = [plain, rich].map(
    (design) => createOpenShed(design, { hasOpenDoors: false, isInside: true }).panels,
  );
  expect(full?.length).toBeGreaterThan((empty?.length ?? 0) + 20);
  expect(getRange(full ?? [], 1)[1]).toBeGreaterThan(getRange(empty ?? [], 1)[1] ?? 0);
});

test('with open doors, nothing of the frame is in a doorway', () => {
  const design = {
    ...createPresetDesign({ style: 'Gable', width: 12, length: 12 }),
    openings: [{ type: 'double-door-60', wall: 'left', position: 42 } as const],
  };
  const { panels, inside, walls } = createOpenShed(design, { hasOpenDoors: true, isInside: false });
  expect(walls).toEqual([]);
  // The middle of the doorway is 4 ft above the floor, in the middle of the left wall.
  const blocking = [...panels, ...inside].filter((panel) => {
    const [xs, ys, zs] = [0, 1, 2].map((axis) => getRange([panel], axis as 0 | 1 | 2));
    const holds = ([low = 0, high = 0]: number[] = [], value: number) =>
      low < value && high > value;
    return (xs?.[1] ?? 0) < -5.5 && holds(ys, 4) && holds(zs, 0);
  });
  expect(blocking).toEqual([]);
});

test.each(STYLES)('with open doors, nothing of the inside of a %s touches its siding', (style) => {
  const design = createPresetDesign({ style, width: 12, length: 16 });
  const { inside } = createOpenShed(design, { hasOpenDoors: true, isInside: false, isLit: true });
  const walls = createBodyWalls(resolveShed(design, false));
  const corners = inside.flatMap((panel) => panel.corners);
  for (const { panel } of walls) {
    const distances = corners.map((corner) => dot(sub(panel.origin, corner), panel.normal));
    expect(Math.min(...distances)).toBeGreaterThan(0.015);
  }
});
