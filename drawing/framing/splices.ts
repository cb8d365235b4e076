import type { Extent } from './prism.ts';

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
