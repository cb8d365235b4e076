import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  createDesignPanels,
  createEntrancePanels,
  getDesignBulk,
  turnToViewer,
} from '#drawing/design/design-panels.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { COLORS, MATERIALS, type ShedDesign, STYLES } from '#drawing/design/shed-design.ts';
import { createShedFramePanels } from '#drawing/framing/frame-panels.ts';
import { createView, type View } from '#drawing/geometry/camera.ts';
import { rgb } from '#drawing/geometry/color.ts';
import { createLight, getIrradiance, type Light } from '#drawing/geometry/light.ts';
import {
  createPanel,
  type Mark,
  type Mesh,
  type Panel,
  placePanels,
} from '#drawing/geometry/panel.ts';
import { toCorners } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import { paintDefinitions, paintPanels } from '#drawing/views/scene/paint-panels.ts';
import { createScene } from '#drawing/views/scene/setting.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { createMesh } from './mesh.ts';

const light = createLight('noon', 0);
const RED = rgb('#ff0000');

/** A gable of 10 by 10 feet that faces the viewer, with its ridge in the middle. */
const createGable = (marks: readonly Mark[]): Panel =>
  createPanel(
    [
      [0, 0, 0],
      [10, 0, 0],
      [10, 5, 0],
      [5, 10, 0],
      [0, 5, 0],
    ],
    rgb('#ffffff'),
    { marks, graded: false },
  );

function getCorners(panels: readonly Panel[]) {
  const { positions, colors } = createMesh(panels, light);
  return Array.from({ length: positions.length / 3 }, (_, i) => ({
    x: positions[3 * i] ?? 0,
    y: positions[3 * i + 1] ?? 0,
    z: positions[3 * i + 2] ?? 0,
    green: colors[4 * i + 1] ?? 0,
  }));
}

const getArea = (corners: ReturnType<typeof getCorners>) => {
  let area = 0;
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [a, b, c] = corners.slice(i, i + 3);
    if (a && b && c) area += ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2;
  }
  return area;
};

test('createMesh covers a panel once', () => {
  expect(getArea(getCorners([createGable([])]))).toBeCloseTo(75);
});

test('createMesh cuts details at the outline of their panel', () => {
  const siding: Mark = { type: 'area', points: toCorners(0, 0, 10, 10), color: RED };
  const red = getCorners([createGable([siding])]).filter(({ green }) => green === 0);
  expect(getArea(red)).toBeCloseTo(75);
  expect(Math.max(...red.map(({ x, y }) => x + y))).toBeCloseTo(15);
});

test('createMesh raises what covers something, and nothing else', () => {
  const areas = [0, 2, 4, 1].map(
    (u): Mark => ({ type: 'area', points: toCorners(u, 1, 2, 2), color: RED }),
  );
  const red = getCorners([createGable(areas)]).filter(({ green }) => green === 0);
  const levels = red.map(({ z }) => Math.round(z * 1000)).filter((_, i) => i % 6 === 0);
  expect(levels[1]).toBe(levels[0]);
  expect(levels[2]).toBe(levels[0]);
  expect(levels[3]).toBeGreaterThan(levels[0] ?? 0);
});

test('createMesh fills a polygon that is not convex', () => {
  const arrow: Mark = {
    type: 'area',
    points: [
      [1, 1],
      [5, 2],
      [9, 1],
      [5, 4],
    ],
    color: RED,
  };
  const red = getCorners([createGable([arrow])]).filter(({ green }) => green === 0);
  expect(getArea(red)).toBeCloseTo(8);
});

/** Triangles, colors, extents and a hash of all numbers, rounded to a thousandth. */
function summarize({ positions, normals, colors }: Mesh): string {
  const hash = createHash('sha256');
  for (const values of [positions, normals, colors]) {
    expect(values.every(Number.isFinite)).toBe(true);
    hash.update(values.map((value) => Math.round(1000 * value) + 0));
  }
  const shades = new Set<number>();
  for (let i = 0; i < colors.length; i += 4) {
    const [red = 0, green = 0, blue = 0] = colors.subarray(i, i + 3);
    shades.add(
      Math.round(255 * red) + 1e3 * Math.round(255 * green) + 1e6 * Math.round(255 * blue),
    );
  }
  const extents = [0, 1, 2].map((axis) => {
    const values = positions.filter((_, i) => i % 3 === axis);
    return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
  });
  return `${positions.length / 9} triangles, ${shades.size} colors, ${extents.join(', ')} ft, ${hash.digest('hex').slice(0, 12)}`;
}

test('meshes of all styles, materials and colors are those that were reviewed', async () => {
  const lines = STYLES.flatMap((style) => MATERIALS.map((material) => ({ style, material }))).map(
    (options, index) => {
      const color = COLORS[index % COLORS.length] ?? 'Red';
      const panels = createDesignPanels(createPresetDesign({ ...options, color }));
      const summary = summarize(createMesh(panels, light));
      return `${options.style}, ${options.material}, ${color}: ${summary}`;
    },
  );
  expect(new Set(lines.map((line) => line.split(': ')[1])).size).toBe(lines.length);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/meshes.txt');
});

const [width, height] = [400, 300];
/** The side of the squares whose mean colors are compared, in pixels. */
const SQUARE = 8;

