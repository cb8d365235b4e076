import { createRoofCover, type Roofing } from './cladding.ts';
import { darken, lighten, type Rgb, rgb, SNOW } from './color.ts';
import { createPanel, type Mark, type Panel } from './panel.ts';
import type { Point, Vec3 } from './vector.ts';

/** Converts a cross-section (a across, y up) that runs along b to space; feet. */
type Frame = (a: number, y: number, b: number) => Vec3;

/** A frame with the gable towards the viewer; x, z are the footprint's back left corner in feet. */
export const createGableFrame =
  (x: number, z: number): Frame =>
  (a, y, b) => [x + a, y, z + b];
/** A frame with the eaves towards the viewer: a runs from the back to the front, b to the right. */
export const createEaveFrame =
  (x: number, z: number): Frame =>
  (a, y, b) => [x + b, y, z + a];

/** The details of a wall of w by h feet. */
export type WallMarks = (w: number, h: number) => readonly Mark[];

/** Walls and a roof, in feet. */
export type Volume = {
  frame: Frame;
  /** The underside of the roof from one wall's top to the other's. */
  profile: readonly Point[];
  base: number;
  /** Length along b. */
  length: number;
  wall: Rgb;
  /** The ends are at b = length and b = 0, the sides at the end and the start of the profile. */
  ends: readonly [WallMarks, WallMarks];
  sides: readonly [WallMarks, WallMarks];
  roof: RoofLook;
};

/** The colors and overhangs of a roof, in feet. */
type RoofLook = {
  color: Rgb;
  cover: Roofing;
  fascia: Rgb;
  eave: number;
  rake: number;
  /** The overhangs at the start and the end of the roof if they differ: 0 if it meets a wall. */
  rakes?: readonly [number, number];
  thickness: number;
  snow?: number;
};

/** The profile of a plain gable roof, in the unit of its arguments. */
export const createGableProfile = (width: number, wall: number, rise: number): Point[] => [
  [0, wall],
  [width / 2, wall + rise],
  [width, wall],
];

/**
 * Lengthens the first and the last slope of a roof's profile.
 * @param profile from one wall to the other
 * @param eave the overhang along the slope, in the profile's unit
 */
export function extendEaves(profile: readonly Point[], eave: number): Point[] {
  const extend = ([x, y]: Point, [fromX, fromY]: Point): Point => {
    const length = Math.hypot(x - fromX, y - fromY);
    return [x + ((x - fromX) / length) * eave, y + ((y - fromY) / length) * eave];
  };
  const [first, second, beforeLast, last] = [0, 1, -2, -1].map((index) => profile.at(index));
  if (!first || !second || !beforeLast || !last) return [...profile];
  return [extend(first, second), ...profile.slice(1, -1), extend(last, beforeLast)];
}

const last = <T>(list: readonly T[], back = 1): T => {
  const item = list[list.length - back];
  if (item === undefined) throw new RangeError('The list is too short.');
  return item;
};

function getInsidePoint(
  profile: readonly Point[],
  base: number,
  frame: Frame,
  length: number,
): Vec3 {
  const middle = (last(profile)[0] + (profile[0]?.[0] ?? 0)) / 2;
  return frame(middle, base + 1, length / 2);
}

/** The four walls under a roof's profile. */
export function createWalls(volume: Volume): Panel[] {
  const { frame, profile, base, length, wall } = volume;
  const first = profile[0] ?? [0, 0];
  const end = last(profile);
  const inside = getInsidePoint(profile, base, frame, length);
  const gable = (b: number) => [
    frame(first[0], base, b),
    frame(end[0], base, b),
    ...[...profile].reverse().map(([a, y]) => frame(a, y, b)),
  ];
  const side = ([a, y]: Point) => [
    frame(a, base, 0),
    frame(a, base, length),
    frame(a, y, length),
    frame(a, y, 0),
  ];
  return [
    createPanel(gable(length), wall, { marks: volume.ends[0], inside }),
    createPanel(gable(0), wall, { marks: volume.ends[1], inside }),
    createPanel(side(end), wall, { marks: volume.sides[0], inside }),
    createPanel(side(first), wall, { marks: volume.sides[1], inside }),
  ];
}

function createSlabTop(
  frame: Frame,
  a: Point,
  b: Point,
  from: number,
  to: number,
  lift: number,
  color: Rgb,
  marks: WallMarks,
  inside: Vec3,
) {
  return createPanel(
    [
      frame(a[0], a[1] + lift, from),
      frame(a[0], a[1] + lift, to),
      frame(b[0], b[1] + lift, to),
      frame(b[0], b[1] + lift, from),
    ],
    color,
    { marks, inside, graded: false },
  );
}

/** How far the underside of an overhang reaches behind its wall: edges that only meet let light through; feet. */
const SOFFIT_OVERLAP = 0.1;

