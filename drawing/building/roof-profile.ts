import type { Point } from '../vector.ts';

/** The profile of a plain gable roof, in the unit of its arguments. */
export const createGableProfile = (width: number, wall: number, rise: number): Point[] => [
  [0, wall],
  [width / 2, wall + rise],
  [width, wall],
];

/**
 * Lengthens the first and the last slope of a roof's profile.
 * @param profile from one wall to the other
 * @param eave the overhang along the slope, in the profile's unit
 */
export function extendEaves(profile: readonly Point[], eave: number): Point[] {
  const extend = ([x, y]: Point, [fromX, fromY]: Point): Point => {
    const length = Math.hypot(x - fromX, y - fromY);
    return [x + ((x - fromX) / length) * eave, y + ((y - fromY) / length) * eave];
  };
  const [first, second, beforeLast, last] = [0, 1, -2, -1].map((index) => profile.at(index));
  if (!first || !second || !beforeLast || !last) return [...profile];
  return [extend(first, second), ...profile.slice(1, -1), extend(last, beforeLast)];
}
