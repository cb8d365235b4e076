import type { Point } from './vector.ts';

const getCross = (a: Point, b: Point, c: Point) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const ORIGIN: Point = [0, 0];

const at = (points: readonly Point[], index: number): Point =>
  points[(index + points.length) % points.length] ?? ORIGIN;

/** True if a polygon is a rectangle with its sides along the axes. */
export function isRectangle(points: readonly Point[]): boolean {
  return (
    points.length === 4 &&
    points.every(([x, y], i) => {
      const [nextX, nextY] = at(points, i + 1);
      return Math.abs(x - nextX) < 1e-9 || Math.abs(y - nextY) < 1e-9;
    })
  );
}

/** Cuts a simple polygon into convex ones, counter-clockwise; a convex polygon is its only piece. */
export function toConvexPieces(points: readonly Point[]): (readonly Point[])[] {
  let area = 0;
  let turnsLeft = true;
  let turnsRight = true;
  let [before, p] = [at(points, -2), at(points, -1)];
  for (const next of points) {
    area += p[0] * next[1] - next[0] * p[1];
    const cross = getCross(before, p, next);
    if (cross < -1e-9) turnsLeft = false;
    if (cross > 1e-9) turnsRight = false;
    before = p;
    p = next;
  }
  if (turnsLeft && area >= 0) return [points];
  const ring = points.slice();
  if (area < 0) ring.reverse();
  if (turnsLeft || turnsRight) return [ring];
  const pieces: Point[][] = [];
  while (ring.length > 3) {
    const index = ring.findIndex((p, i) => {
      const [before, after] = [at(ring, i - 1), at(ring, i + 1)];
      return (
        getCross(before, p, after) > 0 &&
        ring.every(
          (q) =>
            q === before ||
            q === p ||
            q === after ||
            getCross(before, p, q) < 0 ||
            getCross(p, after, q) < 0 ||
            getCross(after, before, q) < 0,
        )
      );
    });
    if (index < 0) break;
    pieces.push([at(ring, index - 1), at(ring, index), at(ring, index + 1)]);
    ring.splice(index, 1);
  }
  return [...pieces, ring];
}

function areOnLeft(a: Point, b: Point, points: readonly Point[]): boolean {
  const x = a[0];
  const y = a[1];
  const dx = b[0] - x;
  const dy = b[1] - y;
  for (const p of points) if (dx * (p[1] - y) - dy * (p[0] - x) < -1e-9) return false;
  return true;
}

/** The part of a polygon inside a convex one (Sutherland and Hodgman). */
export function clipToConvex(points: readonly Point[], convex: readonly Point[]): readonly Point[] {
  let clipped = points;
  for (let i = 0; i < convex.length && clipped.length > 0; i++) {
    const [a, b] = [at(convex, i), at(convex, i + 1)];
    if (areOnLeft(a, b, clipped)) continue;
    const sides = clipped.map((p) => getCross(a, b, p));
    const next: Point[] = [];
    for (let j = 0; j < clipped.length; j++) {
      const [p, q] = [at(clipped, j), at(clipped, j + 1)];
      const [here, there] = [sides[j] ?? 0, sides[(j + 1) % clipped.length] ?? 0];
      if (here >= 0) next.push(p);
      if (here > 0 !== there > 0 && here !== there) {
        const t = here / (here - there);
        next.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
      }
    }
    clipped = next;
  }
  return clipped.length < 3 ? [] : clipped;
}