/** The roof as slabs over each slope: cover, fascia along the eaves, rakes and soffits. */
export function createRoof(volume: Volume): Panel[] {
  const { frame, length, roof: look } = volume;
  const points = extendEaves(volume.profile, look.eave);
  const inside = getInsidePoint(volume.profile, volume.base, frame, length);
  const [rakeStart, rakeEnd] = look.rakes ?? [look.rake, look.rake];
  const from = -rakeStart;
  const to = length + rakeEnd;
  const t = look.thickness;
  const panels: Panel[] = [];
  const snow = look.snow ?? 0;
  const cover: WallMarks = (w, h) => createRoofCover(look.cover, w, h, look.color);
  const soffit = darken(look.fascia, 0.18);
  points.forEach((a, i) => {
    const b = points[i + 1];
    if (b === undefined) return;
    if (snow === 0) panels.push(createSlabTop(frame, a, b, from, to, t, look.color, cover, inside));
    for (const [at, wall] of [
      [from, SOFFIT_OVERLAP],
      [to, length - SOFFIT_OVERLAP],
    ] as const) {
      const rake = [
        frame(a[0], a[1], at),
        frame(b[0], b[1], at),
        frame(b[0], b[1] + t, at),
        frame(a[0], a[1] + t, at),
      ];
      panels.push(createPanel(rake, look.fascia, { inside, graded: false }));
      const under = [
        frame(a[0], a[1], at),
        frame(b[0], b[1], at),
        frame(b[0], b[1], wall),
        frame(a[0], a[1], wall),
      ];
      panels.push(
        createPanel(under, soffit, {
          inside: frame((a[0] + b[0]) / 2, 1000, at),
          graded: false,
          casts: false,
        }),
      );
    }
  });
  const behindWalls = extendEaves(volume.profile, -SOFFIT_OVERLAP);
  const wallEnds: [Point, Point][] = [
    [last(points, points.length), last(behindWalls, behindWalls.length)],
    [last(points), last(behindWalls)],
  ];
  for (const [edge, wall] of wallEnds) {
    const eave = [
      frame(edge[0], edge[1], from),
      frame(edge[0], edge[1], to),
      frame(edge[0], edge[1] + t, to),
      frame(edge[0], edge[1] + t, from),
    ];
    panels.push(createPanel(eave, look.fascia, { inside, graded: false }));
    const under = [
      frame(edge[0], edge[1], from),
      frame(edge[0], edge[1], to),
      frame(wall[0], wall[1], to),
      frame(wall[0], wall[1], from),
    ];
    panels.push(
      createPanel(under, soffit, { inside: frame(edge[0], 1000, 0), graded: false, casts: false }),
    );
  }
  if (snow > 0) panels.push(...createSnowCover(frame, points, from, to, t, snow, inside));
  return panels;
}

/** A rounded blanket of snow on the slopes. */
function createSnowCover(
  frame: Frame,
  points: readonly Point[],
  from: number,
  to: number,
  t: number,
  snow: number,
  inside: Vec3,
): Panel[] {
  const panels: Panel[] = [];
  const drifts: WallMarks = (w, h) => [
    {
      type: 'area',
      points: [
        [0, 0],
        [w, 0],
        [w, h * 0.16],
        [w * 0.7, h * 0.1],
        [w * 0.4, h * 0.2],
        [w * 0.2, h * 0.12],
        [0, h * 0.18],
      ],
      color: lighten(SNOW, 0.6),
      opacity: 0.7,
    },
    {
      type: 'area',
      points: [
        [w * 0.3, h * 0.55],
        [w * 0.6, h * 0.5],
        [w * 0.9, h * 0.6],
        [w * 0.6, h * 0.58],
      ],
      color: rgb('#cfdcea'),
      opacity: 0.5,
    },
  ];
  points.forEach((a, i) => {
    const b = points[i + 1];
    if (b === undefined) return;
    panels.push(createSlabTop(frame, a, b, from, to, t + snow, SNOW, drifts, inside));
    for (const at of [from, to]) {
      panels.push(
        createPanel(
          [
            frame(a[0], a[1] + t, at),
            frame(b[0], b[1] + t, at),
            frame(b[0], b[1] + t + snow, at),
            frame(a[0], a[1] + t + snow, at),
          ],
          SNOW,
          { inside, graded: false },
        ),
      );
    }
  });
  for (const edge of [last(points, points.length), last(points)]) {
    panels.push(
      createPanel(
        [
          frame(edge[0], edge[1] + t, from),
          frame(edge[0], edge[1] + t, to),
          frame(edge[0], edge[1] + t + snow, to),
          frame(edge[0], edge[1] + t + snow, from),
        ],
        SNOW,
        { inside, graded: false },
      ),
    );
  }
  return panels;
}

/** A whole volume: walls and roof. */
export const createVolume = (v: Volume): Panel[] => [...createWalls(v), ...createRoof(v)];
