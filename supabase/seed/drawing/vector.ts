/** A point or direction in feet: x to the right, y up, z towards the viewer. */
export type Vec3 = readonly [number, number, number];
/** A point on the picture in pixels, or in a panel's own plane in feet. */
export type Point = readonly [number, number];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vec3): Vec3 => scale(a, 1 / (Math.hypot(...a) || 1));
const lerp = (a: Vec3, b: Vec3, t: number): Vec3 => add(a, scale(sub(b, a), t));

/** The middle of a list of points. */
export function centroid(points: readonly Vec3[]): Vec3 {
  return scale(points.reduce<Vec3>(add, [0, 0, 0]), 1 / points.length);
}

/** A polygon's unit normal (Newell's method); counter-clockwise corners face the viewer. */
export function polygonNormal(corners: readonly Vec3[]): Vec3 {
  let normal: Vec3 = [0, 0, 0];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    normal = add(normal, cross(corner, next));
  });
  return unit(normal);
}

/**
 * The part of a polygon where `distance` is positive (Sutherland and Hodgman).
 * Returns an empty list where nothing is left.
 */
export function clipPolygon(corners: readonly Vec3[], distance: (p: Vec3) => number): Vec3[] {
  const kept: Vec3[] = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    const here = distance(corner);
    const there = distance(next);
    if (here > 0) kept.push(corner);
    if (here > 0 !== there > 0) kept.push(lerp(corner, next, here / (here - there)));
  });
  return kept.length >= 3 ? kept : [];
}
