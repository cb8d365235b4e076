import { blend, darken, lighten, type Rgb, rgb } from '#drawing/geometry/color.ts';
import { getIrradiance, illuminate, type Light } from '#drawing/geometry/light.ts';
import { createPanel, type Mark, type Mesh, type Panel } from '#drawing/geometry/panel.ts';
import { createRandom, randomBetween } from '#drawing/geometry/random.ts';
import type { Point, Vec3 } from '#drawing/geometry/vector.ts';
import { GRASS, getBladeNormal, PAD, type Season } from './land.ts';
import { LEAF, type Tree } from './trees.ts';

/** The end of the lawn, in feet from the shed, and the number of rings in which it fades. */
const HORIZON = 800;
const RINGS = 36;
const GRAVEL = rgb('#cfc4b0');

/** The colors of the lawn near the shed and in the distance, in the light. */
export function getLawnColors(season: Season, light: Light): { near: Rgb; far: Rgb } {
  const normal = getBladeNormal(light);
  const { near, far } = GRASS[season];
  return {
    near: illuminate(near, light, normal),
    far: blend(illuminate(far, light, normal), light.haze, 0.3),
  };
}

/** Collects convex polygons that are lit as flat ground is. */
function createGround() {
  const positions: number[] = [];
  const colors: number[] = [];
  return {
    add(corners: readonly Vec3[], [r, g, b]: Rgb) {
      const [first] = corners;
      for (let i = 2; first && i < corners.length; i++) {
        for (const [x, y, z] of [first, corners[i - 1] ?? first, corners[i] ?? first]) {
          positions.push(x, y, z);
          colors.push(r / 255, g / 255, b / 255, 1);
        }
      }
    },
    toMesh: (): Mesh => ({
      positions: new Float32Array(positions),
      normals: new Float32Array(positions.length).map((_, i) => (i % 3 === 1 ? 1 : 0)),
      colors: new Float32Array(colors),
    }),
  };
}

/** Rings of lawn that fade into the distance, in feet; its colors are those of a light from any side. */
export function createLawn(season: Season, light: Light): Mesh {
  const { near, far } = getLawnColors(season, light);
  const [r, g, b] = getIrradiance(light, [0, 1, 0]);
  const removeLight = (color: Rgb): Rgb => [color[0] / r, color[1] / g, color[2] / b];
  const getRadius = (ring: number) =>
    ring === 0 ? 0 : 10 * (HORIZON / 10) ** ((ring - 1) / RINGS);
  const steps = 32;
  const ground = createGround();
  for (let ring = 0; ring <= RINGS; ring++) {
    const [inner, outer] = [getRadius(ring), getRadius(ring + 1)];
    const color = removeLight(blend(near, far, Math.min(1, ring / (0.6 * RINGS))));
    for (let i = 0; i < steps; i++) {
      const corner = (radius: number, step: number): Vec3 => {
        const angle = (step / steps) * 2 * Math.PI;
        return [Math.sin(angle) * radius, -0.02, Math.cos(angle) * radius];
      };
      const outside = [corner(outer, i), corner(outer, i + 1)];
      ground.add(
        [corner(inner, i), ...outside, ...(ring > 0 ? [corner(inner, i + 1)] : [])],
        color,
      );
    }
  }
  return ground.toMesh();
}

/** The size of a shed in feet, and the wall in front of which the pad is deeper: degrees from the front. */
type Footprint = { width: number; length: number; facing: number };

/** How far the pad reaches out from the walls, in feet. */
function getPadMargins({ facing }: Footprint) {
  const getMargin = (angle: number) => (facing === angle ? PAD.inFront : PAD.margin);
  return { front: getMargin(0), right: getMargin(90), back: getMargin(180), left: getMargin(-90) };
}

/** Gravel around the shed with stones on it. */
export function createPad(footprint: Footprint, season: Season): Panel {
  const { width, length } = footprint;
  const { front, right, back, left } = getPadMargins(footprint);
  const [west, east] = [-width / 2 - left, width / 2 + right];
  const [north, south] = [-length / 2 - back, length / 2 + front];
  const color = season === 'winter' ? blend(GRAVEL, rgb('#eef2f7'), 0.72) : GRAVEL;
  return createPanel(
    [
      [west, 0.01, north],
      [west, 0.01, south],
      [east, 0.01, south],
      [east, 0.01, north],
    ],
    color,
    {
      inside: [0, -9, 0],
      graded: false,
      marks: (w, h) => {
        const random = createRandom(5);
        const isCovered = (u: number, v: number) =>
          u > left + 0.2 && u < w - right - 0.2 && v > front + 0.2 && v < h - back - 0.2;
        return Array.from({ length: Math.round((w + h) * 9) }, (): Mark[] => {
          const [u, v] = [random() * w, random() * h];
          const size = randomBetween(random, 0.07, 0.16);
          const tone = random() < 0.5 ? lighten(color, 0.24) : darken(color, 0.14);
          return isCovered(u, v)
            ? []
            : [{ type: 'area', points: createStone(u, v, size), color: tone, opacity: 0.8 }];
        }).flat();
      },
    },
  );
}

