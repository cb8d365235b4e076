import { expect, test } from 'vitest';
import { constrainDesign } from '#drawing/design/constrain-design.ts';
import {
  createDesignPanels,
  createDesignParts,
  getDesignBulk,
} from '#drawing/design/design-panels.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { EXTRAS, FOUNDATIONS, type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { createOpenShed } from '#drawing/framing/open-shed.ts';
import type { View } from '#drawing/geometry/camera.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import { dot, type Point, sub, type Vec3 } from '#drawing/geometry/vector.ts';
import { countHoles, createViewAround } from './testing/find-holes.ts';

const isFull = process.env.TEST_FULL === '1';

/** Degrees; `npm test` looks at each corner once. */
const TURNS = Array.from({ length: isFull ? 8 : 4 }, (_, i) => 12 + (isFull ? 45 : 90) * i);

type Choice = Partial<ShedDesign> & Pick<ShedDesign, 'style'>;

/** The numbers of pixels from all turns at which a design has holes; none without. */
function findHoles(choice: Choice, { snow, pixels }: { snow: boolean; pixels: number }): string[] {
  const { design } = constrainDesign({ ...createPresetDesign(choice), ...choice });
  const size = { w: design.width, d: design.length, h: getDesignBulk(design).h };
  const views = TURNS.map((turn) => createViewAround(size, turn, [pixels, 0.75 * pixels]));
  const counts = countHoles(createDesignPanels(design, { snow }), views);
  const isWhole = counts.every((count) => count === 0);
  return isWhole ? [] : [`${JSON.stringify(choice)}${snow ? ' in snow' : ''}: ${counts}`];
}

test.each(STYLES)('a %s has no holes from any side', (style) => {
  const pixels = 160;
  const plain = { style, width: 12, length: 16, extras: [], porchDepth: 0 };
  const rich = { style, width: 10, length: 14, extras: EXTRAS, porchDepth: 5 };
  expect([
    ...findHoles(plain, { pixels, snow: false }),
    ...findHoles(rich, { pixels, snow: true }),
  ]).toEqual([]);
});

/** The numbers of pixels at which an open shed has holes, from all turns and without the walls in the way. */
function countOpenHoles(
  choice: Choice,
  opened: { hasOpenDoors: boolean; isInside: boolean },
): number[] {
  const pixels = isFull ? 320 : 160;
  const { design } = constrainDesign({ ...createPresetDesign(choice), ...choice });
  const { panels, inside, walls } = createOpenShed(design, opened);
  const size = { w: design.width, d: design.length, h: getDesignBulk(design).h };
  const views = TURNS.map((turn) => createViewAround(size, turn, [pixels, 0.75 * pixels]));
  const seeWalls = (view: View) =>
    walls.filter(({ out, distance }) => dot(out, view.eye) < distance);
  const viewsByWalls = Map.groupBy(views, (view) =>
    seeWalls(view)
      .map((wall) => walls.indexOf(wall))
      .join(),
  );
  return [...viewsByWalls.values()].flatMap(([first, ...rest]) => {
    if (!first) return [];
    const seen = seeWalls(first).flatMap((wall) => wall.panels);
    return countHoles([...panels, ...inside, ...seen], [first, ...rest]);
  });
}

test.each(STYLES)('a %s with open doors, and its inside, have no holes', (style) => {
  const sizes = [
    { width: 12, length: 16, porchDepth: 0 },
    { width: 10, length: 14, porchDepth: 5, extras: ['loft', 'shelf', 'workbench'] },
  ] as const;
  for (const size of isFull ? sizes : sizes.slice(1)) {
    for (const hasOpenDoors of [true, false]) {
      for (const isInside of hasOpenDoors ? [false, true] : [true]) {
        const opened = { hasOpenDoors, isInside };
        const name = `${JSON.stringify(size)} ${JSON.stringify(opened)}`;
        expect(countOpenHoles({ style, ...size }, opened), name).toEqual(TURNS.map(() => 0));
      }
    }
  }
});

