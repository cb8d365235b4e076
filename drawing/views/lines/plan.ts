import { getApproach, getRampRun } from '#drawing/design/approach.ts';
import {
  getOpeningRect,
  getPorchPosts,
  getStudSection,
  getWallLength,
} from '#drawing/design/design-geometry.ts';
import { type Fixture, getFixtures } from '#drawing/design/interior.ts';
import { SECTIONS } from '#drawing/design/lumber.ts';
import { getLoftLength, getTieInset } from '#drawing/design/roof-levels.ts';
import { ROOF_SHAPES } from '#drawing/design/roof-shapes.ts';
import {
  type DesignOpening,
  OPENINGS,
  type ShedDesign,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { formatFootprint, type Units } from '#drawing/geometry/lengths.ts';
import { toCorners } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import {
  CHARACTER_WIDTH,
  createDimensions,
  type DrawnShape,
  frameDrawing,
  getTextSize,
  type LineDrawing,
} from './line-drawing.ts';

const POST = 3.5;
/** The size of the room is left out in the second units where it would be smaller than this share of the text size. */
const MIN_SIZE_LABEL = 0.6;

/**
 * The floor plan with walls, doors, windows, porch and dimensions; the front is below.
 * @param units those of the dimensions; the others follow where there is room
 * @returns inches around the shed's back left corner
 */
export function drawPlan(design: ShedDesign, units: Units = 'imperial'): LineDrawing {
  const width = 12 * design.width;
  const body = getWallLength(design, 'left');
  const length = 12 * design.length;
  const thickness = SECTIONS[getStudSection(design)].depth;
  const textSize = getTextSize(design);
  return frameDrawing('Floor plan', [
    { type: 'area', points: toCorners(0, 0, width, body), fill: 'solid', weight: 'medium' },
    {
      type: 'area',
      points: toCorners(thickness, thickness, width - 2 * thickness, body - 2 * thickness),
      fill: 'paper',
      weight: 'medium',
    },
    ...(design.porchDepth > 0 ? drawPorch(design, body, length) : []),
    ...drawRamp(design, textSize),
    ...getFixtures(design).flatMap((fixture) => drawFixture(design, fixture, textSize)),
    ...(design.extras.includes('loft') ? drawLoft(design, textSize) : []),
    ...design.openings.flatMap((opening) => drawOpening(design, opening, thickness)),
    ...drawSizeLabel(design, [width, body], { textSize, units }),
    ...(['front', 'back', 'left', 'right'] as const).flatMap((wall) =>
      drawStops(design, wall, units),
    ),
    ...createDimensions([0, width], {
      side: 'below',
      at: getEdge(design, 'front'),
      textSize,
      row: 1,
      units,
    }),
    ...createDimensions([0, length], {
      side: 'right',
      at: getEdge(design, 'right'),
      textSize,
      row: 1,
      units,
    }),
  ]);
}

/** The size of the room between a shelf and a workbench at the sides, in a line for each of the units. */
function drawSizeLabel(
  design: ShedDesign,
  [width, body]: [number, number],
  { textSize, units }: { textSize: number; units: Units },
): DrawnShape[] {
  const reach = (side: Wall) =>
    Math.max(
      SECTIONS[getStudSection(design)].depth,
      ...getFixtures(design)
        .filter(({ wall }) => wall === side)
        .map(({ inset, depth }) => inset + depth),
    );
  const [left, right] = [reach('left'), width - reach('right')];
  const footprint = formatFootprint({ width: design.width, length: body / 12 }, units);
  return footprint.split(/ (?=\()/).flatMap((text, line) => {
    const size = Math.min(textSize, (0.9 * (right - left)) / (CHARACTER_WIDTH * text.length));
    if (line > 0 && size < MIN_SIZE_LABEL * textSize) return [];
    const y = body * 0.62 - size / 3 + 1.2 * line * textSize;
    return [writeLabel([(left + right) / 2, y], text, 0, size)];
  });
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
    type: 'area',
    points: [at(left, 0), at(right, 0), at(right, -thickness), at(left, -thickness)],
    fill: 'paper',
    weight: 'medium',
  };
  if (kind === 'window') {
    const middle = -thickness / 2;
    return [gap, { type: 'line', points: [at(left, middle), at(right, middle)], weight: 'medium' }];
  }
  if (opening.type === 'roll-up-door-84') {
    const inside = -thickness - 4;
    return [gap, { type: 'line', points: [at(left, inside), at(right, inside)], weight: 'dashed' }];
  }
  // Doors of sheds open outwards.
  const leaf = width / leaves;
  const swing = (hinge: number, sign: 1 | -1): DrawnShape[] => [
    { type: 'line', points: [at(hinge, 0), at(hinge, leaf)], weight: 'medium' },
    {
      type: 'line',
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
      type: 'area',
      points: toCorners(0, body, width, length - body),
      fill: 'wall',
      weight: 'light',
    },
    ...(design.style === 'A-Frame'
      ? []
      : getPorchPosts(design).map(
          (middle): DrawnShape => ({
            type: 'area',
            points: toCorners(middle - POST / 2, length - POST, POST, POST),
            fill: 'solid',
            weight: 'medium',
          }),
        )),
  ];
}

/** The edge of the loft, which reaches from the back wall over a part of the shed. */
function drawLoft(design: ShedDesign, textSize: number): DrawnShape[] {
  const width = 12 * design.width;
  const length = getLoftLength(getWallLength(design, 'left'));
  const { depth } = SECTIONS[getStudSection(design)];
  const inset = Math.max(depth, getTieInset({ shape: ROOF_SHAPES[design.style] }));
  const corners = toCorners(inset, depth, width - 2 * inset, length - depth);
  return [
    { type: 'line', points: [...corners, ...corners.slice(0, 1)], weight: 'dashed' },
    {
      type: 'text',
      at: [width / 2, length / 2 + textSize / 3],
      text: 'Loft above',
      turn: 0,
      size: textSize,
    },
  ];
}

function drawRamp(design: ShedDesign, textSize: number): DrawnShape[] {
  const approach = getApproach(design);
  if (!approach || !design.extras.includes('ramp')) return [];
  const { wall, left, width, start } = approach;
  const at = toPlan(design, wall);
  const end = start + getRampRun(design);
  // The label is beyond the leaves of the door.
  const middle = at(left + width / 2, end - 0.8 * textSize);
  const isSide = wall === 'left' || wall === 'right';
  return [
    {
      type: 'area',
      points: [at(left, start), at(left + width, start), at(left + width, end), at(left, end)],
      fill: 'ground',
      weight: 'light',
    },
    writeLabel(middle, 'Ramp', isSide ? -90 : 0, textSize),
  ];
}

function drawFixture(
  design: ShedDesign,
  { extra, wall, from, to, inset, depth }: Fixture,
  textSize: number,
): DrawnShape[] {
  const at = toPlan(design, wall);
  const corners = [
    at(from, -inset),
    at(to, -inset),
    at(to, -inset - depth),
    at(from, -inset - depth),
  ];
  const middle = at((from + to) / 2, -inset - depth / 2);
  const name = extra === 'shelf' ? 'Shelf' : 'Workbench';
  const size = Math.min(textSize, (to - from) / (CHARACTER_WIDTH * name.length));
  // A shelf is above the level at which the plan is cut.
  const shape: DrawnShape =
    extra === 'shelf'
      ? { type: 'line', points: [...corners, ...corners.slice(0, 1)], weight: 'dashed' }
      : { type: 'area', points: corners, fill: 'wall', weight: 'medium' };
  return [shape, writeLabel(middle, name, wall === 'back' ? 0 : -90, size)];
}

/** Text whose middle is at a point. */
const writeLabel = ([x, y]: Point, text: string, turn: 0 | -90, size: number): DrawnShape => ({
  type: 'text',
  at: turn === 0 ? [x, y + size / 3] : [x + size / 3, y],
  text,
  turn,
  size,
});

/** The positions of a wall's openings, from corner to corner. */
function drawStops(design: ShedDesign, wall: Wall, units: Units): DrawnShape[] {
  const openings = design.openings.filter((opening) => opening.wall === wall);
  const hasPorch = wall === 'right' && design.porchDepth > 0;
  if (openings.length === 0 && !hasPorch) return [];
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
  return createDimensions(hasPorch ? [...stops, 12 * design.length] : stops, {
    side,
    at: getEdge(design, wall),
    textSize: getTextSize(design),
    units,
  });
}

/** The line from which a side's dimensions are drawn, beyond the leaves of its doors and the porch. */
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

/** How far the leaves of doors and the ramp reach outwards. */
function reachOutwards(design: ShedDesign, wall: Wall): number {
  const approach = getApproach(design);
  const ramp =
    approach?.wall === wall && design.extras.includes('ramp')
      ? approach.start + getRampRun(design)
      : 0;
  const leaves = design.openings
    .filter(({ wall: own, type }) => own === wall && OPENINGS[type].kind === 'door')
    .map(({ type }) => OPENINGS[type].width / OPENINGS[type].leaves);
  return Math.max(ramp, ...leaves);
}
