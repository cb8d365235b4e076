import type { Units } from '#drawing/geometry/lengths.ts';

/** How to read the dimensions of a drawing, by the units that it has first. */
export const DIMENSION_NOTES: Record<Units, string> = {
  imperial: 'Dimensions are in feet and inches, with metres in brackets where there is room.',
  metric: 'Dimensions are in metres, with feet and inches in brackets where there is room.',
};
