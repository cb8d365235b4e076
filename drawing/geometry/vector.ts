/** A point or direction in space: x to the right, y up, z towards the viewer. */
export type Vec3 = readonly [number, number, number];
/** A point in a plane. */
export type Point = readonly [number, number];

/**
 * Designs and the frame are measured in inches, scenes in feet. The result is rounded, so that 86.4
 * inches are exactly 7.2 feet.
 */
export const toFeet = (inches: number): number => Math.round((inches / 12) * 1e9) / 1e9;

/** a + b */
export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** a - b */
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** a times k */
export const scale = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k];
/** The dot product. */
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** The cross product. */
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** A vector of length 1 in the same direction. */
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / (Math.hypot(...a) || 1));
const lerp = (a: Vec3, b: Vec3, t: number): Vec3 => add(a, scale(sub(b, a), t));

/** The mean of a list of points. */
export function getCentroid(points: readonly Vec3[]): Vec3 {
  return scale(points.reduce<Vec3>(add, [0, 0, 0]), 1 / points.length);
}

/** A polygon's unit normal (Newell's method); counter-clockwise corners face the viewer. */
export function getPolygonNormal(corners: readonly Vec3[]): Vec3 {
  let normal: Vec3 = [0, 0, 0];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    normal = add(normal, cross(corner, next));
  });
  return normalize(normal);
}

/**
 * Clips a polygon to the side on which `distance` is positive (Sutherland and Hodgman).
 * @returns an empty list if nothing remains
 */
export function clipPolygon(corners: readonly Vec3[], distance: (p: Vec3) => number): Vec3[] {
  const clipped: Vec3[] = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    const here = distance(corner);
    const there = distance(next);
    if (here > 0) clipped.push(corner);
    if (here > 0 !== there > 0) clipped.push(lerp(corner, next, here / (here - there)));
  });
  return clipped.length >= 3 ? clipped : [];
}
