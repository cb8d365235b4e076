import { createRoofCover } from './cladding.ts';
import { darken, type Rgb, rgb } from './color.ts';
import { createBar, createBox, createPanel, type Mark, type Panel } from './panel.ts';
import { toCorners } from './prism.ts';
import type { Point, Vec3 } from './vector.ts';

/** The dark space and the skids under a floor, from its back left corner; feet. */
export function createSkids(x: number, z: number, w: number, d: number, height: number): Panel[] {
  const skid = (width: number, i: number, count: number): Mark => {
    const u = (i * (width - 0.6)) / (count - 1);
    return {
      type: 'area',
      points: [
        [u, 0],
        [u + 0.6, 0],
        [u + 0.6, height],
        [u, height],
      ],
      color: rgb('#9a8466'),
    };
  };
  return createBox([x + 0.25, 0, z + 0.25], [w - 0.5, height, d - 0.5], rgb('#4d4239'), {
    marks: (width) => {
      const count = Math.max(2, Math.round(width / 4));
      return Array.from({ length: count }, (_, i) => skid(width, i, count));
    },
  }).filter((side) => side.normal[1] < 0.5);
}

/** The height of a ramp where it begins, in feet. */
const RAMP_EDGE = 0.06;

/** A plank ramp from a door down towards the viewer; feet. */
export function createRamp(x: number, z: number, w: number, height: number, run: number): Panel[] {
  const wood = rgb('#b29a78');
  const inside: Vec3 = [x + w / 2, 0, z + run / 3];
  const top = createPanel(
    [
      [x, height, z],
      [x + w, height, z],
      [x + w, RAMP_EDGE, z + run],
      [x, RAMP_EDGE, z + run],
    ],
    wood,
    {
      inside,
      graded: false,
      marks: (width, length) =>
        Array.from({ length: Math.ceil(length / 0.45) }, (_, i) => ({
          type: 'line' as const,
          points: [
            [0, i * 0.45],
            [width, i * 0.45],
          ] as const,
          color: rgb('#4a3a2a'),
          width: 0.05,
          opacity: 0.7,
        })),
    },
  );
  const cheek = (at: number) =>
    createPanel(
      [
        [at, 0, z],
        [at, height, z],
        [at, RAMP_EDGE, z + run],
        [at, 0, z + run],
      ],
      darken(wood, 0.2),
      { inside, graded: false },
    );
  const end = (at: number, high: number) =>
    createPanel(
      [
        [x, 0, at],
        [x + w, 0, at],
        [x + w, high, at],
        [x, high, at],
      ],
      darken(wood, 0.2),
      { inside, graded: false, casts: false },
    );
  return [top, cheek(x), cheek(x + w), end(z, height), end(z + run, RAMP_EDGE)];
}

/** The height of a railing, in feet. */
const RAILING = 2.8;

/** A railing between two posts, with upright balusters; feet. */
export function createRailing(from: Vec3, to: Vec3, color: Rgb): Panel[] {
  const length = Math.hypot(to[0] - from[0], to[2] - from[2]);
  const count = Math.max(2, Math.round(length / 0.55));
  const at = (t: number, y: number): Vec3 => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + y,
    from[2] + (to[2] - from[2]) * t,
  ];
  const panels = [
    ...createBar(at(0, RAILING), at(1, RAILING), 0.26, color),
    ...createBar(at(0, 0.45), at(1, 0.45), 0.2, color),
  ];
  for (let i = 1; i < count; i++) {
    panels.push(...createBar(at(i / count, 0.45), at(i / count, RAILING), 0.12, color));
  }
  return panels;
}

/** A small roof on brackets over a door on the front wall, which falls by `drop` over `out`; feet. */
export function createAwning(
  x: number,
  y: number,
  w: number,
  { drop, out, thickness }: { drop: number; out: number; thickness: number },
  color: Rgb,
  bracket: Rgb,
): Panel[] {
  const inside: Vec3 = [x + w / 2, y - 3, 0];
  const corners = (lift: number): [Vec3, Vec3, Vec3, Vec3] => [
    [x, y + lift, 0],
    [x + w, y + lift, 0],
    [x + w, y - drop + lift, out],
    [x, y - drop + lift, out],
  ];
  const low = corners(0);
  const high = corners(thickness);
  const face = (list: readonly Vec3[]) =>
    createPanel(list, bracket, { inside: [x + w / 2, y - drop / 2, out / 2], graded: false });
  return [
    createPanel(high, color, {
      inside,
      graded: false,
      marks: (a, b) => createRoofCover('seams', a, b, color),
    }),
    createPanel(low, darken(bracket, 0.2), {
      inside: [x + w / 2, 1000, 0],
      graded: false,
      casts: false,
    }),
    face([low[3], low[2], high[2], high[3]]),
    face([low[0], low[3], high[3], high[0]]),
    face([low[1], low[2], high[2], high[1]]),
    ...[x + 0.35, x + w - 0.35].flatMap((at) =>
      createBar([at, y - 2.6, 0.12], [at, y - drop - 0.1, out - 0.4], 0.24, bracket),
    ),
  ];
}

