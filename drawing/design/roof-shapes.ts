import type { Point } from '#drawing/geometry/vector.ts';
import type { ShedDesign } from './shed-design.ts';

/** The shape of a style's walls and roof. Lengths are in inches. */
export type RoofShape = {
  /** The usual height of the walls, from the floor to the top of the plates; 0 without side walls. */
  wallHeight: number;
  /**
   * One slope, from the outside of the plates to the ridge: across the span and above the plates, as
   * shares of the span. Rafters follow it.
   */
  slope: readonly Point[];
  /** Rafters meet at a ridge board; otherwise each pair is a truss whose joints have gussets. */
  hasRidgeBoard: boolean;
  /** The overhang at the eaves, measured horizontally. */
  eave: number;
  /** The pitch of the overhang at the eaves if it is flatter than the slope above it. */
  flare?: number;
  /** The overhang at the gables. */
  rake: number;
  /** The thickness of the roof as it is drawn, measured vertically. */
  thickness: number;
};

const straight = (pitch: number): Point[] => [
  [0, 0],
  [1 / 2, pitch / 2],
];

/** Half of an octagon: slopes of 67.5 and 22.5 degrees. */
const HALF_OCTAGON: readonly Point[] = [
  [0, 0],
  [(1 - Math.SQRT1_2) / 2, Math.SQRT1_2 / 2],
  [1 / 2, 1 / 2],
];

const UPPER_PITCH = Math.SQRT2 - 1;

/**
 * The shapes of all styles. The frame, the scene, plan, elevations and line
 * drawing use it.
 */
export const ROOF_SHAPES: Record<ShedDesign['style'], RoofShape> = {
  'A-Frame': {
    wallHeight: 0,
    slope: straight(Math.sqrt(3)),
    hasRidgeBoard: false,
    eave: 2,
    rake: 12,
    thickness: 5.04,
  },
  'Dutch Barn': {
    wallHeight: 84,
    slope: HALF_OCTAGON,
    hasRidgeBoard: false,
    eave: 10,
    flare: UPPER_PITCH,
    rake: 8,
    thickness: 5.04,
  },
  Dormer: {
    wallHeight: 84,
    slope: straight(8 / 12),
    hasRidgeBoard: true,
    eave: 8,
    rake: 6,
    thickness: 5.04,
  },
  Porch: {
    wallHeight: 84,
    slope: straight(7 / 12),
    hasRidgeBoard: true,
    eave: 8,
    rake: 8,
    thickness: 5.04,
  },
  'Modern Farmhouse': {
    wallHeight: 96,
    slope: straight(10 / 12),
    hasRidgeBoard: true,
    eave: 8,
    rake: 8,
    thickness: 4.08,
  },
  Gable: {
    wallHeight: 84,
    slope: straight(5 / 12),
    hasRidgeBoard: true,
    eave: 6,
    rake: 6,
    thickness: 5.04,
  },
  Gambrel: {
    wallHeight: 84,
    slope: HALF_OCTAGON,
    hasRidgeBoard: false,
    eave: 0,
    rake: 6,
    thickness: 5.04,
  },
};

/** The rise of the lowest part of a slope over its run. */
export function getEavePitch({ slope }: Pick<RoofShape, 'slope'>): number {
  const [[fromX, fromY] = [0, 0], [toX, toY] = [1, 0]] = slope;
  return (toY - fromY) / (toX - fromX);
}

/** From the plates to the ridge, in the unit of the span. */
export const getRidgeRise = ({ slope }: Pick<RoofShape, 'slope'>, span: number): number =>
  span * (slope.at(-1)?.[1] ?? 0);

/** From the outside of a wall to the start of a flare on the slope above it, in inches. */
const FLARE_START = 2;

/**
 * One slope of a roof over its walls, from the outside of the plates to the ridge: across the span and
 * above the plates.
 * @param span inches
 */
export function getSlopeLine({ slope, flare }: RoofShape, span: number): Point[] {
  const points = slope.map(([x, y]): Point => [x * span, y * span]);
  if (flare === undefined) return points;
  const height = FLARE_START * getEavePitch({ slope });
  return [[0, height - FLARE_START * flare], [FLARE_START, height], ...points.slice(1)];
}

/** The slope of a roof with its overhang, from the eave to the ridge (see `getSlopeLine`). */
export function getRoofLine(shape: RoofShape, span: number): Point[] {
  const line = getSlopeLine(shape, span);
  const pitch = getEavePitch({ slope: line });
  const [, ...upper] = line;
  const [, height] = line[0] ?? [0, 0];
  return [[-shape.eave, height - shape.eave * pitch], ...upper];
}
