import type { Point } from '#drawing/geometry/vector.ts';
import { getBodyLength, getMainSlope } from './design-geometry.ts';
import { FRAMING_DEFAULTS, type FramingDefaults, SECTIONS, THICKNESS } from './lumber.ts';
import { getHeelHeight, getTieLevel, type Side } from './roof-levels.ts';
import { ROOF_SHAPES } from './roof-shapes.ts';
import type { ShedDesign } from './shed-design.ts';

/**
 * The rough opening of a skylight, over the middle of the room: one rafter is cut between doubled ones. Inches: z from
 * the back, distances up the slope along the upper edge of the rafters.
 */
export type Skylight = {
  side: Side;
  /** The middle of the rafter that is cut. */
  center: number;
  from: number;
  to: number;
  /** The start of the slope: from the outside of the wall below it, and above the plates. */
  start: Point;
  /** One inch up the slope. */
  up: Point;
  low: number;
  high: number;
  /** The size of the skylight, across and up the slope. */
  unit: { width: number; height: number };
};

/** The thickness of the two headers above or below the opening, in inches. */
export const SKYLIGHT_HEADERS = 2 * THICKNESS;
const MAX_HEIGHT = 30;
/** The rough opening is this much larger than the skylight; inches. */
const CLEARANCE = 1.5;
/** The shortest piece of the rafter that is cut, along its upper edge; inches. */
const MIN_JACK = 4;
/** The least distance from the middle of a skylight to the ends of the room; inches. */
const MIN_FROM_END = 32;
/** How far a skylight moves aside for a cupola, as a share of the room. */
const ASIDE_SHARE = 1 / 5;

/** The opening of a design's skylight; a dormer fills the main slope. */
export function getSkylight(design: ShedDesign): Skylight | undefined {
  const defaults = FRAMING_DEFAULTS;
  if (!design.extras.includes('skylight')) return undefined;
  const main = getMainSlope(design);
  const opposite = main === 'left' ? 'right' : 'left';
  const center = getCenter(design, defaults);
  const half = defaults.rafterSpacing - 1.5 * THICKNESS;
  const { start, up, room } = getRoom(design, defaults);
  const height = Math.min(MAX_HEIGHT, Math.floor(room.high - room.low - CLEARANCE));
  const opening = height + CLEARANCE;
  const low = Math.min(Math.max(room.middle - opening / 2, room.low), room.high - opening);
  return {
    side: design.style === 'Dormer' ? opposite : main,
    center,
    from: center - half,
    to: center + half,
    start,
    up,
    low,
    high: low + opening,
    unit: { width: 2 * half - CLEARANCE, height },
  };
}

/** The middle of a rafter on the layout. */
function getCenter(design: ShedDesign, { rafterSpacing }: FramingDefaults): number {
  const length = getBodyLength(design);
  const aside = design.extras.includes('cupola') ? ASIDE_SHARE * length : 0;
  return Math.max(MIN_FROM_END, rafterSpacing * Math.round((length / 2 - aside) / rafterSpacing));
}

/** The highest slope, and the room between its headers: from ties or knee to the ridge. */
function getRoom({ style, width }: ShedDesign, defaults: FramingDefaults) {
  const shape = ROOF_SHAPES[style];
  const span = 12 * width;
  const [foot, ridge] = shape.slope.slice(-2).map(([x, y]): Point => [x * span, y * span]) as [
    Point,
    Point,
  ];
  const heel = getHeelHeight(shape, defaults);
  const run =
    ridge[0] - foot[0] - (shape.hasRidgeBoard ? SECTIONS[defaults.ridge].thickness / 2 : 0);
  const angle = Math.atan2(ridge[1] - foot[1], ridge[0] - foot[0]);
  const up: Point = [Math.cos(angle), Math.sin(angle)];
  const length = run / up[0];
  // Ties and lofts are below the headers, those of an A-frame above them.
  const { depth } = SECTIONS[defaults.rafter];
  const aboveTies = (SECTIONS['2x4'].depth + depth * up[0] - heel) / up[1];
  const tieLevel = getTieLevel({ shape });
  return {
    start: [foot[0], foot[1] + heel] satisfies Point,
    up,
    room: {
      low: SKYLIGHT_HEADERS + (shape.hasRidgeBoard ? aboveTies : MIN_JACK),
      high: (tieLevel > 0 ? tieLevel / up[1] : length - MIN_JACK) - SKYLIGHT_HEADERS,
      middle: length / 2,
    },
  };
}

/** A point of the slope and under it: from the outside of the wall below it, and above the plates. */
export const toPoint = ({ start, up }: Skylight, at: number, below: number): Point => [
  start[0] + at * up[0] + below * up[1],
  start[1] + at * up[1] - below * up[0],
];

/** The back faces of the second rafters beside the opening; inches. */
export const getDoubledStarts = ({ from, to }: Skylight): [number, number] => [
  from - THICKNESS,
  to,
];