/** How far a cupola reaches below the surface of the roof, in feet. */
const CUPOLA_FOOT = 0.05;

/**
 * A cupola astride a ridge that runs along z; feet.
 * @param ridge the middle of it, on the surface of the roof
 * @param pitch of the slopes on both sides, which the foot follows: rise over run
 */
export function createCupola(
  [x, y, z]: Vec3,
  pitch: number,
  size: number,
  { trim, cap }: { trim: Rgb; cap: Rgb },
): Panel[] {
  const h = size / 2;
  const top: Vec3 = [x, y + size * 1.75, z];
  const eave = y + size * 0.95;
  const o = h * 1.35;
  const ring: Vec3[] = [
    [x - o, eave, z + o],
    [x + o, eave, z + o],
    [x + o, eave, z - o],
    [x - o, eave, z - o],
  ];
  const foot = y - CUPOLA_FOOT;
  const createLouvres = (width: number, height: number): Mark[] => {
    const strip = (from: number, to: number): Point[] =>
      toCorners(width * 0.2, height - size * from, width * 0.6, size * (from - to));
    return [
      { type: 'area', points: strip(0.7, 0.17), color: darken(trim, 0.45) },
      ...[0.64, 0.53, 0.42, 0.31].map(
        (from): Mark => ({ type: 'area', points: strip(from, from - 0.056), color: trim }),
      ),
    ];
  };
  const createSide = (corners: readonly Vec3[]) =>
    createPanel(corners, trim, { inside: [x, y, z], graded: false, marks: createLouvres });
  const atEnd = (end: number): Vec3[] => [
    [x - h, foot - h * pitch, end],
    [x, foot, end],
    [x + h, foot - h * pitch, end],
    [x + h, eave, end],
    [x - h, eave, end],
  ];
  const atSide = (side: number): Vec3[] => [
    [side, foot - h * pitch, z - h],
    [side, foot - h * pitch, z + h],
    [side, eave, z + h],
    [side, eave, z - h],
  ];
  return [
    ...[atEnd(z + h), atEnd(z - h), atSide(x - h), atSide(x + h)].map(createSide),
    createPanel(ring, darken(trim, 0.18), {
      inside: top,
      graded: false,
      casts: false,
    }),
    ...ring.map((corner, i) =>
      createPanel([corner, ring[(i + 1) % 4] ?? corner, top], cap, {
        inside: [x, eave, z],
        graded: false,
      }),
    ),
    ...createBar(top, [x, top[1] + size * 0.7, z], 0.1, rgb('#2c2b2e')),
  ];
}

const RAIL = rgb('#a08a70');

/** A split-rail fence along a line of posts, bay by bay; feet. */
export function createRailFence(posts: readonly Vec3[]): Panel[][] {
  return posts.map((post, i) => {
    const next = posts[i + 1];
    const upright = createBox([post[0] - 0.22, 0, post[2] - 0.22], [0.44, 3.9, 0.44], RAIL);
    if (next === undefined) return upright;
    const rails = [1.3, 2.9].flatMap((y) =>
      createBar(
        [post[0], y, post[2]],
        [next[0], y + (i % 2 === 0 ? 0.1 : -0.08), next[2]],
        0.3,
        RAIL,
      ),
    );
    return [...upright, ...rails];
  });
}

/** A raised garden bed of cedar planks, filled with earth; feet. */
export function createGardenBed(x: number, z: number, w: number, d: number): Panel[] {
  const plank: Rgb = rgb('#b9793f');
  const planks = createBox([x, 0, z], [w, 1.1, d], plank, {
    marks: (a, h) => [
      {
        type: 'line',
        points: [
          [0, h / 2],
          [a, h / 2],
        ],
        color: darken(plank, 0.5),
        width: 0.06,
      },
    ],
  });
  const earth = createPanel(
    [
      [x + 0.2, 1.11, z + d - 0.2],
      [x + w - 0.2, 1.11, z + d - 0.2],
      [x + w - 0.2, 1.11, z + 0.2],
      [x + 0.2, 1.11, z + 0.2],
    ],
    rgb('#5b4534'),
    { inside: [x, 0, z], graded: false, casts: false },
  );
  return [...planks, earth];
}
