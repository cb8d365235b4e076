import type { Extent } from '#drawing/geometry/prism.ts';
import { type FramingDefaults, THICKNESS } from './lumber.ts';

/** The longest board in inches. */
export const getMaxLength = ({ stockLengths }: Pick<FramingDefaults, 'stockLengths'>): number =>
  12 * Math.max(...stockLengths);

/**
 * The left edges of members on a layout from the left end: the first and the last are flush with the
 * ends, the others have their centres at multiples of the spacing, so that 48-inch sheets end on them.
 * @param start where the first begins and `end` where the last ends, in inches from the layout's origin
 */
export function createLayout(
  { start, end }: { start: number; end: number },
  spacing: number,
  thickness = THICKNESS,
): number[] {
  const positions = [start];
  for (let center = spacing; center + thickness / 2 < end - thickness; center += spacing) {
    if (center - thickness / 2 >= start + thickness) positions.push(center - thickness / 2);
  }
  return [...positions, end - thickness];
}

/** Joints of the plates above and below each other are this far apart, in inches. */
const JOINT_DISTANCE = 48;
const MIN_PIECE = 32;

/**
 * Divides a run that is longer than a board into two pieces that meet on the layout, where a stud, joist
 * or rafter supports them.
 * @param row the second row of a pair, whose joints are 4 feet from those of the first
 */
export function splitAtSupport(
  [from, to]: Extent,
  { maxLength, spacing }: { maxLength: number; spacing: number },
  row: 'first' | 'second' = 'first',
): Extent[] {
  if (to - from <= maxLength) return [[from, to]];
  const middle = spacing * Math.round((from + to) / 2 / spacing);
  const shifted = middle + JOINT_DISTANCE;
  const second = to - shifted >= MIN_PIECE ? shifted : middle - JOINT_DISTANCE;
  const joint = row === 'first' ? middle : second;
  return [
    [from, joint],
    [joint, to],
  ];
}
