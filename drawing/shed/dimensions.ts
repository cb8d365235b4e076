import type { Point } from '../vector.ts';
import { getEavePitch, getSlopeLine, ROOF_SHAPES, type ShedStyle } from './roof-shapes.ts';
import { DEFAULT_FOOTPRINT, parseSize } from './size.ts';

/** The floor of a shed on skids above the ground, in inches. */
const FLOOR_LEVEL = 9.625;

/** The lengths that follow from a style and a size of any extent. */
export type ShedDimensions = {
  /** From eave to eave. */
  span: number;
  /** From gable to gable. */
  length: number;
  wallHeight: number;
  /** From the ground to the underside of the ridge. */
  ridgeHeight: number;
  /** The underside of the roof from wall to wall: across the span, and above the ground. */
  profile: readonly Point[];
  /** The overhang at the eaves, along the slope. */
  eave: number;
  thickness: number;
};

/**
 * Applies a style's roof shape to a size. The roof spans the first number of the size.
 * @param size in feet, such as `10x12`; another form counts as 10x12
 * @returns lengths in inches
 */
export function getShedDimensions(style: ShedStyle, size: string): ShedDimensions {
  const shape = ROOF_SHAPES[style];
  const { width: span, depth: length } = parseSize(size) ?? DEFAULT_FOOTPRINT;
  const wallHeight = FLOOR_LEVEL + shape.wallHeight;
  const line = getSlopeLine(shape, span);
  const rising = line.map(([x, y]): Point => [x, wallHeight + y]);
  const falling = rising.slice(0, -1).reverse();
  return {
    span,
    length,
    wallHeight,
    ridgeHeight: Math.max(...rising.map(([, y]) => y)),
    profile: [...rising, ...falling.map(([x, y]): Point => [span - x, y])],
    eave: shape.eave * Math.hypot(1, getEavePitch({ slope: line })),
    thickness: shape.thickness,
  };
}
