import type { Point } from '../vector.ts';

/** The styles of shed. */
export type ShedStyle =
  | 'A-Frame'
  | 'Dutch Barn'
  | 'Dormer'
  | 'Porch'
  | 'Modern Farmhouse'
  | 'Gable'
  | 'Gambrel';

/** The shape of a style's walls and roof. Lengths are in inches. */
export type RoofShape = {
  /** The side with the doors: under the gable, or under the eaves. */
  front: 'gable' | 'eave';
  /** From the ground to the top of the walls under the eaves. */
  wallHeight: number;
  /**
   * The underside of one slope, from the top of the wall to the ridge: across the span and above
   * the wall, as shares of the span.
   */
  slope: readonly Point[];
  /** The overhang at the eaves, along the slope. */
  eave: number;
  /** The overhang at the gables. */
  rake: number;
  thickness: number;
};

const straight = (rise: number): Point[] => [
  [0, 0],
  [0.5, rise],
];

/** Steep below, shallow above. */
const broken = (rise: number): Point[] => [
  [0, 0],
  [0.16, rise * 0.66],
  [0.5, rise],
];

/** The one definition of how the styles are shaped: the scene, the frame and the line drawing use it. */
export const ROOF_SHAPES: Record<ShedStyle, RoofShape> = {
  'A-Frame': {
    front: 'gable',
    wallHeight: 16.8,
    slope: straight(1.12),
    eave: 10.8,
    rake: 18,
    thickness: 6.6,
  },
  'Dutch Barn': {
    front: 'gable',
    wallHeight: 73.2,
    slope: broken(0.56),
    eave: 12.6,
    rake: 12,
    thickness: 5.04,
  },
  Dormer: {
    front: 'eave',
    wallHeight: 84,
    slope: straight(0.42),
    eave: 9.6,
    rake: 7.2,
    thickness: 5.04,
  },
  Porch: {
    front: 'gable',
    wallHeight: 88.8,
    slope: straight(0.4),
    eave: 9.6,
    rake: 8.4,
    thickness: 5.04,
  },
  'Modern Farmhouse': {
    front: 'gable',
    wallHeight: 103.2,
    slope: straight(0.46),
    eave: 10.8,
    rake: 10.8,
    thickness: 4.08,
  },
  Gable: {
    front: 'eave',
    wallHeight: 86.4,
    slope: straight(0.24),
    eave: 9.6,
    rake: 8.4,
    thickness: 5.04,
  },
  Gambrel: {
    front: 'eave',
    wallHeight: 84,
    slope: broken(0.52),
    eave: 4.2,
    rake: 5.4,
    thickness: 5.04,
  },
};

/** From the plates to the ridge, as a share of the span. */
export const RIDGE_RISES: Record<ShedStyle, number> = {
  'A-Frame': Math.sqrt(3) / 2,
  'Dutch Barn': 1 / 2,
  Dormer: 8 / 24,
  Porch: 7 / 24,
  'Modern Farmhouse': 10 / 24,
  Gable: 5 / 24,
  Gambrel: 1 / 2,
};
