import { describe, expect, test } from 'vitest';
import { frameShed } from '#drawing/framing/frame-shed.ts';
import { type Panel, toWorld } from '#drawing/geometry/panel.ts';
import { constrainDesign } from './constrain-design.ts';
import { getDesignGeometry } from './design-geometry.ts';
import {
  createDesignPanels,
  createDesignParts,
  createEntrancePanels,
  getDesignBulk,
} from './design-panels.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, STYLES, WALLS } from './shed-design.ts';

const design: ShedDesign = {
  version: 1,
  style: 'Gable',
  width: 12,
  length: 16,
  wallHeight: 84,
  material: 'Wood',
  wallColor: 'Natural',
  trimColor: 'White',
  roofColor: 'Charcoal',
  roofing: 'shingles',
  foundation: 'skids',
  openings: [{ type: 'double-door-60', wall: 'front', position: 42 }],
  extras: [],
  porchDepth: 0,
};

const getRange = (panels: readonly Panel[], axis: 0 | 1 | 2) => {
  const values = panels.flatMap(({ corners }) => corners.map((corner) => corner[axis]));
  return [Math.min(...values), Math.max(...values)];
};
const getPart = (changes: Partial<ShedDesign>, name: string) =>
  createDesignParts({ ...design, ...changes }).find((part) => part.name === name)?.panels ?? [];

describe.each(STYLES)('a %s', (style) => {
  test('has its footprint, walls up to the roof, and its ridge at the height of the frame', () => {
    const walls = getPart({ style }, 'walls');
    expect(getRange(walls, 2)).toEqual([-8, 8]);
    const sides = walls.filter(({ normal }) => Math.abs(normal[0]) > 0.9);
    if (style === 'A-Frame') {
      expect(sides).toEqual([]);
      expect(getRange(walls, 0)[1]).toBeGreaterThan(5.75);
    } else {
      expect(getRange(walls, 0)).toEqual([-6, 6]);
      const height = Math.max(...sides.map((side) => side.height));
      expect(height).toBeGreaterThan(6.6);
      expect(height).toBeLessThanOrEqual(7);
    }
    const [, ridge = 0] = getRange(getPart({ style }, 'roof'), 1);
    expect(12 * ridge).toBeCloseTo(frameShed({ ...design, style }).height, 4);
  });

  test('has no panel with a corner that is not finite', () => {
    for (const foundation of ['skids', 'slab', 'posts'] as const) {
      const panels = createDesignPanels(
        { ...design, style, foundation, porchDepth: 6, extras: ['ramp', 'cupola', 'skylight'] },
        { snow: true },
      );
      expect(
        panels
          .flatMap((panel) => panel.corners)
          .flat()
          .every(Number.isFinite),
      ).toBe(true);
    }
  });
});

test.each(WALLS)('a window of the %s is a mark of that wall alone', (wall) => {
  const opening: DesignOpening = { type: 'window-24x36', wall, position: 30 };
  const glazed = getPart({ openings: [opening] }, 'walls').filter(({ marks }) =>
    marks.some(({ type }) => type === 'glass'),
  );
  expect(glazed).toHaveLength(1);
  const normal = { front: [0, 0, 1], back: [0, 0, -1], left: [-1, 0, 0], right: [1, 0, 0] }[wall];
  glazed[0]?.normal.forEach((value, axis) => {
    expect(value).toBeCloseTo(normal[axis] ?? 0);
  });
});

test('a window is as far from the left corner as its position, and its head level with a door', () => {
  const [wall] = getPart(
    { openings: [{ type: 'window-24x36', wall: 'front', position: 30 }] },
    'walls',
  );
  const glass = wall?.marks.find(({ type }) => type === 'glass');
  const points = glass && 'points' in glass ? glass.points : [];
  expect(Math.min(...points.map(([u]) => u))).toBeCloseTo(2.5);
  expect(Math.max(...points.map(([, v]) => v))).toBeCloseTo(72.75 / 12);
});

test.each(STYLES)('the doors of the image of a %s are where the frame has them', (style) => {
  const openings: DesignOpening[] = [{ type: 'double-door-60', wall: 'front', position: 42 }];
  const [front] = getPart({ style, openings }, 'walls');
  // The dark gap around a door that swings.
  const gap = front?.marks.find((mark) => mark.type === 'area' && mark.opacity === 0.8);
  if (!front || !gap) throw new Error('The front wall has no door');
  const xs = gap.points.map((point) => 12 * toWorld(front, point)[0] + 6 * design.width);
  const frame = frameShed({ ...design, style, openings });
  const jacks = frame.walls.front.filter(({ name }) => name === 'jack stud').map(({ x }) => x);
  expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(
    Math.min(...jacks) + Math.max(...jacks) + 1.5,
    4,
  );
});

