import {
  getDesignGeometry,
  getEntrance,
  getOpeningRect,
  getWallLength,
  hasSideWalls,
  type OpeningRect,
} from '#drawing/design/design-geometry.ts';
import { createAttachedParts, type ShedPart } from '#drawing/design/design-panels.ts';
import { getFloorSupports } from '#drawing/design/floor.ts';
import { createGableMarks } from '#drawing/design/gable-marks.ts';
import { FRAMING_DEFAULTS, type FramingDefaults } from '#drawing/design/lumber.ts';
import { createOpeningMarks } from '#drawing/design/opening-marks.ts';
import { resolveShed, type Shed } from '#drawing/design/resolve-shed.ts';
import {
  type DesignOpening,
  OPENINGS,
  type OpeningType,
  type ShedDesign,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { listIncludedOpenings } from '#drawing/design/style-features.ts';
import type { Rgb } from '#drawing/geometry/color.ts';
import type { Units } from '#drawing/geometry/lengths.ts';
import { type Mark, type Panel, toWorld } from '#drawing/geometry/panel.ts';
import { type Extent, toCorners } from '#drawing/geometry/prism.ts';
import { getCentroid, type Point, type Vec3 } from '#drawing/geometry/vector.ts';
import { extendEaves } from '#drawing/geometry/volume.ts';
import {
  createDimensions,
  type DrawnShape,
  frameDrawing,
  getRowBeyond,
  getTextSize,
  type LineDrawing,
} from './line-drawing.ts';

/** The height of rim and subfloor, in inches. */
const RIM = 6.125;
/** Trim that protrudes less is not drawn; feet. */
const MIN_LIFT = 0.1;
/** Panels whose normal has a smaller cosine are seen from their edge. */
const MIN_FACING = 0.01;

const TITLES: Record<Wall, string> = {
  front: 'Front elevation',
  back: 'Back elevation',
  left: 'Left elevation',
  right: 'Right elevation',
};

/**
 * A wall seen from outside with roof, openings and dimensions.
 * @param options.defaults by which the floor is framed
 * @param options.units those of the dimensions; the others follow where there is room
 * @returns inches: x from the building's left corner as seen, y down from the ground
 */
export function drawElevation(
  design: ShedDesign,
  wall: Wall,
  {
    defaults = FRAMING_DEFAULTS,
    units = 'imperial',
  }: { defaults?: FramingDefaults | undefined; units?: Units | undefined } = {},
): LineDrawing {
  const isEnd = wall === 'front' || wall === 'back';
  const geometry = getDesignGeometry(design);
  const { floorLevel, plateLevel, ridgeLevel, thickness } = geometry;
  const across = isEnd ? geometry.span : geometry.length;
  const start = getWallStart(design, wall);
  const { shed, attachedParts } = resolveParts(design);
  const parts = attachedParts.map(({ name, panels }) => ({
    isInFront: isInFront(design, name, wall),
    shapes: drawPanels(shed, panels, wall),
  }));
  const textSize = getTextSize(design);
  const text = { textSize, units };
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
  const building = [
    ...drawFoundation(design, wall, { across, defaults }),
    ...parts.filter((part) => !part.isInFront).flatMap(({ shapes }) => shapes),
    ...(isEnd ? drawEnd(design, wall) : drawSide(design, wall)),
    ...drawWallDetails(shed, wall, start),
    ...parts.filter((part) => part.isInFront).flatMap(({ shapes }) => shapes),
  ];
  const xs = building.flatMap((shape) =>
    shape.type === 'text' ? [] : shape.points.map(([x]) => x),
  );
  const right = Math.max(across + geometry.eave, ...xs);
  return frameDrawing(TITLES[wall], [
    ...building,
    {
      type: 'line',
      points: [
        [Math.min(0, ...xs) - 24, 0],
        [Math.max(across, ...xs) + 24, 0],
      ],
      weight: 'heavy',
    },
    ...createDimensions(stops, { side: 'below', at: 0, ...text, staggered: true }),
    ...(start > 0 || stops.length > 2
      ? createDimensions([0, across], {
          side: 'below',
          at: 0,
          ...text,
          row: getRowBeyond(stops, textSize, units),
        })
      : []),
    ...(hasSideWalls(design)
      ? createDimensions([0, -floorLevel, -plateLevel], { side: 'right', at: right, ...text })
      : []),
    ...createDimensions([0, -top], {
      side: 'right',
      at: right,
      ...text,
      row: hasSideWalls(design) ? 1 : 0,
    }),
  ]);
}

const resolved = new WeakMap<ShedDesign, { shed: Shed; attachedParts: ShedPart[] }>();

/** Resolves a design once for all of its elevations. */
function resolveParts(design: ShedDesign) {
  const present = resolved.get(design);
  if (present) return present;
  const shed = resolveShed(design, false);
  const parts = { shed, attachedParts: createAttachedParts(shed) };
  resolved.set(design, parts);
  return parts;
}

/** The start of a wall, from the building's left corner as seen; beside a porch it is further right. Inches. */
export const getWallStart = (design: ShedDesign, wall: Wall): number =>
  wall === 'right' ? 12 * design.porchDepth : 0;

/** Skids and posts as they are framed, under siding that covers the floor. */
function drawFoundation(
  design: ShedDesign,
  wall: Wall,
  { across, defaults }: { across: number; defaults: FramingDefaults },
): DrawnShape[] {
  const { floorLevel, span, length } = getDesignGeometry(design);
  if (design.foundation === 'slab') {
    return [area(toCorners(0, -floorLevel, across, floorLevel), 'ground')];
  }
  const floor = { width: span, length, foundation: design.foundation };
  const supports = getFloorSupports(floor, defaults).map(({ x, y, z }) => {
    const along = { front: x, back: mirror(x, span), left: z, right: mirror(z, length) }[wall];
    return toCorners(along[0], -y[1], along[1] - along[0], y[1] - y[0]);
  });
  return [
    ...new Map(supports.map((corners) => [corners.join(), area(corners, 'ground')])).values(),
    area(toCorners(0, -floorLevel, across, RIM), 'wall'),
  ];
}

const mirror = ([from, to]: Extent, length: number): Extent => [length - to, length - from];

/** A gable with its roof in section. */
function drawEnd(design: ShedDesign, wall: Wall): DrawnShape[] {
  const { span, floorLevel, profile, eave, thickness } = getDesignGeometry(design);
  const flip = (points: readonly Point[]) =>
    points.map(([x, y]): Point => [wall === 'back' ? span - x : x, -y]);
  const edge = extendEaves(profile, eave);
  const outer = edge.map(([x, y]): Point => [x, y + thickness]);
  return [
    area(flip([[0, floorLevel], ...profile, [span, floorLevel]]), 'wall'),
    area(flip([...edge, ...outer.reverse()]), 'roof'),
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
  return [
    ...(hasSideWalls(design)
      ? [area(toCorners(start, -plateLevel, body, plateLevel - floorLevel), 'wall')]
      : []),
    ...bands,
    area(toCorners(-rake, -eaveLevel - thickness, length + 2 * rake, thickness), 'paper'),
  ];
}

/** True for parts in front of the wall or roof: those on the visible slope or before the wall. */
function isInFront(design: ShedDesign, part: ShedPart['name'], wall: Wall): boolean {
  switch (part) {
    case 'dormer':
    case 'skylight':
      return wall === 'left' || wall === 'right';
    case 'porch':
    case 'hay hood':
      return wall === 'front';
    case 'awning':
    case 'ramp':
    case 'step':
      return wall === getEntrance(design);
    default:
      return false;
  }
}

/** Panels as an image has them, seen from straight before a wall: those that face the viewer, from back to front. */
function drawPanels(shed: Shed, panels: readonly Panel[], wall: Wall): DrawnShape[] {
  const [x, z] = [shed.width / 2, shed.length / 2];
  const toDepth = (p: Vec3) => ({ front: p[2], back: -p[2], left: -p[0], right: p[0] })[wall];
  const toAcross = (p: Vec3) =>
    ({ front: x + p[0], back: x - p[0], left: z + p[2], right: z - p[2] })[wall];
  const project = (p: Vec3): Point => [12 * toAcross(p), -12 * p[1]];
  const getFill = ({ color, normal }: Panel) => {
    if (color === shed.colors.wall) return 'wall';
    return color === shed.colors.roof && normal[1] > 0 ? 'roof' : 'paper';
  };
  return panels
    .filter(({ normal }) => toDepth(normal) > MIN_FACING)
    .map((panel) => ({ panel, depth: toDepth(getCentroid(panel.corners)) }))
    .sort((a, b) => a.depth - b.depth)
    .flatMap(({ panel }) => [
      area(panel.corners.map(project), getFill(panel)),
      // Siding and seams of a roof would only darken the drawing.
      ...drawMarks(
        panel.marks.filter((mark) => isGlass(mark) || isTrim(mark, shed.colors.trim)),
        (point) => project(toWorld(panel, point)),
      ),
    ]);
}

const drawMarks = (marks: readonly Mark[], project: (point: Point) => Point): DrawnShape[] =>
  marks.map((mark) => ({
    type: 'area',
    points: mark.points.map(project),
    fill: mark.type === 'glass' ? 'glass' : 'paper',
    weight: 'light',
  }));

const isRaised = (mark: Mark) => mark.type === 'area' && (mark.lift ?? 0) >= MIN_LIFT;

const isTrim = (mark: Mark, color: Rgb) =>
  isRaised(mark) && mark.type === 'area' && mark.color === color;

const isGlass = ({ type }: Mark) => type === 'glass';

/** Doors, windows, vents and trim of a wall and its gable. */
function drawWallDetails({ design, colors }: Shed, wall: Wall, start: number): DrawnShape[] {
  const { floorLevel } = getDesignGeometry(design);
  const marks = [
    ...createGableMarks(design, wall, colors),
    ...createOpeningMarks(design, wall, colors, false),
  ];
  const project = ([u, v]: Point): Point => [start + 12 * u, -floorLevel - 12 * v];
  const toUnit = ({ left, bottom, width, height }: OpeningRect): Unit => ({
    x: start + left,
    y: -floorLevel - bottom - height,
    width,
    height,
  });
  const openings = design.openings.filter((opening) => opening.wall === wall);
  const isDoor = ({ type }: DesignOpening) => OPENINGS[type].kind === 'door';
  const included = listIncludedOpenings(design, wall);
  return [
    ...drawMarks(marks.filter(isRaised), project),
    ...openings
      .filter(isDoor)
      .flatMap((door) => drawDoor(toUnit(getOpeningRect(design, door)), door.type)),
    ...included.filter(({ kind }) => kind === 'door').flatMap((door) => drawDoor(toUnit(door))),
    ...drawMarks(marks.filter(isGlass), project),
    ...openings
      .filter((opening) => !isDoor(opening))
      .flatMap((window) =>
        drawSashes(toUnit(getOpeningRect(design, window)), OPENINGS[window.type].leaves),
      ),
  ];
}

/** A door or window; x and y of its upper left corner in the drawing, inches. */
type Unit = { x: number; y: number; width: number; height: number };

const drawLines = (
  weight: 'medium' | 'light' | 'dashed',
  ...lines: (readonly Point[])[]
): DrawnShape[] => lines.map((points) => ({ type: 'line', points, weight }));

function drawMiddle({ x, y, width, height }: Unit, leaves: number): DrawnShape[] {
  if (leaves === 1) return [];
  return drawLines('medium', [
    [x + width / 2, y],
    [x + width / 2, y + height],
  ]);
}

const drawSashes = (unit: Unit, leaves: number): DrawnShape[] => [
  ...drawMiddle(unit, leaves),
  ...drawLines('light', [
    [unit.x, unit.y + unit.height / 2],
    [unit.x + unit.width, unit.y + unit.height / 2],
  ]),
];

/** A door, its dashed lines meeting at the hinges, as North American drawings have them; a single one without a type. */
function drawDoor(unit: Unit, type: OpeningType = 'single-door-36'): DrawnShape[] {
  const { x, y, width, height } = unit;
  const { leaves } = OPENINGS[type];
  const face = area(toCorners(x, y, width, height), 'wall');
  if (type === 'roll-up-door-84') {
    const seams = [1, 2, 3].map((i): Point[] => [
      [x, y + (i * height) / 4],
      [x + width, y + (i * height) / 4],
    ]);
    return [face, ...drawLines('light', ...seams)];
  }
  const leaf = width / leaves;
  const braces = Array.from({ length: leaves }, (_, i): Point[] => {
    const from = x + i * leaf;
    const [hinge, latch] = i === 0 ? [from, from + leaf] : [from + leaf, from];
    return [
      [latch, y],
      [hinge, y + height / 2],
      [latch, y + height],
    ];
  });
  return [face, ...drawMiddle(unit, leaves), ...drawLines('dashed', ...braces)];
}

const area = (
  points: readonly Point[],
  fill: 'wall' | 'roof' | 'paper' | 'glass' | 'ground',
): DrawnShape => ({ type: 'area', points, fill, weight: 'medium' });
