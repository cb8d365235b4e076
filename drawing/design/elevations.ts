import { extendEaves } from '../building/roof-profile.ts';
import type { Point } from '../vector.ts';
import {
  getDesignGeometry,
  getMainSlope,
  getOpeningRect,
  getPorchPosts,
  getWallLength,
  hasSideWalls,
} from './geometry.ts';
import {
  createDimensions,
  type DrawnShape,
  frameDrawing,
  getRowBeyond,
  getTextSize,
  type LineDrawing,
  toCorners,
} from './line-drawing.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, type Wall } from './shed-design.ts';

const TITLES: Record<Wall, string> = {
  front: 'Front elevation',
  back: 'Back elevation',
  left: 'Left elevation',
  right: 'Right elevation',
};

/**
 * A wall seen from outside with roof, openings and dimensions.
 * @returns inches: x from the building's left corner as seen, y down from the ground
 */
export function drawElevation(design: ShedDesign, wall: Wall): LineDrawing {
  const isEnd = wall === 'front' || wall === 'back';
  const geometry = getDesignGeometry(design);
  const { floorLevel, plateLevel, ridgeLevel, thickness } = geometry;
  const across = isEnd ? geometry.span : geometry.length;
  const start = getWallStart(design, wall);
  const textSize = getTextSize(design);
  const top = ridgeLevel + thickness;
  const openings = design.openings.filter((opening) => opening.wall === wall);
  const stops = [
    start,
    start + getWallLength(design, wall),
    ...openings.flatMap(({ type, position }) => [
      start + position,
      start + position + OPENINGS[type].width,
    ]),
  ];
  return frameDrawing(TITLES[wall], [
    ...drawFoundation(design, across),
    ...(isEnd ? drawEnd(design, wall) : drawSide(design, wall)),
    ...openings.flatMap((opening) => drawOpening(design, opening, start)),
    {
      kind: 'line',
      points: [
        [-24, 0],
        [across + 24, 0],
      ],
      weight: 'heavy',
    },
    ...createDimensions(stops, { side: 'below', at: 0, textSize, staggered: true }),
    ...(start > 0 || stops.length > 2
      ? createDimensions([0, across], {
          side: 'below',
          at: 0,
          textSize,
          row: getRowBeyond(stops, textSize),
        })
      : []),
    ...(hasSideWalls(design)
      ? createDimensions([0, -floorLevel, -plateLevel], {
          side: 'right',
          at: across + geometry.eave,
          textSize,
        })
      : []),
    ...createDimensions([0, -top], {
      side: 'right',
      at: across + geometry.eave,
      textSize,
      row: hasSideWalls(design) ? 1 : 0,
    }),
  ]);
}

/** Where the wall begins, from the building's left corner as seen: beside a porch further right. */
export const getWallStart = (design: ShedDesign, wall: Wall): number =>
  wall === 'right' ? 12 * design.porchDepth : 0;

function drawFoundation(design: ShedDesign, across: number): DrawnShape[] {
  const { floorLevel } = getDesignGeometry(design);
  if (design.foundation === 'slab') {
    return [area(toCorners(0, -floorLevel, across, floorLevel), 'ground')];
  }
  const rim = 6.125;
  const support = floorLevel - rim;
  const count = Math.max(2, Math.ceil(across / 72) + 1);
  const width = design.foundation === 'posts' ? 8 : 3.5;
  return [
    area(toCorners(0, -floorLevel, across, rim), 'wall'),
    ...Array.from({ length: count }, (_, i) =>
      area(toCorners((i * (across - width)) / (count - 1), -support, width, support), 'ground'),
    ),
  ];
}

/** A gable with its roof in section. */
function drawEnd(design: ShedDesign, wall: Wall): DrawnShape[] {
  const geometry = getDesignGeometry(design);
  const { span, floorLevel, plateLevel, profile, eave, thickness } = geometry;
  const mirror = (points: readonly Point[]) =>
    wall === 'back' ? points.map(([x, y]): Point => [span - x, y]) : points;
  const flip = (points: readonly Point[]) => mirror(points).map(([x, y]): Point => [x, -y]);
  const edge = extendEaves(profile, eave);
  const outer = edge.map(([x, y]): Point => [x, y + thickness]);
  const isPorch = wall === 'front' && design.porchDepth > 0 && hasSideWalls(design);
  const posts = isPorch
    ? getPorchPosts(design).map((middle) =>
        area(toCorners(middle - 1.75, -plateLevel, 3.5, plateLevel - floorLevel), 'paper'),
      )
    : [];
  return [
    area(flip([[0, floorLevel], ...profile, [span, floorLevel]]), 'wall'),
    area(flip([...edge, ...outer.reverse()]), 'roof'),
    ...(isPorch ? [area(toCorners(0, -plateLevel, span, 8), 'paper'), ...posts] : []),
  ];
}