test
  .runIf(isFull)
  .each(STYLES.flatMap((style) => EXTRAS.map((extra, place) => ({ style, extra, place }))))(
  'a $style of any size with $extra, each porch and foundation has no holes from eight sides',
  ({ style, extra, place }) => {
    const sizes = [
      [6, 6],
      [12, 16],
      [16, 24],
    ] as const;
    const holes = [0, 3, 8].flatMap((porchDepth, j) => {
      const [width, length] = sizes[(place + j) % 3] ?? sizes[0];
      const foundation = FOUNDATIONS[(place + j) % FOUNDATIONS.length] ?? 'skids';
      const choice = { style, width, length, extras: [extra], porchDepth, foundation };
      return findHoles(choice, { pixels: 480, snow: place % 2 === 0 });
    });
    expect(holes).toEqual([]);
  },
);

/** Where the edges of a panel pass through another one. */
function findCrossings(panel: Panel, other: Panel): Vec3[] {
  const outline = other.corners.map((corner): Point => {
    const offset = sub(corner, other.origin);
    return [dot(offset, other.u), dot(offset, other.v)];
  });
  return panel.corners.flatMap((to, i) => {
    const from = panel.corners.at(i - 1) ?? to;
    const [start, end] = [from, to].map((corner) => dot(sub(corner, other.origin), other.normal));
    if (start === undefined || end === undefined || start * end >= -1e-9) return [];
    const share = start / (start - end);
    const at: Vec3 = [0, 1, 2].map(
      (axis) => (from[axis] ?? 0) + share * ((to[axis] ?? 0) - (from[axis] ?? 0)),
    ) as unknown as Vec3;
    const offset = sub(at, other.origin);
    return isInside([dot(offset, other.u), dot(offset, other.v)], outline) ? [at] : [];
  });
}

/** Tells whether a point is inside a polygon, by the number of edges to its right. */
const isInside = ([u, v]: Point, outline: readonly Point[]): boolean =>
  outline.filter(([toU, toV], i) => {
    const [fromU, fromV] = outline.at(i - 1) ?? [toU, toV];
    return fromV > v !== toV > v && u < fromU + ((v - fromV) / (toV - fromV)) * (toU - fromU);
  }).length %
    2 ===
  1;

test('the awning of a farmhouse of any size passes below its roof, and is on its wall', () => {
  const found: string[] = [];
  let count = 0;
  for (const wall of ['front', 'left'] as const) {
    for (const wallHeight of [84, 90, 96, 108]) {
      for (const position of [0, 18, 200]) {
        for (const width of [6, 12]) {
          const size = { width, length: width, wallHeight, extras: [], porchDepth: 0 };
          const openings = [{ type: 'single-door-36', wall, position } as const];
          const style = 'Modern Farmhouse';
          const { design } = constrainDesign({
            ...createPresetDesign({ style }),
            ...size,
            openings,
          });
          const parts = createDesignParts(design);
          const getPanels = (name: string) =>
            parts.find((part) => part.name === name)?.panels ?? [];
          const [awning, roof] = [getPanels('awning'), getPanels('roof')];
          if (awning.length > 0) count += 1;
          const crossings = awning.flatMap((panel) =>
            roof.flatMap((slab) => [...findCrossings(panel, slab), ...findCrossings(slab, panel)]),
          );
          const axis = wall === 'front' ? 0 : 2;
          const reach = awning.flatMap(({ corners }) => corners.map((p) => Math.abs(p[axis])));
          if (crossings.length > 0 || Math.max(0, ...reach) > width / 2) {
            found.push(`${width} ft, ${wall}, ${wallHeight} in, at ${position}`);
          }
        }
      }
    }
  }
  expect(found).toEqual([]);
  expect(count).toBeGreaterThan(30);
});
