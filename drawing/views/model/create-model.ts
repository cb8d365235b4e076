import { createEntrancePanels } from '#drawing/design/design-panels.ts';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import { blend, type Rgb } from '#drawing/geometry/color.ts';
import { createLight, type Light } from '#drawing/geometry/light.ts';
import type { Panel } from '#drawing/geometry/panel.ts';
import { clipPolygon, cross, type Point, scale, sub, type Vec3 } from '#drawing/geometry/vector.ts';
import { type Area, createMesh } from './mesh.ts';

/**
 * A shed for programs that show 3D models: opaque triangles in meters around the middle of its
 * footprint, on the ground at y = 0, with its entrance towards positive z.
 */
export type Model = {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  /** The index of each corner's color in the palette. */
  colors: Uint16Array;
  palette: readonly Rgb[];
  /** Three corners of a triangle after each other. */
  indices: Uint32Array<ArrayBuffer>;
};

const METERS_PER_FOOT = 0.3048;
/** Smaller triangles are lines; square meters. */
const MIN_AREA = 1e-8;
const ORIGIN: Vec3 = [0, 0, 0];

/** The program that shows the model lights it: colors are as they are, without shadows. */
const MODEL_LIGHT: Light = {
  ...createLight('noon', 0),
  sun: [0, -1, 0],
  sunlight: [0, 0, 0],
  // Upright surfaces get 0.86 of the ambient light.
  ambient: [1 / 0.86, 1 / 0.86, 1 / 0.86],
};

/** Creates the model of a design, without snow. */
export function createModel(design: ShedDesign, card?: ColorCard): Model {
  const panels = createEntrancePanels(design, { card })
    .map((panel): Panel => ({ ...panel, corners: cutAtGround(panel), graded: false }))
    .filter(({ corners }) => corners.length > 0);
  const { positions, normals, colors } = createMesh(panels, MODEL_LIGHT, { blend: blendAreas });
  const palette = createIndex<Rgb>();
  const vertices = createIndex<Vertex>();
  const indices: number[] = [];
  for (let corner = 0; 3 * corner < positions.length; corner += 3) {
    const triangle = [corner, corner + 1, corner + 2].map((i): Vertex => {
      const [r, g, b] = readTriple(colors, 4 * i).map(toByte) as [number, number, number];
      return {
        position: scale(readTriple(positions, 3 * i), METERS_PER_FOOT),
        normal: readTriple(normals, 3 * i),
        color: palette.find(`${[r, g, b]}`, [r, g, b]),
      };
    });
    if (getArea(triangle.map(({ position }) => position)) < MIN_AREA) continue;
    for (const vertex of triangle) {
      const { position, normal, color } = vertex;
      indices.push(vertices.find(`${position},${normal},${color}`, vertex));
    }
  }
  const list = vertices.items;
  return {
    positions: Float32Array.from(list.flatMap(({ position }) => position)),
    normals: Float32Array.from(list.flatMap(({ normal }) => normal)),
    colors: Uint16Array.from(list, ({ color }) => color),
    palette: palette.items,
    indices: Uint32Array.from(indices),
  };
}

/** The eaves of an A-frame on a slab would end below it. */
const cutAtGround = ({ corners }: Panel) => clipPolygon(corners, ([, y]) => y + 1e-6);

type Vertex = { position: Vec3; normal: Vec3; color: number };

const readTriple = (values: Float32Array, from: number): Vec3 => [
  values[from] ?? 0,
  values[from + 1] ?? 0,
  values[from + 2] ?? 0,
];

const toByte = (share: number) => Math.round(255 * Math.min(1, Math.max(0, share)));

function getArea([a = ORIGIN, b = ORIGIN, c = ORIGIN]: readonly Vec3[]): number {
  return Math.hypot(...cross(sub(b, a), sub(c, a))) / 2;
}

/** Numbers different items in the order of their first use. */
function createIndex<Item>() {
  const indices = new Map<string, number>();
  const items: Item[] = [];
  return {
    items,
    find(key: string, item: Item): number {
      const known = indices.get(key);
      if (known !== undefined) return known;
      indices.set(key, items.length);
      return items.push(item) - 1;
    },
  };
}

/** Paints translucent areas with the color that they have over what is below their middle. */
function blendAreas(areas: readonly Area[]): Area[] {
  const blended: Area[] = [];
  for (const area of areas) {
    if (area.opacity === 0) continue;
    const { points, color, opacity } = area;
    const below =
      opacity < 1
        ? blended.findLast((other) => isInside(getMiddle(points), other.points))
        : undefined;
    blended.push({ points, opacity: 1, color: below ? blend(below.color, color, opacity) : color });
  }
  return blended;
}

function getMiddle(points: readonly Point[]): Point {
  const sum = points.reduce(([u, v], point): Point => [u + point[0], v + point[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** Tells whether a point is inside a polygon, by the number of edges to its right. */
function isInside([u, v]: Point, polygon: readonly Point[]): boolean {
  let isOdd = false;
  polygon.forEach(([toU, toV], i) => {
    const [fromU, fromV] = polygon.at(i - 1) ?? [toU, toV];
    if (fromV > v !== toV > v && u < fromU + ((v - fromV) / (toV - fromV)) * (toU - fromU)) {
      isOdd = !isOdd;
    }
  });
  return isOdd;
}
