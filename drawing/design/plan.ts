import { SECTIONS } from '../framing/defaults.ts';
import type { Point } from '../vector.ts';
import { getOpeningRect, getPorchPosts, getStudSection, getWallLength } from './geometry.ts';
import {
  createDimensions,
  type DrawnShape,
  frameDrawing,
  getTextSize,
  type LineDrawing,
  toCorners,
} from './line-drawing.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, type Wall } from './shed-design.ts';

const POST = 3.5;

/**
 * The floor plan with walls, doors, windows, porch and dimensions; the front is below.
 * @returns inches around the shed's back left corner
 */
export function drawPlan(design: ShedDesign): LineDrawing {
  const width = 12 * design.width;
  const body = getWallLength(design, 'left');
  const length = 12 * design.length;
  const thickness = SECTIONS[getStudSection(design)].depth;
  const textSize = getTextSize(design);
  const label = (at: Point, text: string): DrawnShape => ({
    kind: 'text',
    at,
    text,
    turn: 0,
    size: textSize,
  });
  return frameDrawing('Floor plan', [
    { kind: 'area', points: toCorners(0, 0, width, body), fill: 'solid', weight: 'medium' },
    {
      kind: 'area',
      points: toCorners(thickness, thickness, width - 2 * thickness, body - 2 * thickness),
      fill: 'paper',
      weight: 'medium',
    },
    ...(design.porchDepth > 0 ? drawPorch(design, body, length) : []),
    ...(design.extras.includes('loft') && design.style !== 'A-Frame'
      ? drawLoft(width, body, thickness, textSize)
      : []),
    ...design.openings.flatMap((opening) => drawOpening(design, opening, thickness)),
    label([width / 2, body * 0.62], `${design.width} x ${design.length} ft`),
    ...(['front', 'back', 'left', 'right'] as const).flatMap((wall) => drawStops(design, wall)),
    ...createDimensions([0, width], {
      side: 'below',
      at: getEdge(design, 'front'),
      textSize,
      row: 1,
    }),
    ...createDimensions([0, length], {
      side: 'right',
      at: getEdge(design, 'right'),
      textSize,
      row: 1,
    }),
  ]);
}

/** Converts a position on a wall, and a distance outwards from it, to the plan. */
function toPlan(design: ShedDesign, wall: Wall): (along: number, out: number) => Point {
  const width = 12 * design.width;
  const body = getWallLength(design, 'left');
  switch (wall) {
    case 'front':
      return (along, out) => [along, body + out];
    case 'back':
      return (along, out) => [width - along, -out];
    case 'left':
      return (along, out) => [-out, along];
    case 'right':
      return (along, out) => [width + out, body - along];
  }
}

function drawOpening(design: ShedDesign, opening: DesignOpening, thickness: number): DrawnShape[] {
  const { kind, leaves } = OPENINGS[opening.type];
  const { left, width } = getOpeningRect(design, opening);
  const at = toPlan(design, opening.wall);
  const right = left + width;
  const gap: DrawnShape = {
    kind: 'area',
    points: [at(left, 0), at(right, 0), at(right, -thickness), at(left, -thickness)],
    fill: 'paper',
    weight: 'medium',
  };
  if (kind === 'window') {
    const middle = -thickness / 2;
    return [gap, { kind: 'line', points: [at(left, middle), at(right, middle)], weight: 'medium' }];
  }
  if (opening.type === 'roll-up-door-84') {
    const inside = -thickness - 4;
    return [gap, { kind: 'line', points: [at(left, inside), at(right, inside)], weight: 'dashed' }];
  }
  // Doors of sheds open outwards.
  const leaf = width / leaves;
  const swing = (hinge: number, sign: 1 | -1): DrawnShape[] => [
    { kind: 'line', points: [at(hinge, 0), at(hinge, leaf)], weight: 'medium' },
    {
      kind: 'line',
      points: Array.from({ length: 9 }, (_, i): Point => {
        const angle = (i * Math.PI) / 16;
        return at(hinge + sign * leaf * Math.sin(angle), leaf * Math.cos(angle));
      }),
      weight: 'light',
    },
  ];
  return [gap, ...swing(left, 1), ...(leaves === 2 ? swing(right, -1) : [])];
}

function drawPorch(design: ShedDesign, body: number, length: number): DrawnShape[] {
  const width = 12 * design.width;
  return [
    {
      kind: 'area',
      points: toCorners(0, body, width, length - body),
      fill: 'wall',
      weight: 'light',
    },
    ...(design.style === 'A-Frame'
      ? []
      : getPorchPosts(design).map(
          (middle): DrawnShape => ({
            kind: 'area',
            points: toCorners(middle - POST / 2, length - POST, POST, POST),
            fill: 'solid',
            weight: 'medium',
          }),
        )),
  ];
}

function drawLoft(width: number, body: number, thickness: number, textSize: number): DrawnShape[] {
  const at = body / 2;
  return [
    {
      kind: 'line',
      points: [
        [thickness, at],
        [width - thickness, at],
      ],
      weight: 'dashed',
    },
    {
      kind: 'text',
      at: [width / 2, Math.max(thickness + 12, body / 4)],
      text: 'Loft above',
      turn: 0,
      size: textSize,
    },
  ];
}

/** The positions of a wall's openings, from corner to corner. */
function drawStops(design: ShedDesign, wall: Wall): DrawnShape[] {
  const openings = design.openings.filter((opening) => opening.wall === wall);
  if (openings.length === 0) return [];
  const at = toPlan(design, wall);
  const axis = wall === 'front' || wall === 'back' ? 0 : 1;
  const stops = [
    0,
    getWallLength(design, wall),
    ...openings.flatMap((opening) => [
      opening.position,
      opening.position + OPENINGS[opening.type].width,
    ]),
  ].map((along) => at(along, 0)[axis]);
  const side = ({ front: 'below', back: 'above', left: 'left', right: 'right' } as const)[wall];
  return createDimensions(stops, {
    side,
    at: getEdge(design, wall),
    textSize: getTextSize(design),
  });
}

/** Where the chains of dimensions of a side begin: beyond its doors' leaves and the porch. */
function getEdge(design: ShedDesign, wall: Wall): number {
  const reach = reachOutwards(design, wall);
  switch (wall) {
    case 'front':
      return Math.max(12 * design.length, getWallLength(design, 'left') + reach);
    case 'right':
      return 12 * design.width + reach;
    case 'back':
    case 'left':
      return -reach;
  }
}

/** How far the leaves of doors reach outwards. */
const reachOutwards = ({ openings }: ShedDesign, wall: Wall): number =>
  Math.max(
    0,
    ...openings
      .filter(({ wall: own, type }) => own === wall && OPENINGS[type].kind === 'door')
      .map(({ type }) => OPENINGS[type].width / OPENINGS[type].leaves),
  );
