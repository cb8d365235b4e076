import { type DesignColors, getDesignColors } from '#drawing/design/colors.ts';
import {
  type DesignGeometry,
  getDesignGeometry,
  getOpeningRect,
  getPorchPosts,
  hasSideWalls,
} from '#drawing/design/design-geometry.ts';
import { getDormer } from '#drawing/design/dormer.ts';
import { getRoofLine, ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import { type ColorCard, OPENINGS, type ShedDesign } from '#drawing/design/shed-design.ts';
import { getDormerFace } from '#drawing/design/style-features.ts';
import { darken, type Rgb, rgb, toHex } from '#drawing/geometry/color.ts';
import type { Point, Vec3 } from '#drawing/geometry/vector.ts';

type Area = { points: readonly Point[]; fill: string };

/** A shed in areas of one color, the farthest first; inches of a parallel projection, y down. */
export type Sketch = { left: number; top: number; width: number; height: number; areas: Area[] };

/** The viewer stands in front, to the right and above; radians. */
const TURN = (38 * Math.PI) / 180;
const RISE = (17 * Math.PI) / 180;
const VIEWER: Vec3 = [
  Math.sin(TURN) * Math.cos(RISE),
  Math.sin(RISE),
  -Math.cos(TURN) * Math.cos(RISE),
];
const GLASS = rgb('#b9cdd6');
const BASE = rgb('#8d8573');
/** Inches. */
const EDGE = 7;
const CASING = 3.5;
const HALF_POST = 2.5;

/** @param at inches: from the left corner of the front, above the ground, and from the front to the back */
const project = ([x, y, z]: Vec3): Point => [
  x * Math.cos(TURN) + z * Math.sin(TURN),
  (x * Math.sin(TURN) - z * Math.cos(TURN)) * Math.sin(RISE) - y * Math.cos(RISE),
];

const toArea = (corners: readonly Vec3[], color: Rgb): Area => ({
  points: corners.map(project),
  fill: toHex(color),
});

/** A rectangle of a wall of the front, at a distance behind it. */
const onFront = (z: number, [x1, x2]: Point, [y1, y2]: Point): Vec3[] => [
  [x1, y1, z],
  [x2, y1, z],
  [x2, y2, z],
  [x1, y2, z],
];
/** A rectangle of a wall of the right side, at a distance from the left. */
const onSide = (x: number, [z1, z2]: Point, [y1, y2]: Point): Vec3[] => [
  [x, y1, z1],
  [x, y1, z2],
  [x, y2, z2],
  [x, y2, z1],
];

/**
 * Draws a shed as small as a button, without siding and shingles, from its front and right walls.
 * @param design valid, as `constrainDesign` returns it
 */
export function drawSketch(design: ShedDesign, card?: ColorCard): Sketch {
  const geometry = getDesignGeometry(design);
  const colors = getDesignColors(design, card);
  const { span, length, porchDepth, floorLevel, plateLevel } = geometry;
  const roof = getRoof(design, geometry);
  const gable: Vec3[] = roof.flatMap(([x, y]) => (x > 0 && x < span ? [[x, y - EDGE, 0]] : []));
  const toGable = (z: number, from: number): Vec3[] => [
    [0, from, z],
    ...(hasSideWalls(design) ? [[0, plateLevel, z] as const] : []),
    ...gable.map(([x, y]): Vec3 => [x, y, z]),
    ...(hasSideWalls(design) ? [[span, plateLevel, z] as const] : []),
    [span, from, z],
  ];
  const areas = [
    ...drawSlopes(design, geometry, colors, 'left'),
    toArea(onFront(0, [0, span], [0, floorLevel]), BASE),
    toArea(onSide(span, [0, length], [0, floorLevel]), darken(BASE, 0.2)),
    ...(porchDepth > 0 ? [toArea(toFloor(geometry), darken(BASE, -0.1))] : []),
    toArea(
      toGable(porchDepth, floorLevel),
      porchDepth > 0 ? darken(colors.wall, 0.1) : colors.wall,
    ),
    ...drawOpenings(design, geometry, colors, 'front'),
    ...(hasSideWalls(design)
      ? [
          toArea(
            onSide(span, [porchDepth, length], [floorLevel, plateLevel]),
            darken(colors.wall, 0.16),
          ),
        ]
      : []),
    ...drawOpenings(design, geometry, colors, 'right'),
    ...(porchDepth > 0 && hasSideWalls(design)
      ? [
          ...getPorchPosts(design).map((x) =>
            toArea(
              onFront(0, [x - HALF_POST, x + HALF_POST], [floorLevel, plateLevel]),
              colors.trim,
            ),
          ),
          toArea(toGable(0, plateLevel - EDGE), colors.wall),
        ]
      : []),
    ...drawSlopes(design, geometry, colors, 'right'),
    ...drawDormer(design, geometry, colors),
  ];
  return { ...frame(areas), areas };
}

function frame(areas: readonly Area[]) {
  const xs = areas.flatMap(({ points }) => points.map(([x]) => x));
  const ys = areas.flatMap(({ points }) => points.map(([, y]) => y));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

const toFloor = ({ span, porchDepth, floorLevel }: DesignGeometry): Vec3[] => [
  [0, floorLevel, 0],
  [span, floorLevel, 0],
  [span, floorLevel, porchDepth],
  [0, floorLevel, porchDepth],
];

/** The upper side of the roof from the left eave to the right one: across the span, and above the ground. */
function getRoof({ style }: ShedDesign, { span, plateLevel, thickness }: DesignGeometry): Point[] {
  const rising = getRoofLine(ROOF_SHAPES[style], span).map(
    ([x, y]): Point => [x, plateLevel + y + thickness],
  );
  const falling = rising.slice(0, -1).reverse();
  return [...rising, ...falling.map(([x, y]): Point => [span - x, y])];
}

/** The slopes of one side that are seen, with the boards at their edges. */
function drawSlopes(
  design: ShedDesign,
  geometry: DesignGeometry,
  colors: DesignColors,
  side: 'left' | 'right',
): Area[] {
  const { length, rake } = geometry;
  const roof = getRoof(design, geometry);
  const ends: Point = [-rake, length + rake];
  const middle = (roof.length - 1) / 2;
  const line = side === 'left' ? roof.slice(0, middle + 1) : roof.slice(middle).reverse();
  const [eave = [0, 0]] = line;
  return [
    ...(side === 'right'
      ? [toArea(onSide(eave[0], ends, [eave[1] - EDGE, eave[1]]), darken(colors.trim, 0.16))]
      : []),
    ...line.slice(1).flatMap((to, index) => {
      const from = line[index] ?? to;
      const [run, rise] = [Math.abs(to[0] - from[0]), to[1] - from[1]];
      const across = side === 'left' ? -rise : rise;
      const facing = (across * VIEWER[0] + run * VIEWER[1]) / Math.hypot(run, rise);
      const slope: Vec3[] = [
        [from[0], from[1], ends[0]],
        [to[0], to[1], ends[0]],
        [to[0], to[1], ends[1]],
        [from[0], from[1], ends[1]],
      ];
      const board: Vec3[] = [
        [from[0], from[1] - EDGE, ends[0]],
        [to[0], to[1] - EDGE, ends[0]],
        [to[0], to[1], ends[0]],
        [from[0], from[1], ends[0]],
      ];
      const shade = (0.35 * rise) / Math.hypot(run, rise);
      return [
        ...(facing > 0 ? [toArea(slope, darken(colors.roof, shade))] : []),
        toArea(board, colors.trim),
      ];
    }),
  ];
}

function drawOpenings(
  design: ShedDesign,
  { span, floorLevel, porchDepth }: DesignGeometry,
  colors: DesignColors,
  wall: 'front' | 'right',
): Area[] {
  return design.openings
    .filter((opening) => opening.wall === wall)
    .flatMap((opening) => {
      const { left, bottom, width, height } = getOpeningRect(design, opening);
      const from = floorLevel + bottom;
      const toRect = (margin: number): Vec3[] => {
        const along: Point = [left - margin, left + width + margin];
        const up: Point = [Math.max(floorLevel, from - margin), from + height + margin];
        if (wall === 'front') return onFront(porchDepth, along, up);
        return onSide(span, [along[0] + porchDepth, along[1] + porchDepth], up);
      };
      const fill = OPENINGS[opening.type].kind === 'door' ? colors.door : GLASS;
      const shade = wall === 'right' ? 0.12 : 0;
      return [
        toArea(toRect(CASING), darken(colors.trim, shade)),
        toArea(toRect(0), darken(fill, shade)),
      ];
    });
}

/** The dormer over the right wall. */
function drawDormer(design: ShedDesign, geometry: DesignGeometry, colors: DesignColors): Area[] {
  const dormer = getDormer(design);
  const face = getDormerFace(design);
  if (!dormer || !face || dormer.side !== 'right') return [];
  const { span, floorLevel, porchDepth, ridgeLevel, thickness } = geometry;
  const x = span - dormer.setback;
  const [z1, z2] = [porchDepth + face.left, porchDepth + face.left + face.width];
  const [low, high] = [floorLevel + face.bottom, floorLevel + face.bottom + face.height];
  const ridge = ridgeLevel + thickness;
  const eave: Point = [x + dormer.overhang, high];
  const glass = 0.22 * face.height;
  return [
    toArea(
      [
        [x, low, z1],
        [x, high, z1],
        [span / 2, ridge, z1],
      ],
      colors.wall,
    ),
    toArea(onSide(x, [z1, z2], [low, high]), darken(colors.wall, 0.16)),
    toArea(onSide(x, [z1 + glass, z2 - glass], [low + glass, high - glass]), darken(GLASS, 0.1)),
    toArea(
      [
        [eave[0], eave[1], z1 - dormer.overhang],
        [span / 2, ridge, z1 - dormer.overhang],
        [span / 2, ridge, z2 + dormer.overhang],
        [eave[0], eave[1], z2 + dormer.overhang],
      ],
      colors.roof,
    ),
    toArea(
      onSide(eave[0], [z1 - dormer.overhang, z2 + dormer.overhang], [high - EDGE / 2, high]),
      darken(colors.trim, 0.16),
    ),
  ];
}
