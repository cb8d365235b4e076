import { type Point, toFeet } from '../vector.ts';
import { DEFAULT_FOOTPRINT, type Footprint, parseSize } from './design.ts';
import { ROOF_SHAPES, type RoofShape, type ShedStyle } from './roof-shapes.ts';

/** The floor above the ground, in inches. */
export const FLOOR_LEVEL = 9.625;

/** The lengths that follow from a style and a size. */
export type ShedDimensions = {
  /** The side with the doors: under the gable, or under the eaves. */
  front: 'gable' | 'eave';
  /** Along the side with the doors. */
  width: number;
  /** From the side with the doors to the back. */
  depth: number;
  /** From eave to eave. */
  span: number;
  /** From gable to gable. */
  length: number;
  wallHeight: number;
  /** From the ground to the underside of the ridge. */
  ridgeHeight: number;
  /** The underside of the roof from wall to wall: across the span, and above the ground. */
  profile: readonly Point[];
  eave: number;
  rake: number;
  thickness: number;
};

/**
 * Applies a style's roof shape to a size. The roof spans the first number of the size.
 * @param size in feet, such as `10x12`; another form counts as 10x12
 * @returns lengths in inches
 */
export function getShedDimensions(style: ShedStyle, size: string): ShedDimensions {
  return applyRoofShape(ROOF_SHAPES[style], parseSize(size) ?? DEFAULT_FOOTPRINT);
}

/** The same as `getShedDimensions`, in feet. */
export function getShedDimensionsInFeet(style: ShedStyle, size: string): ShedDimensions {
  const shape = ROOF_SHAPES[style];
  const { width, depth } = parseSize(size) ?? DEFAULT_FOOTPRINT;
  return applyRoofShape(
    {
      ...shape,
      wallHeight: toFeet(shape.wallHeight),
      eave: toFeet(shape.eave),
      rake: toFeet(shape.rake),
      thickness: toFeet(shape.thickness),
    },
    { width: toFeet(width), depth: toFeet(depth) },
  );
}

function applyRoofShape({ slope, ...shape }: RoofShape, footprint: Footprint): ShedDimensions {
  const { width: span, depth: length } = footprint;
  const rising = slope.map(([x, y]): Point => [x * span, shape.wallHeight + y * span]);
  const falling = rising.slice(0, -1).reverse();
  return {
    ...shape,
    width: shape.front === 'gable' ? span : length,
    depth: shape.front === 'gable' ? length : span,
    span,
    length,
    ridgeHeight: Math.max(...rising.map(([, y]) => y)),
    profile: [...rising, ...falling.map(([x, y]): Point => [span - x, y])],
  };
}