/** A side wall under the eaves; the porch is open. */
function drawSide(design: ShedDesign, wall: Wall): DrawnShape[] {
  const geometry = getDesignGeometry(design);
  const { length, porchDepth, floorLevel, plateLevel, profile, eave, rake, thickness } = geometry;
  const body = length - porchDepth;
  const start = getWallStart(design, wall);
  const slope = extendEaves(profile, eave).slice(0, Math.ceil(profile.length / 2));
  const levels = slope.map(([, y]) => y + thickness);
  const eaveLevel = slope[0]?.[1] ?? plateLevel;
  const bands = levels.slice(1).map((level, i): DrawnShape => {
    const below = levels[i] ?? eaveLevel;
    return area(toCorners(-rake, -level, length + 2 * rake, level - below), 'roof');
  });
  const porchPost = wall === 'right' ? 0 : length - 3.5;
  return [
    ...(hasSideWalls(design)
      ? [area(toCorners(start, -plateLevel, body, plateLevel - floorLevel), 'wall')]
      : []),
    ...(porchDepth > 0 && hasSideWalls(design)
      ? [area(toCorners(porchPost, -plateLevel, 3.5, plateLevel - floorLevel), 'paper')]
      : []),
    ...bands,
    area(toCorners(-rake, -eaveLevel - thickness, length + 2 * rake, thickness), 'paper'),
    ...(design.style === 'Dormer' && getMainSlope(design) === wall
      ? drawDormer(start, body, plateLevel, geometry.ridgeLevel)
      : []),
  ];
}

/** The face of the dormer: as long and as high as createDormer makes it. */
function drawDormer(start: number, body: number, plate: number, ridge: number): DrawnShape[] {
  const [left, width] = [start + body * 0.2, body * 0.6];
  const bottom = plate + 14;
  const height = Math.min(28, ridge - bottom + 4);
  return [
    area(toCorners(left, -bottom - height, width, height), 'wall'),
    ...[0.06, 0.375, 0.69].map((share) =>
      area(
        toCorners(left + width * share, -bottom - height + 6, width * 0.25, height - 12),
        'glass',
      ),
    ),
  ];
}

function drawOpening(design: ShedDesign, opening: DesignOpening, start: number): DrawnShape[] {
  const { kind, leaves } = OPENINGS[opening.type];
  const { floorLevel } = getDesignGeometry(design);
  const { left, bottom, width, height } = getOpeningRect(design, opening);
  const x = start + left;
  const y = -floorLevel - bottom - height;
  const casing = area(
    toCorners(x - 3.5, y - 3.5, width + 7, height + (kind === 'door' ? 3.5 : 7)),
    'paper',
  );
  const unit = area(toCorners(x, y, width, height), kind === 'window' ? 'glass' : 'wall');
  const middle: DrawnShape[] =
    leaves === 2
      ? [
          {
            kind: 'line',
            points: [
              [x + width / 2, y],
              [x + width / 2, y + height],
            ],
            weight: 'medium',
          },
        ]
      : [];
  if (opening.type === 'roll-up-door-84') {
    const panels = [1, 2, 3].map(
      (i): DrawnShape => ({
        kind: 'line',
        points: [
          [x, y + (i * height) / 4],
          [x + width, y + (i * height) / 4],
        ],
        weight: 'light',
      }),
    );
    return [casing, unit, ...panels];
  }
  if (kind === 'window') {
    return [
      casing,
      unit,
      ...middle,
      {
        kind: 'line',
        points: [
          [x, y + height / 2],
          [x + width, y + height / 2],
        ],
        weight: 'light',
      },
    ];
  }
  const leaf = width / leaves;
  const braces = Array.from({ length: leaves }, (_, i): DrawnShape => {
    const from = x + i * leaf;
    const [hinge, latch] = i === 0 ? [from, from + leaf] : [from + leaf, from];
    return {
      kind: 'line',
      points: [
        [hinge, y],
        [latch, y + height / 2],
        [hinge, y + height],
      ],
      weight: 'dashed',
    };
  });
  return [casing, unit, ...middle, ...braces];
}

const area = (
  points: readonly Point[],
  fill: 'wall' | 'roof' | 'paper' | 'glass' | 'ground',
): DrawnShape => ({ kind: 'area', points, fill, weight: 'medium' });