test('a porch is cut out of the length', () => {
  const changes = { porchDepth: 5 };
  expect(getRange(getPart(changes, 'walls'), 2)).toEqual([-8, 3]);
  expect(getRange(getPart(changes, 'porch'), 2)[1]).toBeCloseTo(8);
});

test.each(['Porch', 'A-Frame'] as const)(
  'the porch of a %s on a slab has no deck: the slab is its floor',
  (style) => {
    const changes: Partial<ShedDesign> = { style, porchDepth: 5, foundation: 'slab' };
    const [top] = getPart(changes, 'foundation').filter(({ normal }) => normal[1] > 0.99);
    expect([0, 1, 2].map((axis) => getRange(top ? [top] : [], axis as 0 | 1 | 2))).toEqual([
      [-6, 6],
      [0.5, 0.5],
      [-8, 8],
    ]);
    for (const panel of getPart(changes, 'porch')) {
      expect(getRange([panel], 1)[0]).toBeGreaterThanOrEqual(0.5);
      if (panel.normal[1] > 0.99) expect(getRange([panel], 1)[0]).toBeGreaterThan(0.6);
    }
  },
);

test('a ramp ends at the main door of whichever wall', () => {
  for (const wall of WALLS) {
    const ramp = getPart(
      { extras: ['ramp'], openings: [{ type: 'double-door-60', wall, position: 42 }] },
      'ramp',
    );
    const axis = wall === 'front' || wall === 'back' ? 2 : 0;
    const edge = axis === 2 ? 8 : 6;
    const sign = wall === 'front' || wall === 'right' ? 1 : -1;
    expect(Math.max(...getRange(ramp, axis).map((value) => value * sign))).toBeGreaterThan(edge);
    expect(Math.min(...getRange(ramp, axis).map((value) => value * sign))).toBeCloseTo(edge);
  }
});

test('a shed whose doors are under the eaves turns its long side to the viewer', () => {
  const openings: DesignOpening[] = [{ type: 'double-door-60', wall: 'left', position: 42 }];
  const sideways = { ...design, openings };
  expect(getDesignBulk(design)).toMatchObject({ w: 12, d: 16 });
  expect(getDesignBulk(sideways)).toMatchObject({ w: 16, d: 12 });
  const turned = createEntrancePanels(sideways);
  const glazedOrDoor = turned.filter(({ normal, marks }) => normal[2] > 0.99 && marks.length > 60);
  expect(glazedOrDoor.length).toBeGreaterThan(0);
});

test.each([
  ['double-door-60', 84],
  ['roll-up-door-84', 90],
  ['double-door-60', 96],
] as const)(
  'the awning of a farmhouse with a %s and walls of %i in is 2 in or more above the door',
  (type, wallHeight) => {
    const openings: DesignOpening[] = [{ type, wall: 'front', position: 30 }];
    const farmhouse = { ...design, style: 'Modern Farmhouse', wallHeight, openings } as const;
    expect(constrainDesign(farmhouse).changes).toEqual([]);
    const [roof] = getPart(farmhouse, 'awning');
    const [bottom = 0, top = 0] = getRange(roof ? [roof] : [], 1).map((y) => 12 * y);
    const { floorLevel, plateLevel } = getDesignGeometry(farmhouse);
    // The roof is 2.64 thick.
    expect(bottom - 2.64).toBeGreaterThanOrEqual(floorLevel + OPENINGS[type].height + 2 - 1e-9);
    expect(top - 2.64).toBeLessThan(plateLevel);
    expect(top - bottom).toBeGreaterThan(8);
  },
);

test('snow raises the roof and removes the flowers', () => {
  const changes: Partial<ShedDesign> = {
    extras: ['flowerBoxes'],
    openings: [{ type: 'window-24x36', wall: 'front', position: 30 }],
  };
  const [bare, snowy] = [false, true].map((snow) =>
    createDesignPanels({ ...design, ...changes }, { snow }),
  );
  expect(getRange(snowy ?? [], 1)[1]).toBeGreaterThan(getRange(bare ?? [], 1)[1] ?? 0);
  const countMarks = (panels: readonly Panel[] = []) =>
    Math.max(...panels.filter(({ normal }) => normal[2] > 0.99).map(({ marks }) => marks.length));
  expect(countMarks(snowy)).toBeLessThan(countMarks(bare));
});