const createStone = (u: number, v: number, size: number): Point[] =>
  [0, 1, 2, 3, 4].map((i) => {
    const angle = (i / 5) * 2 * Math.PI + u * 7;
    return [u + Math.cos(angle) * size, v + Math.sin(angle) * size];
  });

/** True for points on the pad of gravel or at its edge; feet. */
export function isOnPad(footprint: Footprint, x: number, z: number): boolean {
  const { front, right, back, left } = getPadMargins(footprint);
  const [besideX, besideZ] = [
    Math.abs(x) - footprint.width / 2,
    Math.abs(z) - footprint.length / 2,
  ];
  return besideX < (x > 0 ? right : left) + 0.3 && besideZ < (z > 0 ? front : back) + 0.3;
}

/**
 * Blades of grass, seen from both sides, and fallen leaves; none on snow. They are on the pad, too: see `isOnPad`.
 */
export function createTufts(season: Season): Mesh {
  const ground = createGround();
  const { blade, dots } = GRASS[season];
  const random = createRandom(29);
  const count = season === 'winter' ? 0 : 420;
  for (let i = 0; i < count; i++) {
    const distance = 5 + 42 * random() ** 1.3;
    const angle = random() * 2 * Math.PI;
    const [x, z] = [Math.sin(angle) * distance, Math.cos(angle) * distance];
    const turn = random() * Math.PI;
    const [dx, dz] = [Math.cos(turn), Math.sin(turn)];
    const color = blade[Math.floor(random() * blade.length)] ?? GRASS.summer.near;
    const leaf = dots[Math.floor(random() * dots.length)] ?? color;
    for (const offset of [-0.16, 0, 0.15]) {
      const tall = randomBetween(random, 0.18, 0.45);
      const lean = randomBetween(random, -0.15, 0.15);
      ground.add(
        [
          [x + dx * (offset - 0.04), 0, z + dz * (offset - 0.04)],
          [x + dx * (offset + 0.04), 0, z + dz * (offset + 0.04)],
          [x + dx * (offset + lean), tall, z + dz * (offset + lean)],
        ],
        color,
      );
    }
    if (random() >= (season === 'autumn' ? 0.7 : 0.1)) continue;
    const fallen = [0, 1, 2, 3].map((corner): Vec3 => {
      const direction = (corner * Math.PI) / 2 + turn;
      return [x + 0.4 + Math.cos(direction) * 0.12, 0.03, z + Math.sin(direction) * 0.12];
    });
    ground.add(fallen, leaf);
  }
  return ground.toMesh();
}

/** Trees around a yard, so far from the shed that none is between it and the viewer; feet. */
export function createYardTrees(season: Season): Tree[] {
  const isWinter = season === 'winter';
  const leaves =
    season === 'autumn'
      ? [LEAF.orange, LEAF.gold, LEAF.red]
      : season === 'spring'
        ? [LEAF.lime, LEAF.green, LEAF.lime]
        : [LEAF.green, LEAF.deep, LEAF.lime];
  const ring: readonly (readonly [
    angle: number,
    distance: number,
    kind: 'maple' | 'birch' | 'spruce',
  ])[] = [
    [12, 92, 'spruce'],
    [52, 74, 'maple'],
    [64, 100, 'spruce'],
    [98, 96, 'birch'],
    [141, 78, 'spruce'],
    [152, 68, 'maple'],
    [166, 84, 'spruce'],
    [205, 72, 'birch'],
    [236, 98, 'maple'],
    [262, 76, 'spruce'],
    [301, 88, 'maple'],
    [334, 104, 'birch'],
  ];
  return ring.map(([angle, distance, kind], i) => {
    const radians = (angle * Math.PI) / 180;
    const position = {
      x: Math.sin(radians) * distance,
      z: Math.cos(radians) * distance,
      // Trees of a kind and seed are drawn once.
      seed: 40 + (i % 2),
    };
    if (kind === 'spruce') {
      const leaf = isWinter ? LEAF.frost : LEAF.spruce;
      return { ...position, kind, height: 30 + (i % 3) * 5, leaf };
    }
    return {
      ...position,
      kind: isWinter ? 'bare' : kind,
      height: isWinter ? 20 : 22 + (i % 3) * 3,
      leaf: leaves[i % 2] ?? LEAF.green,
    };
  });
}