/** Renders triangles as the graphics card does, without shadows; red, green, blue and opacity, 0 to 255. */
function rasterize({ positions, normals, colors }: Mesh, view: View, light: Light): Float32Array {
  const image = new Float32Array(4 * width * height);
  const depths = new Float32Array(width * height);
  const at = (values: Float32Array, index: number) => values[index] ?? 0;
  for (let first = 0; 3 * first < positions.length; first += 3) {
    const [a, b, c] = [first, first + 1, first + 2].map((i) => {
      const corner = [3 * i, 3 * i + 1, 3 * i + 2].map((index) => at(positions, index));
      const [x = 0, y = 0, z = 0] = corner;
      const point = view.project([x, y, z]);
      return { point, nearness: 1 / view.depth([x, y, z]), opacity: at(colors, 4 * i + 3) };
    });
    if (!a || !b || !c) continue;
    const getArea = ([ax, ay]: Point, [bx, by]: Point, x: number, y: number) =>
      (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const area = getArea(a.point, b.point, ...c.point);
    if (area >= 0) continue;
    const irradiance = getIrradiance(light, [
      at(normals, 3 * first),
      at(normals, 3 * first + 1),
      at(normals, 3 * first + 2),
    ]);
    const color = irradiance.map((lit, i) => Math.min(255, 255 * lit * at(colors, 4 * first + i)));
    const [xs, ys] = [0, 1].map((axis) => [a, b, c].map(({ point }) => point[axis] ?? 0));
    const [left, right] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))].map(Math.round);
    const [top, bottom] = [Math.min(...(ys ?? [])), Math.max(...(ys ?? []))].map(Math.round);
    for (let y = Math.max(0, top ?? 0); y < Math.min(height, bottom ?? 0); y++)
      for (let x = Math.max(0, left ?? 0); x < Math.min(width, right ?? 0); x++) {
        const ofA = getArea(b.point, c.point, x + 0.5, y + 0.5) / area;
        const ofB = getArea(c.point, a.point, x + 0.5, y + 0.5) / area;
        const ofC = 1 - ofA - ofB;
        if (ofA < 0 || ofB < 0 || ofC < 0) continue;
        const pixel = y * width + x;
        const nearness = ofA * a.nearness + ofB * b.nearness + ofC * c.nearness;
        if (nearness < at(depths, pixel)) continue;
        depths[pixel] = nearness;
        const opacity = ofA * a.opacity + ofB * b.opacity + ofC * c.opacity;
        for (let i = 0; i < 4; i++) {
          const index = 4 * pixel + i;
          image[index] = at(image, index) * (1 - opacity) + (color[i] ?? 255) * opacity;
        }
      }
  }
  return image;
}

/** How much two images differ: pixels that only one of them covers, and the mean colors of squares that both cover. */
function compareImages(image: ArrayLike<number>, other: ArrayLike<number>) {
  let covered = 0;
  let differing = 0;
  const squares = new Map<string, { count: number; sums: number[] }>();
  for (let i = 0; i < image.length; i += 4) {
    const isCovered = [image, other].map((each) => (each[i + 3] ?? 0) > 127);
    if (isCovered[0] !== isCovered[1]) differing += 1;
    if (!isCovered[0] || !isCovered[1]) continue;
    covered += 1;
    const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
    const key = `${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
    const square = squares.get(key) ?? { count: 0, sums: [0, 0, 0] };
    squares.set(key, square);
    square.count += 1;
    square.sums = square.sums.map((sum, k) => sum + (image[i + k] ?? 0) - (other[i + k] ?? 0));
  }
  const differences = [...squares.values()]
    .filter(({ count }) => count > 0.6 * SQUARE ** 2)
    .map(({ count, sums }) => Math.max(...sums.map(Math.abs)) / count);
  return { outline: differing / covered, color: Math.max(...differences) };
}

// Of the images of listings: from both sides, from the front and from behind.
const sides = [
  { turn: -30, isBack: false, size: {} },
  { turn: 30, isBack: false, size: { width: 12, length: 20 } },
  { turn: -9, isBack: false, size: { width: 8, length: 12 } },
  { turn: 27, isBack: true, size: {} },
];

async function compareWithDrawing(panels: readonly Panel[], design: ShedDesign, turn: number) {
  const { camera } = createScene(
    { panels, ...getDesignBulk(design) },
    { season: 'summer', mood: 'morning', layout: 'maple', seed: 11, turn },
  );
  const light = createLight('morning', turn);
  const view = createView(camera, width, height);
  const drawing = paintDefinitions(light) + paintPanels(panels, view, light, []);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  const drawn = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return compareImages(rasterize(createMesh(panels, light), view, light), drawn);
}

test.each(STYLES)('the mesh of a %s looks like its drawing', async (style) => {
  for (const [i, { turn, isBack, size }] of sides.entries()) {
    if (!isFull && i !== STYLES.indexOf(style) % sides.length) continue;
    const material = MATERIALS[i] ?? 'Wood';
    const design = createPresetDesign({ style, material, ...size });
    const panels = placePanels(createEntrancePanels(design), 0, 0, isBack ? 180 : 0);
    const { outline, color } = await compareWithDrawing(panels, design, turn);
    expect(outline, `outline from ${turn}`).toBeLessThan(0.025);
    expect(color, `colors from ${turn}`).toBeLessThan(55);
  }
});

test.each(isFull ? STYLES : (['Gambrel'] as const))(
  'the mesh of a framed %s looks like its drawing',
  async (style) => {
    for (const { turn, isBack, size } of sides.filter((_, i) => isFull || i % 3 === 0)) {
      const design = createPresetDesign({ style, ...size });
      const framed = turnToViewer(design, createShedFramePanels(design));
      const panels = placePanels(framed, 0, 0, isBack ? 180 : 0);
      const { outline, color } = await compareWithDrawing(panels, design, turn);
      // Lines around thin members cover pixels that triangles do not.
      expect(outline, `outline from ${turn}`).toBeLessThan(0.17);
      expect(color, `colors from ${turn}`).toBeLessThan(55);
    }
  },
);
